/** What this mat says itself, French first. */
import { spoken } from "../../lib/languages.svelte";

const FR = {
  lanes: "Les couloirs",
  left: "encore {n}",
  stopped: "Arrêté",
  readsAs: "{first} + {second} : on lit « {reads} »",
  youTyped: "Tu as tapé {said}.",
  again: "Pardonné : + 3 s. Relis !",
  stops: "Sprint arrêté",
  whole: "Pile finie !",
  seconds: "{n} s",
  quick: "Les robots finissent : temps accéléré",
  simulated: "temps simulé",
  finger: "avec les doigts",
  keyboard: "au clavier",
  points: "{n} points en tout",
  total: "en tout {n}",
  gained: "+{n}",
  reads: "{name} lit",
  sent: "Les lettres tapées",
};

const EN: typeof FR = {
  lanes: "The lanes",
  left: "{n} left",
  stopped: "Stopped",
  readsAs: "{first} + {second}: it is read “{reads}”",
  youTyped: "You typed {said}.",
  again: "Forgiven: + 3 s. Read it again!",
  stops: "Sprint stopped",
  whole: "Pile finished!",
  seconds: "{n} s",
  quick: "The bots finish: time runs faster",
  simulated: "simulated time",
  finger: "with fingers",
  keyboard: "on a keyboard",
  points: "{n} points in all",
  total: "{n} in all",
  gained: "+{n}",
  reads: "{name} reads",
  sent: "The letters typed",
};

export const sayLanes = spoken("mats/lanes", FR, EN);
