/** What the table and the rest of the page both say: here, so that the shelf need not wait for the words of the table. */
import { spoken } from "./languages.svelte";

const FR = {
  reach: "Toucher de l’autre main",
  reachHow: "Sur un écran tactile, dans les jeux à deux mains.",
  reachPad: "deux pouces",
  reachSlide: "glisser",
  reachHold: "appui long",
  swapButtons: "Échanger les boutons de la souris",
  swapButtonsHow: "Dans les jeux à deux mains, le clic droit devient ta main.",
  keys: "Ordre des lettres",
  keysHow: "Là où on tape des lettres sur la page.",
  keyOrders: { abc: "alphabet", azerty: "AZERTY", qwerty: "QWERTY" } as Record<string, string>,
  phrases: {
    bravo: "Bravo !",
    merci: "Merci !",
    oups: "Aïe aïe aïe…",
    vite: "Allez, on joue !",
    bonne_chance: "Bonne chance !",
    encore: "Encore une !",
    trop_fort: "Trop fort !",
    je_reflechis: "Je réfléchis…",
  } as Record<string, string>,
};

const EN: typeof FR = {
  reach: "Touching with the other hand",
  reachHow: "On a touch screen, in games for two hands.",
  reachPad: "two thumbs",
  reachSlide: "slide",
  reachHold: "long press",
  swapButtons: "Swap the mouse buttons",
  swapButtonsHow: "In games for two hands, the right button becomes your hand.",
  keys: "Order of the letters",
  keysHow: "Where letters are typed on the page.",
  keyOrders: { abc: "alphabet", azerty: "AZERTY", qwerty: "QWERTY" },
  phrases: {
    bravo: "Bravo!",
    merci: "Thank you!",
    oups: "Ouch…",
    vite: "Come on, play!",
    bonne_chance: "Good luck!",
    encore: "One more!",
    trop_fort: "Amazing!",
    je_reflechis: "I’m thinking…",
  },
};

export const commonWords = spoken("common", FR, EN);
