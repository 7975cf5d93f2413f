/** The four families of ghosts: colour, pattern and hat, never colour alone. */
import { GHOST, type Size } from "../shapes";
import { canvas, INK, type Pen } from "./paper";

export const FAMILIES = ["rose", "bleu", "violet", "jaune"] as const;
export type Family = (typeof FAMILIES)[number];
export type Mood = "calme" | "peur" | "dodo";
/** Sheet, print, dark. */
export const COLOURS: Record<Family, readonly [string, string, string]> = {
  rose: ["#f29bb2", "#e67997", "#ab2a55"],
  bleu: ["#8cc0ea", "#63a3d9", "#17528f"],
  violet: ["#bba2e3", "#9d7dd3", "#55329a"],
  jaune: ["#f8d565", "#edbe31", "#765300"],
};

// the family's print, tile by tile, over a rectangle
function pattern(g: Pen, fam: Family, w: number, h: number, u: number): void {
  const [a, b] = COLOURS[fam];
  g.fillStyle = a;
  g.fillRect(0, 0, w, h);
  g.fillStyle = b;
  g.strokeStyle = b;
  if (fam === "rose") {
    const n = Math.round(w / (u * 0.52)),
      s = w / n;
    for (let j = 0; j * s * 0.87 < h + s; j++)
      for (let i = 0; i <= n; i++) {
        g.beginPath();
        g.arc((i + (j % 2) / 2) * s, j * s * 0.87, s * 0.27, 0, 7);
        g.fill();
      }
  }
  if (fam === "bleu") {
    const s = u * 0.42;
    for (let y = s * 0.4; y < h; y += s) g.fillRect(0, y, w, s * 0.48);
  }
  if (fam === "violet") {
    const n = Math.round(w / (u * 0.72)),
      s = w / n;
    g.lineWidth = u * 0.11;
    g.beginPath();
    for (let i = -Math.ceil(h / s) - 1; i <= n + Math.ceil(h / s); i++) {
      g.moveTo(i * s, 0);
      g.lineTo(i * s + h, h);
      g.moveTo(i * s, 0);
      g.lineTo(i * s - h, h);
    }
    g.stroke();
  }
  if (fam === "jaune") {
    const n = Math.round(w / (u * 0.8)),
      s = w / n;
    g.lineWidth = u * 0.2;
    g.lineJoin = "miter";
    for (let y = 0; y < h + s; y += u * 0.52) {
      g.beginPath();
      for (let i = 0; i <= n; i++) {
        g.lineTo(i * s, y);
        g.lineTo((i + 0.5) * s, y - s * 0.42);
      }
      g.stroke();
    }
  }
}
// the face on a lighter patch of the sheet, centred on (0, 0), unit = ghost radius
export const pale = (h: string): string => {
  const n = parseInt(h.slice(1), 16),
    m = (v: number): number => Math.round(v + (255 - v) * 0.66);
  return `rgb(${m(n >> 16)} ${m((n >> 8) & 255)} ${m(n & 255)})`;
};
function face(g: Pen, fam: Family, size: Size, mood: Mood): void {
  g.save();
  g.fillStyle = pale(COLOURS[fam][0]);
  g.strokeStyle = INK;
  g.lineCap = "round";
  g.beginPath();
  g.ellipse(0, 0, 0.92, 0.86, 0, 0, 7);
  g.fill();
  g.fillStyle = INK;
  const eye = (x: number): void => {
    if (mood === "peur") {
      g.beginPath();
      g.ellipse(x, -0.2, 0.3, 0.34, 0, 0, 7);
      g.fillStyle = "#fff";
      g.fill();
      g.lineWidth = 0.11;
      g.stroke();
      g.fillStyle = INK;
      g.beginPath();
      g.arc(x, -0.17, 0.12, 0, 7);
      g.fill();
    } else if (mood === "dodo") {
      g.lineWidth = 0.13;
      g.beginPath();
      g.arc(x, -0.24, 0.22, 0.12 * Math.PI, 0.88 * Math.PI);
      g.stroke();
    } else {
      g.beginPath();
      g.ellipse(x, -0.16, 0.19, 0.3, 0, 0, 7);
      g.fill();
      g.fillStyle = "#fff";
      g.beginPath();
      g.arc(x + 0.06, -0.28, 0.08, 0, 7);
      g.fill();
      g.fillStyle = INK;
    }
  };
  eye(-0.38);
  eye(0.38);
  g.lineWidth = 0.13;
  g.beginPath();
  if (mood === "peur") {
    g.ellipse(0, 0.42, 0.2, 0.26, 0, 0, 7);
    g.fill();
  } else if (mood === "dodo") {
    g.moveTo(-0.12, 0.36);
    g.lineTo(0.12, 0.36);
    g.stroke();
  } else if (size === "large") {
    g.moveTo(0, 0.26);
    g.bezierCurveTo(0.2, 0.1, 0.46, 0.2, 0.64, 0.42);
    g.bezierCurveTo(0.42, 0.56, 0.16, 0.55, 0, 0.38);
    g.bezierCurveTo(-0.16, 0.55, -0.42, 0.56, -0.64, 0.42);
    g.bezierCurveTo(-0.46, 0.2, -0.2, 0.1, 0, 0.26);
    g.fill();
  } else {
    g.arc(0, 0.2, 0.3, 0.16 * Math.PI, 0.84 * Math.PI);
    g.stroke();
    if (size === "small") {
      g.fillStyle = "#fff";
      g.lineWidth = 0.08;
      g.beginPath();
      g.rect(-0.1, 0.46, 0.2, 0.17);
      g.fill();
      g.stroke();
    }
  }
  if (mood !== "peur") {
    g.fillStyle = "rgb(236 110 96 / .55)";
    for (const x of [-0.7, 0.7]) {
      g.beginPath();
      g.ellipse(x, 0.2, 0.14, 0.1, 0, 0, 7);
      g.fill();
    }
  }
  g.restore();
}
/** The whole sheet of a ghost, unrolled. */
export function ghostCanvas(fam: Family, size: Size, mood: Mood): HTMLCanvasElement {
  const { r, h } = GHOST[size],
    W = 2 * Math.PI * r,
    H = h - r + (Math.PI * r) / 2,
    k = 512 / W,
    [c, g] = canvas(512, Math.round(H * k));
  g.scale(k, k);
  pattern(g, fam, W, H, r);
  const top = (Math.PI * r) / 2;
  g.fillStyle = COLOURS[fam][0];
  g.fillRect(0, 0, W, top * 0.2);
  g.translate(W / 2, top * 0.86);
  g.scale(r, r);
  face(g, fam, size, mood);
  return c;
}
