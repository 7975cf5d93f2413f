// Four scripted people at each of many matches of the peer; told what to do as bench/load/players.py is.
const readline = require("node:readline");
const http = require("node:http");
const { io } = require("socket.io-client");
const { game, playable } = require("./game.cjs");

const port = Number(process.argv[process.argv.indexOf("--port") + 1]);
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const PEOPLE = 4;
const AT_ONCE = 64;
const WITHIN = 10_000;
const now = () => performance.now();
const sleep = (ms) => new Promise((go) => setTimeout(go, ms));

let interval = 0;
let spans = [];
let late = [];
let noted = {};
let seed = 4;
const tables = [];
let seated = 0;

function random() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}

function post(path, body) {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, agent, method: "POST" };
    const request = http.request({ ...options, headers: { "Content-Type": "application/json" } }, (answer) => {
      let text = "";
      answer.on("data", (part) => (text += part));
      answer.on("end", () => (answer.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text))));
    });
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}

class Table {
  constructor(id) {
    this.id = id;
    this.people = [];
    this.sent = 0;
    this.mover = false;
    this.expected = -1;
    this.got = 0;
    this.due = 0;
    this.planned = 0;
    this.timer = null;
  }

  async seat() {
    for (let seat = 0; seat < PEOPLE; seat++) {
      const path = `/games/${game.name}/${this.id}/join`;
      const { playerCredentials } = await post(path, { playerID: String(seat), playerName: `P${seat}` });
      await this.connect(String(seat), playerCredentials);
    }
  }

  connect(playerID, credentials) {
    return new Promise((resolve, reject) => {
      const options = { transports: ["websocket"], forceNew: true, reconnection: false };
      const socket = io(`http://127.0.0.1:${port}/${game.name}`, options);
      const person = { playerID, credentials, socket, state: null };
      this.people.push(person);
      socket.on("connect_error", reject);
      socket.on("connect", () => socket.emit("sync", this.id, playerID, credentials, PEOPLE));
      socket.on("sync", (id, info) => {
        person.state = info.state;
        resolve();
      });
      socket.on("update", (id, state) => this.saw(person, state, now()));
    });
  }

  saw(person, state, at) {
    if (person.state !== null && state._stateID <= person.state._stateID) {
      noted.refused = (noted.refused || 0) + 1;
      return;
    }
    person.state = state;
    if (!this.mover || state._stateID < this.expected) return;
    this.got += 1;
    if (this.got === PEOPLE) {
      spans.push(at - this.sent);
      this.mover = false;
      this.plan();
    }
  }

  plan() {
    clearTimeout(this.timer);
    this.planned = Math.max(this.due, now());
    if (interval) this.timer = setTimeout(() => this.move(), this.planned - now());
  }

  move() {
    if (this.mover || !interval) return;
    const { ctx } = this.people[0].state;
    const person = this.people[Number(ctx.currentPlayer)];
    const own = person.state;
    const cards = playable(own.G, person.playerID);
    const [type, args] = cards.length ? ["lay", [cards[0]]] : ["draw", []];
    const payload = { type, args, playerID: person.playerID, credentials: person.credentials };
    this.mover = true;
    this.expected = own._stateID + 1;
    this.got = 0;
    this.sent = now();
    late.push(this.sent - this.planned);
    this.due = Math.max(this.due, this.sent - interval) + interval * (0.5 + random());
    person.socket.emit("update", { type: "MAKE_MOVE", payload }, own._stateID, this.id, person.playerID);
  }
}

async function inGroups(jobs) {
  const left = jobs.slice();
  const work = async () => {
    while (left.length) await left.pop()();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function spread(values) {
  const sorted = values.slice().sort((a, b) => a - b);
  const at = (q) => {
    const place = q * (sorted.length - 1);
    const low = Math.floor(place);
    return sorted[low] + (sorted[Math.min(low + 1, sorted.length - 1)] - sorted[low]) * (place - low);
  };
  if (sorted.length < 2) return { p50_ms: 0, p99_ms: 0, max_ms: 0 };
  return { p50_ms: at(0.5), p99_ms: at(0.99), max_ms: sorted[sorted.length - 1] };
}

async function play(rate, seconds) {
  interval = 1000 / rate;
  [spans, late, noted] = [[], [], {}];
  const began = now();
  const cpu = process.cpuUsage();
  for (const table of tables) {
    table.due = began + random() * interval;
    if (!table.mover) table.plan();
  }
  await sleep(seconds * 1000);
  const span = (now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  interval = 0;
  const measured = spans;
  const unfinished = tables.filter((t) => t.mover).length;
  const lost = tables.flatMap((t) => t.people).filter((p) => !p.socket.connected).length;
  const deadline = now() + WITHIN;
  while (now() < deadline && tables.some((t) => t.mover)) await sleep(100);
  return {
    moves: measured.length,
    seconds: span,
    ...spread(measured),
    players_late_p99_ms: spread(late).p99_ms,
    players_cpu: (used.user + used.system) / 1e6 / span,
    unfinished,
    lost_sockets: lost,
    noted,
  };
}

async function obey(order) {
  if (order.do === "tables") {
    const missing = order.count - tables.length;
    const make = async () => {
      const { matchID } = await post(`/games/${game.name}/create`, { numPlayers: PEOPLE });
      tables.push(new Table(matchID));
    };
    await inGroups(Array(missing).fill(make));
    return { tables: tables.length };
  }
  if (order.do === "seats") {
    await inGroups(tables.slice(seated).map((table) => () => table.seat()));
    seated = tables.length;
    return { sockets: seated * PEOPLE };
  }
  if (order.do === "start") return { started: tables.length };
  if (order.do === "play") return play(order.rate, order.seconds);
  return { error: `unknown order ${order.do}` };
}

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await obey(JSON.parse(line))));
  }
  process.exit(0);
}

main();
