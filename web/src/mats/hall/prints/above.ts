/** The room above the doors, only for the look: wallpaper, ancestors in gold frames, a chandelier. */
import type { Side } from "../shapes";
import { BRASS, canvas, GREEN, GREEN_DARK, INK, line, PAPER, rounded } from "./paper";

export const UPPER = 118;
export function upperCanvas(n: Side): HTMLCanvasElement {
  const k = 3,
    [c, g] = canvas(300 * k, UPPER * k);
  g.scale(k, k);
  g.fillStyle = GREEN;
  g.fillRect(0, 0, 300, UPPER);
  g.fillStyle = GREEN_DARK;
  for (let x = 0; x < 300; x += 10) g.fillRect(x, 0, 5, UPPER);
  g.fillStyle = "#3d7563";
  for (let x = 7.5; x < 300; x += 10)
    for (let y = 18; y < UPPER; y += 10) {
      g.beginPath();
      g.arc(x, y + ((x / 10) % 2 > 1 ? 5 : 0), 1.1, 0, 7);
      g.fill();
    }
  g.fillStyle = "#f1dfba";
  g.fillRect(0, 0, 300, 9);
  g.fillStyle = BRASS;
  for (let x = 4; x < 300; x += 8) {
    g.beginPath();
    g.arc(x, 9, 3.6, 0, Math.PI);
    g.fill();
  }
  line(g, INK, 0.8, [
    [0, 9],
    [300, 9],
  ]);
  const frame = (x: number, y: number, w: number, h: number, draw: () => void): void => {
    g.fillStyle = BRASS;
    g.strokeStyle = INK;
    g.lineWidth = 1.2;
    rounded(g, x, y, w, h, 3);
    g.fill();
    g.stroke();
    g.fillStyle = "#d8c6a0";
    rounded(g, x + 4, y + 4, w - 8, h - 8, 2);
    g.fill();
    g.stroke();
    g.save();
    g.beginPath();
    g.rect(x + 4, y + 4, w - 8, h - 8);
    g.clip();
    g.translate(x + w / 2, y + h);
    draw();
    g.restore();
  };
  const ghost = (r: number, moustache: boolean): void => {
    g.fillStyle = PAPER;
    g.strokeStyle = INK;
    g.lineWidth = 1;
    g.beginPath();
    g.moveTo(-r, 2);
    g.lineTo(-r, -r * 1.5);
    g.arc(0, -r * 1.5, r, Math.PI, 0);
    g.lineTo(r, 2);
    g.closePath();
    g.fill();
    g.stroke();
    g.fillStyle = INK;
    for (const s of [-1, 1]) {
      g.beginPath();
      g.ellipse(s * r * 0.36, -r * 1.6, r * 0.13, r * 0.22, 0, 0, 7);
      g.fill();
    }
    if (moustache) {
      g.beginPath();
      g.ellipse(-r * 0.26, -r * 1.1, r * 0.28, r * 0.13, 0.35, 0, 7);
      g.ellipse(r * 0.26, -r * 1.1, r * 0.28, r * 0.13, -0.35, 0, 7);
      g.fill();
    } else {
      g.lineWidth = 1;
      g.beginPath();
      g.arc(0, -r * 1.2, r * 0.24, 0.2, Math.PI - 0.2);
      g.stroke();
    }
  };
  const moon = (): void => {
    g.fillStyle = "#24385f";
    g.fillRect(-40, -80, 80, 80);
    g.fillStyle = "#ffe9a8";
    g.beginPath();
    g.arc(6, -34, 9, 0, 7);
    g.fill();
    g.fillStyle = "#24385f";
    g.beginPath();
    g.arc(2.5, -36, 8, 0, 7);
    g.fill();
    g.fillStyle = "#fff";
    for (const [x, y] of [
      [-12, -20],
      [-8, -44],
      [14, -14],
      [-14, -36],
    ] as const) {
      g.beginPath();
      g.arc(x, y, 0.8, 0, 7);
      g.fill();
    }
    line(g, INK, 1.4, [
      [0, 0],
      [0, -80],
    ]);
    line(g, INK, 1.4, [
      [-40, -27],
      [40, -27],
    ]);
  };
  const set = (
    [
      [() => ghost(13, true), moon, () => ghost(10, false)],
      [moon, () => ghost(14, true), moon],
      [() => ghost(10, false), () => ghost(13, true), moon],
      [moon, () => ghost(10, false), () => ghost(13, true)],
    ] as const
  )[n];
  (
    [
      [34, 36, 44, 56, 0],
      [126, 28, 48, 64, 1],
      [222, 36, 44, 56, 2],
    ] as const
  ).forEach(([x, y, w, h, i]) => frame(x, y, w, h, set[i]));
  return c;
}
export function chandelierCanvas(): HTMLCanvasElement {
  const k = 5,
    [c, g] = canvas(96 * k, 70 * k);
  g.scale(k, k);
  g.lineCap = "round";
  g.lineJoin = "round";
  const both = (w: number, f: () => void): void => {
    g.strokeStyle = INK;
    g.lineWidth = w + 2;
    f();
    g.stroke();
    g.strokeStyle = BRASS;
    g.lineWidth = w;
    f();
    g.stroke();
  };
  both(2, () => {
    g.beginPath();
    g.moveTo(48, 0);
    g.lineTo(48, 40);
  });
  for (const [x, y] of [
    [12, 34],
    [30, 42],
    [66, 42],
    [84, 34],
  ] as const)
    both(2, () => {
      g.beginPath();
      g.moveTo(48, 34);
      g.bezierCurveTo(48, 60, x, 62, x, y);
    });
  g.fillStyle = BRASS;
  g.strokeStyle = INK;
  g.lineWidth = 1.2;
  g.beginPath();
  g.ellipse(48, 48, 8, 10, 0, 0, 7);
  g.fill();
  g.stroke();
  for (const [x, y] of [
    [12, 34],
    [30, 42],
    [66, 42],
    [84, 34],
    [48, 30],
  ] as const) {
    g.fillStyle = BRASS;
    g.beginPath();
    g.ellipse(x, y, 5.5, 2, 0, 0, 7);
    g.fill();
    g.stroke();
    g.fillStyle = PAPER;
    rounded(g, x - 2, y - 11, 4, 11, 1);
    g.fill();
    g.stroke();
    g.fillStyle = "#ffd76a";
    g.beginPath();
    g.moveTo(x, y - 20);
    g.quadraticCurveTo(x + 4, y - 13, x, y - 11.5);
    g.quadraticCurveTo(x - 4, y - 13, x, y - 20);
    g.fill();
    g.stroke();
  }
  g.fillStyle = "#cfe6ef";
  for (const x of [21, 39, 57, 75]) {
    g.beginPath();
    g.moveTo(x, 52);
    g.lineTo(x + 2.5, 57);
    g.lineTo(x, 63);
    g.lineTo(x - 2.5, 57);
    g.closePath();
    g.fill();
    g.stroke();
  }
  return c;
}
