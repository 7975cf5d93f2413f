// The peer's server, as its documentation sets it up: one process, matches in memory.
const { Server, Origins } = require("boardgame.io/server");
const { game } = require("./game.cjs");

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
// It would listen on every interface of the machine.
const listen = server.app.listen;
server.app.listen = (port, then) => listen.call(server.app, port, "127.0.0.1", then);
const say = console.log.bind(console);
console.log = console.info = () => {};
server.run({ port: 0 }).then(({ appServer }) => {
  say(JSON.stringify({ port: appServer.address().port }));
  process.on("SIGTERM", () => process.exit(0));
});
