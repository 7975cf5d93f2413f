/** How each dog looks: ears, coat, second colour, and what it wears on its face. A dog without a row looks plain. */

export type Ears = "tombantes" | "pointues" | "rondes" | "frisees";
export type Face = "" | "raie" | "oeil" | "masque";

export interface Look {
  ears: Ears;
  coat: string;
  second: string;
  face: Face;
}

const COATS: Record<string, string> = {
  sable: "#e8c396",
  creme: "#f3e2c6",
  gris: "#b9c0c4",
  brun: "#c08a5c",
  roux: "#e39a5b",
  rose: "#f2b8c0",
  miel: "#f0bd57",
  bleu: "#a9c4d8",
  blanc: "#fbf3e4",
  choco: "#a9714a",
  ardoise: "#8d98a5",
  noir: "#6c625d",
  corail: "#e2858d",
};

const ROWS: Record<string, string> = {
  Burt: "rondes miel roux",
  Bristles: "pointues gris ardoise masque",
  Bongo: "tombantes sable choco raie",
  Eloise: "frisees rose corail",
  Ursula: "rondes choco brun",
  Mayor: "tombantes blanc noir oeil",
  Sundrop: "tombantes miel roux",
  Jolene: "frisees blanc gris",
  Xerxes: "pointues ardoise noir raie",
  Louise: "frisees creme roux",
  Missy: "pointues creme brun oeil",
  Lil_Beth: "rondes rose corail raie",
  Handsome: "tombantes gris noir",
  Frankie: "rondes roux choco masque",
  Bitsy: "pointues blanc corail",
  Gretchen: "frisees sable brun raie",
  Lief: "pointues bleu ardoise",
  Goliath: "tombantes brun choco masque",
  Gumbo: "rondes sable choco oeil",
  Pebble: "rondes gris ardoise raie",
  Wilbur: "tombantes roux choco oeil",
  Cabbage: "frisees creme ardoise",
  Honcho: "pointues miel choco masque",
  Wolfgang: "pointues gris noir oeil",
  Raya: "frisees roux miel",
  Rogue: "pointues choco creme raie",
  Nutmeg: "pointues creme ardoise oeil",
  Rupert: "tombantes bleu noir raie",
  Mirabelle: "frisees rose blanc oeil",
  Momo: "rondes blanc noir masque",
  Zipper: "pointues roux blanc raie",
  Doog: "tombantes creme brun oeil",
};

export function lookOf(name: string): Look {
  const [ears = "tombantes", coat = "sable", second = "brun", face = ""] = (ROWS[name] ?? "")
    .split(" ")
    .filter(Boolean);
  return { ears: ears as Ears, coat: COATS[coat] ?? coat, second: COATS[second] ?? second, face: face as Face };
}

/** What the card of a dog says: its name, the numbers of its spaces, and how many paws. */
export function printed(face: string): { name: string; label: string; spaces: number[]; paws: number } {
  const [name = "", spaces = "", paws = "0"] = face.split(":");
  return { name, label: name.replace("_", " "), spaces: [...spaces].map(Number), paws: Number(paws) };
}

/** Where the spaces lie on the body, in percent, by how many there are. */
export const SPOTS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[50, 62]],
  [
    [33, 56],
    [65, 72],
  ],
  [
    [31, 53],
    [69, 53],
    [50, 76],
  ],
  [
    [31, 50],
    [69, 50],
    [31, 77],
    [69, 77],
  ],
];
