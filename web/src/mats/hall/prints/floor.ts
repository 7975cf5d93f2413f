/** The floor of every old French hall: octagons and cabochons. Doormats carry the numbers of the doors. */
import { SIDES, type Side } from "../shapes";
import { canvas, INK } from "./paper";

/** How a figure on the floor is turned to stand upright for whoever sits at a side. */
const UPRIGHT = [0, Math.PI / 2, Math.PI, -Math.PI / 2] as const;

export function floorCanvas(view: Side, mats = true): HTMLCanvasElement {
  const k = 4,
    [c, g] = canvas(300 * k, 300 * k);
  g.scale(k, k);
  for (let x = 0; x < 6; x++)
    for (let y = 0; y < 6; y++) {
      g.fillStyle = (x + y) % 2 ? "#f5e7cb" : "#ecd8b3";
      g.fillRect(x * 50, y * 50, 50, 50);
      g.strokeStyle = "#d3b98c";
      g.lineWidth = 0.7;
      const q = 4,
        X = x * 50 + q,
        Y = y * 50 + q,
        S = 50 - 2 * q,
        n = 9;
      g.beginPath();
      g.moveTo(X + n, Y);
      g.lineTo(X + S - n, Y);
      g.lineTo(X + S, Y + n);
      g.lineTo(X + S, Y + S - n);
      g.lineTo(X + S - n, Y + S);
      g.lineTo(X + n, Y + S);
      g.lineTo(X, Y + S - n);
      g.lineTo(X, Y + n);
      g.closePath();
      g.stroke();
    }
  g.strokeStyle = "#8d7350";
  g.lineWidth = 0.9;
  g.beginPath();
  for (let i = 1; i < 6; i++) {
    g.moveTo(i * 50, 0);
    g.lineTo(i * 50, 300);
    g.moveTo(0, i * 50);
    g.lineTo(300, i * 50);
  }
  g.stroke();
  for (let x = 0; x <= 6; x++)
    for (let y = 0; y <= 6; y++) {
      g.save();
      g.translate(x * 50, y * 50);
      g.rotate(Math.PI / 4);
      g.fillStyle = "#8c3a33";
      g.strokeStyle = INK;
      g.lineWidth = 0.7;
      g.fillRect(-4.2, -4.2, 8.4, 8.4);
      g.strokeRect(-4.2, -4.2, 8.4, 8.4);
      g.restore();
    }
  if (mats)
    for (const s of SIDES)
      for (let d = 1; d <= 6; d++) {
        // doormats
        const a = 25 + 50 * (d - 1),
          [x, y] = (
            [
              [a, 300],
              [0, a],
              [300 - a, 0],
              [300, 300 - a],
            ] as const
          )[s],
          [nx, ny] = (
            [
              [0, -1],
              [1, 0],
              [0, 1],
              [-1, 0],
            ] as const
          )[s];
        g.save();
        g.translate(x, y);
        g.rotate(Math.atan2(ny, nx) + Math.PI / 2);
        g.beginPath();
        g.moveTo(-12, 0);
        g.arc(0, 0, 12, Math.PI, 0);
        g.closePath();
        g.fillStyle = "#9c4a3c";
        g.fill();
        g.strokeStyle = INK;
        g.lineWidth = 0.8;
        g.stroke();
        g.beginPath();
        g.arc(0, 0, 9.8, Math.PI, 0);
        g.setLineDash([1.4, 1.4]);
        g.strokeStyle = "#f0cfa2";
        g.lineWidth = 0.7;
        g.stroke();
        g.restore();
        g.save();
        g.translate(x + nx * 5, y + ny * 5);
        g.rotate(UPRIGHT[view]);
        g.fillStyle = "#fff3da";
        g.font = "400 9px Caprasimo, Georgia, serif";
        g.textAlign = "center";
        g.textBaseline = "middle";
        g.fillText(String(d), 0, 0.4);
        g.restore();
      }
  return c;
}
