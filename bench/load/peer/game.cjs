// A game of Amérix's shape: 104 cards, hands of seven, lay a card that fits or draw one. Hands and pile are secret.
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const VOWELS = "AEIOUY";
const HAND = 7;

function fits(letter, reference) {
  const steps = (LETTERS.indexOf(letter) - LETTERS.indexOf(reference) + 26) % 26;
  return steps <= 3 || steps >= 23 || (VOWELS.includes(letter) && VOWELS.includes(reference));
}

function deal(G, ctx, random) {
  const deck = [];
  for (const letter of LETTERS) for (const colour of "rvbp") deck.push(colour + letter);
  const pile = random.Shuffle(deck);
  for (let p = 0; p < ctx.numPlayers; p++) {
    G.players[p] = { hand: pile.splice(-HAND) };
    G.counts[p] = HAND;
  }
  G.discard = [pile.pop()];
  G.secret = { pile };
  G.left = pile.length;
  G.round += 1;
}

// A domain of legal cards, as a page needs it to light them up; boardgame.io leaves this to the client.
function playable(G, playerID) {
  const top = G.discard[G.discard.length - 1][1];
  return G.players[playerID].hand.map((card, i) => (fits(card[1], top) ? i : -1)).filter((i) => i >= 0);
}

const game = {
  name: "lay-or-draw",
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true,
  setup: ({ ctx, random }) => {
    const G = { players: {}, counts: [], discard: [], secret: {}, left: 0, round: 0, last: null };
    deal(G, ctx, random);
    return G;
  },
  // As PlayerView.STRIP_SECRETS does it: a copy without the pile and the other hands.
  playerView: ({ G, playerID }) => {
    const { secret, players, ...rest } = G;
    return { ...rest, players: playerID === null ? {} : { [playerID]: players[playerID] } };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    lay: {
      client: false,
      move: ({ G, ctx, playerID, random }, place) => {
        if (!playable(G, playerID).includes(place)) return "INVALID_MOVE";
        const [card] = G.players[playerID].hand.splice(place, 1);
        G.counts[playerID] -= 1;
        G.discard.push(card);
        G.last = { kind: "lays", seat: playerID, card };
        if (G.counts[playerID] === 0) deal(G, ctx, random);
        return undefined;
      },
    },
    draw: {
      client: false,
      move: ({ G, ctx, playerID, random }) => {
        if (G.secret.pile.length === 0) {
          deal(G, ctx, random);
          return;
        }
        G.players[playerID].hand.push(G.secret.pile.pop());
        G.counts[playerID] += 1;
        G.left -= 1;
        G.last = { kind: "draws", seat: playerID };
      },
    },
  },
};

module.exports = { game, playable };
