/** What this mat says itself, French first. */
import { spoken } from "../../lib/languages.svelte";

const FR = {
  aim: "Viser",
  stop: "Stop !",
  go: "Lâcher !",
  left: "Me décaler à gauche",
  right: "Me décaler à droite",
  turn: "Tourner la carte",
  pull: "Tire ta carte en arrière, puis lâche.",
  keys: "Espace : viser, puis stop, puis lâcher. Flèches : ma place. T : tourner la carte.",
  needle: "L'aiguille se balance.",
  gauge: "La jauge se remplit et se vide.",
  aimed: "Visé : {way}.",
  ahead: "tout droit",
  toLeft: "{n} degrés à gauche",
  toRight: "{n} degrés à droite",
  lies: "{card}, {way}, à {n} centimètres",
  level: "niveau {n}",
  spins: "effet",
};

const EN: typeof FR = {
  aim: "Aim",
  stop: "Stop!",
  go: "Let go!",
  left: "Move to the left",
  right: "Move to the right",
  turn: "Turn the card",
  pull: "Pull your card back, then let go.",
  keys: "Space: aim, then stop, then let go. Arrows: my place. T: turn the card.",
  needle: "The needle swings.",
  gauge: "The gauge fills and empties.",
  aimed: "Aimed: {way}.",
  ahead: "straight ahead",
  toLeft: "{n} degrees to the left",
  toRight: "{n} degrees to the right",
  lies: "{card}, {way}, {n} centimetres away",
  level: "level {n}",
  spins: "spin",
};

export const saySlide = spoken("mats/slide", FR, EN);
