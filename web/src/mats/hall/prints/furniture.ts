/** The faces of the furniture. Each is drawn with its origin at the top left, x right, y down, in millimetres. */
import type { Piece } from "../shapes";
import {
  BRASS,
  BRASS_DARK,
  GREEN,
  INK,
  line,
  PAPER,
  RED,
  rounded,
  WOOD,
  WOOD_DARK,
  type Pen,
  type Print,
} from "./paper";

/** Top, front (-y), back (+y), left (-x), right (+x), bottom. */
export type Facing = "t" | "f" | "k" | "l" | "r" | "b";
/** Of one box: its colour, what is printed on its faces, and the colour of those that have another. */
export type Faces = { c: string } & Partial<Record<Facing, Print>> & Partial<Record<`${Facing}c`, string>>;

const panel =
  (c: string): Print =>
  (g, w, h) => {
    g.strokeStyle = c;
    g.lineWidth = 0.9;
    rounded(g, 3, 3, w - 6, h - 6, 1.5);
    g.stroke();
  };
const gingham =
  (a: string, b: string, s: number): Print =>
  (g, w, h) => {
    g.fillStyle = a;
    g.fillRect(0, 0, w, h);
    g.fillStyle = b;
    g.globalAlpha = 0.62;
    for (let x = 0; x < w; x += 2 * s) g.fillRect(x, 0, s, h);
    for (let y = 0; y < h; y += 2 * s) g.fillRect(0, y, w, s);
    g.globalAlpha = 1;
  };
const tufts =
  (d: string): Print =>
  (g, w, h) => {
    const s = 9;
    g.strokeStyle = d;
    g.lineWidth = 0.7;
    g.beginPath();
    for (let i = -20; i < 40; i++) {
      g.moveTo(i * s, 0);
      g.lineTo(i * s + h, h);
      g.moveTo(i * s, 0);
      g.lineTo(i * s - h, h);
    }
    g.stroke();
    g.fillStyle = BRASS;
    g.strokeStyle = INK;
    g.lineWidth = 0.3;
    for (let y = 0; y <= h; y += s / 2)
      for (let x = (y / (s / 2)) % 2 ? s / 2 : 0; x <= w; x += s) {
        g.beginPath();
        g.arc(x, y, 0.9, 0, 7);
        g.fill();
        g.stroke();
      }
  };
function keys(g: Pen, w: number, h: number): void {
  g.fillStyle = "#3a2943";
  g.fillRect(0, 0, w, h);
  g.fillStyle = PAPER;
  g.fillRect(3, 3.5, w - 6, h - 5);
  const n = 15,
    s = (w - 6) / n;
  for (let i = 1; i < n; i++)
    line(g, INK, 0.35, [
      [3 + i * s, 3.5],
      [3 + i * s, h - 1.5],
    ]);
  g.fillStyle = INK;
  for (let i = 0; i < n - 1; i++) if (![2, 6].includes(i % 7)) g.fillRect(3 + (i + 1) * s - 1.1, 3.5, 2.2, 6);
}
function score(g: Pen, w: number, h: number): void {
  g.strokeStyle = BRASS;
  g.lineWidth = 0.8;
  rounded(g, 4, 4, w - 8, h - 32, 2);
  g.stroke();
  g.save();
  g.translate(w / 2, 15);
  g.fillStyle = PAPER;
  g.strokeStyle = INK;
  g.lineWidth = 0.5;
  for (const sx of [-1, 1]) {
    g.beginPath();
    g.moveTo(0, -7.5);
    g.lineTo(sx * 13, -8.5);
    g.lineTo(sx * 13, 7);
    g.lineTo(0, 8.5);
    g.closePath();
    g.fill();
    g.stroke();
  }
  for (const sx of [-11.5, 1.5])
    for (let i = 0; i < 3; i++) {
      line(g, "#8a7b70", 0.3, [
        [sx, -4 + i * 4],
        [sx + 10, -4 + i * 4],
      ]);
      for (let j = 0; j < 3; j++) {
        g.fillStyle = INK;
        g.beginPath();
        g.arc(sx + 1.5 + j * 3.4, -4.4 + i * 4 + ((i + j) % 2), 0.75, 0, 7);
        g.fill();
      }
    }
  g.restore();
  for (const x of [11, w - 11]) {
    g.fillStyle = BRASS;
    g.strokeStyle = INK;
    g.lineWidth = 0.5;
    g.beginPath();
    g.ellipse(x, 20, 4, 1.6, 0, 0, 7);
    g.fill();
    g.stroke();
    g.fillStyle = PAPER;
    rounded(g, x - 1.2, 11, 2.4, 8.4, 0.6);
    g.fill();
    g.stroke();
    g.fillStyle = "#f6a23a";
    g.beginPath();
    g.ellipse(x, 8.8, 1.3, 2.2, 0, 0, 7);
    g.fill();
    g.stroke();
  }
}
function reception(g: Pen, w: number, h: number): void {
  for (const x of [4, w / 2 + 16]) {
    g.strokeStyle = WOOD_DARK;
    g.lineWidth = 1;
    rounded(g, x, 5, w / 2 - 20, h - 10, 1.5);
    g.stroke();
  }
  g.fillStyle = PAPER;
  g.strokeStyle = INK;
  g.lineWidth = 0.6;
  rounded(g, w / 2 - 18, h / 2 - 7, 36, 11, 2.5);
  g.fill();
  g.stroke();
  g.fillStyle = "#1e4c84";
  g.font = "400 7px Caprasimo, Georgia, serif";
  g.textAlign = "center";
  g.fillText("Réception", w / 2, h / 2 + 1);
}
function deskTop(g: Pen, w: number, h: number): void {
  g.fillStyle = GREEN;
  g.strokeStyle = BRASS;
  g.lineWidth = 0.9;
  rounded(g, 4, 4, w - 8, h - 8, 1.5);
  g.fill();
  g.stroke();
  g.fillStyle = PAPER;
  g.strokeStyle = INK;
  g.lineWidth = 0.5;
  g.save();
  g.translate(24, 19);
  g.rotate(-0.12);
  g.fillRect(-11, -8, 22, 15);
  g.strokeRect(-11, -8, 22, 15);
  line(g, INK, 0.5, [
    [0, -8],
    [0, 7],
  ]);
  for (let i = 0; i < 4; i++) {
    line(g, "#8a7b70", 0.4, [
      [-9, -5 + i * 3],
      [-2, -5 + i * 3],
    ]);
    line(g, "#8a7b70", 0.4, [
      [2, -5 + i * 3],
      [9, -5 + i * 3],
    ]);
  }
  g.restore();
  g.fillStyle = BRASS;
  g.lineWidth = 0.7;
  g.beginPath();
  g.arc(w - 18, h / 2, 6.5, 0, 7);
  g.fill();
  g.stroke();
  g.beginPath();
  g.arc(w - 18, h / 2, 4.4, 0, 7);
  g.stroke();
  g.beginPath();
  g.arc(w - 18, h / 2, 1.4, 0, 7);
  g.fillStyle = INK;
  g.fill();
  for (let i = 0; i < 3; i++) {
    g.save();
    g.translate(w / 2 + 4 + i * 4.5, h / 2 + 2);
    g.strokeStyle = BRASS;
    g.lineWidth = 1;
    g.beginPath();
    g.arc(0, -5, 1.6, 0, 7);
    g.moveTo(0, -3.4);
    g.lineTo(0, 4);
    g.moveTo(0, 4);
    g.lineTo(1.6, 4);
    g.stroke();
    g.restore();
  }
}
function dinner(g: Pen, w: number, h: number): void {
  gingham("#fff6ea", "#cf4a40", 3.83)(g, w, h);
  g.fillStyle = PAPER;
  g.strokeStyle = INK;
  g.lineWidth = 0.6;
  g.beginPath();
  g.arc(w / 2, h / 2, 11, 0, 7);
  g.fill();
  g.stroke();
  g.lineWidth = 0.35;
  g.beginPath();
  g.arc(w / 2, h / 2, 8, 0, 7);
  g.stroke();
  g.fillStyle = "#eda64d";
  g.lineWidth = 0.6;
  g.beginPath();
  g.moveTo(w / 2 - 6, h / 2 + 3);
  g.quadraticCurveTo(w / 2, h / 2 - 9, w / 2 + 6, h / 2 + 3);
  g.quadraticCurveTo(w / 2 + 3, h / 2 + 4, w / 2 + 2.4, h / 2 + 1);
  g.quadraticCurveTo(w / 2, h / 2 - 2, w / 2 - 2.4, h / 2 + 1);
  g.quadraticCurveTo(w / 2 - 3, h / 2 + 4, w / 2 - 6, h / 2 + 3);
  g.fill();
  g.stroke();
}
const carpet: Print = (g, w, h) => {
  g.fillStyle = RED;
  g.fillRect(0, 0, w, h);
  g.strokeStyle = BRASS;
  g.lineWidth = 0.9;
  rounded(g, 3, 3, w - 6, h - 6, 1);
  g.stroke();
  g.fillStyle = "#8f2a23";
  for (let x = 8; x < w - 5; x += 7)
    for (let y = 8; y < h - 5; y += 7) {
      g.beginPath();
      g.arc(x, y, 1.2, 0, 7);
      g.fill();
    }
};
const bags: Print = (g, w, h) => {
  carpet(g, w, h);
  for (const [x, y, bw, bh, c] of [
    [7, 6, 24, 13, "#c98a4b"],
    [30, 15, 19, 13, "#3f7f8c"],
  ] as const) {
    g.fillStyle = c;
    g.strokeStyle = INK;
    g.lineWidth = 0.6;
    rounded(g, x, y, bw, bh, 2);
    g.fill();
    g.stroke();
    line(g, INK, 0.5, [
      [x + 5, y],
      [x + 5, y + bh],
    ]);
    line(g, INK, 0.5, [
      [x + bw - 5, y],
      [x + bw - 5, y + bh],
    ]);
    rounded(g, x + bw / 2 - 3, y + bh / 2 - 1.5, 6, 3, 1);
    g.stroke();
  }
};
const stripes =
  (a: string, b: string, s: number): Print =>
  (g, w, h) => {
    g.fillStyle = a;
    g.fillRect(0, 0, w, h);
    g.fillStyle = b;
    for (let x = 0; x < w; x += 2 * s) g.fillRect(x, 0, s, h);
  };
const doily: Print = (g, w, h) => {
  g.fillStyle = "#efe3cf";
  g.strokeStyle = INK;
  g.lineWidth = 0.4;
  g.beginPath();
  for (let i = 0; i < 12; i++) {
    const x = w / 2 - 22 + i * 4;
    g.moveTo(x, h / 2 + 5);
    g.arc(x, h / 2 + 4, 2.2, 0, 7);
  }
  g.fill();
  g.fillRect(w / 2 - 24, h / 2 - 5, 48, 9);
};
const frameFace: Print = (g, w, h) => {
  g.fillStyle = BRASS;
  g.fillRect(0, 0, w, h);
  g.strokeStyle = BRASS_DARK;
  g.lineWidth = 0.8;
  g.strokeRect(1.7, 1.7, w - 3.4, h - 3.4);
  g.fillStyle = BRASS_DARK;
  for (let y = 5; y < h; y += 6)
    for (const x of [1.9, w - 1.9]) {
      g.beginPath();
      g.arc(x, y, 0.8, 0, 7);
      g.fill();
    }
};
const backWood: Print = (g, w, h) => {
  line(g, WOOD_DARK, 1.4, [
    [3, 3],
    [w - 3, h - 3],
  ]);
  line(g, WOOD_DARK, 1.4, [
    [w - 3, 3],
    [3, h - 3],
  ]);
  panel(WOOD_DARK)(g, w, h);
};

export const PRINT: Record<Piece, readonly Faces[]> = {
  table: [
    {
      c: "#fff6ea",
      t: dinner,
      f: gingham("#fff6ea", "#cf4a40", 3.83),
      k: gingham("#fff6ea", "#cf4a40", 3.83),
      l: gingham("#fff6ea", "#cf4a40", 3.83),
      r: gingham("#fff6ea", "#cf4a40", 3.83),
      bc: WOOD,
    },
    ...Array<Faces>(4).fill({ c: WOOD }),
  ],
  fauteuil: [
    {
      c: "#347a86",
      t: tufts("#2a6673"),
      f: panel("#2a6673"),
      l: panel("#2a6673"),
      r: panel("#2a6673"),
      k: panel("#2a6673"),
    },
    { c: "#3f8b97", f: tufts("#2f7480") },
    { c: "#3f8b97" },
    { c: "#3f8b97" },
  ],
  bureau: [
    { c: WOOD, t: deskTop },
    { c: WOOD, f: reception },
    { c: WOOD, l: panel(WOOD_DARK) },
    { c: WOOD, r: panel(WOOD_DARK) },
  ],
  piano: [
    { c: "#5b4166", f: score, k: backWood, kc: "#9b7a62", t: doily, l: panel("#473250"), r: panel("#473250") },
    { c: "#5b4166", t: keys },
    { c: "#473250" },
    { c: "#473250" },
  ],
  chariot: [
    { c: RED, t: bags },
    { c: RED, t: carpet },
    ...Array<Faces>(4).fill({ c: BRASS }),
    { c: "#f4e6cc", f: stripes("#f4e6cc", "#1e4c84", 3.6), k: stripes("#f4e6cc", "#1e4c84", 3.6) },
  ],
  miroir: [
    { c: WOOD, t: panel(WOOD_DARK) },
    { c: BRASS, f: frameFace, k: backWood, kc: WOOD },
  ],
};
