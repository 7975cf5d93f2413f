/** What this mat says itself, French first. */
import { spoken } from "../../lib/languages.svelte";

const FR = {
  touched: "a touché ou renoncé",
  otherHand: "Autre main",
  myHand: "Ma main",
  keepThumb: "garde le pouce ici",
  space: "espace",
  mouseHands: "Clic gauche : ta main. Clic droit : l’autre main.",
  mouseSwapped: "Clic droit : ta main. Clic gauche : l’autre main.",
  keyHands: "Clavier : une lettre, un chiffre ; Maj pour l’autre main.",
  slideHand: "Fais glisser le doigt sur la carte : l’autre main.",
  longHand: "Reste appuyé sur la carte : l’autre main.",
  trackCard: "Carte {n}, {colour}",
  faceDown: "face cachée",
  forbidden: "interdit {what}",
  cubeOn: "ton cube est sur la case {n}, {sign}",
};

const EN: typeof FR = {
  touched: "has touched or given up",
  otherHand: "Other hand",
  myHand: "My hand",
  keepThumb: "keep a thumb here",
  space: "space",
  mouseHands: "Left click: your hand. Right click: the other hand.",
  mouseSwapped: "Right click: your hand. Left click: the other hand.",
  keyHands: "Keyboard: a letter, a number; Shift for the other hand.",
  slideHand: "Slide your finger on the card: the other hand.",
  longHand: "Keep pressing the card: the other hand.",
  trackCard: "Card {n}, {colour}",
  faceDown: "face down",
  forbidden: "forbidden: {what}",
  cubeOn: "your cube is on box {n}, {sign}",
};

export const sayReach = spoken("mats/reach", FR, EN);
