/** The walls: paper, doors, the keyhole's plate, and the front with its clock. */
import {
  BRASS,
  BRASS_DARK,
  canvas,
  GREEN,
  GREEN_DARK,
  INK,
  line,
  PAPER,
  RED,
  rounded,
  WOOD,
  WOOD_DARK,
} from "./paper";

export const WALL = 66;
export function wallCanvas(): HTMLCanvasElement {
  const k = 4,
    [c, g] = canvas(300 * k, WALL * k);
  g.scale(k, k);
  g.fillStyle = GREEN;
  g.fillRect(0, 0, 300, WALL);
  g.fillStyle = GREEN_DARK;
  for (let x = 0; x < 300; x += 10) g.fillRect(x, 0, 5, WALL);
  g.fillStyle = "#3d7563";
  for (let x = 7.5; x < 300; x += 10)
    for (let y = 9; y < 46; y += 10) {
      g.beginPath();
      g.arc(x, y + ((x / 10) % 2 > 1 ? 5 : 0), 1.1, 0, 7);
      g.fill();
    }
  g.fillStyle = WOOD;
  g.fillRect(0, 46, 300, 20);
  g.fillStyle = WOOD_DARK;
  g.fillRect(0, 45, 300, 2);
  g.fillRect(0, 62, 300, 4);
  line(g, INK, 0.6, [
    [0, 45],
    [300, 45],
  ]);
  line(g, INK, 0.5, [
    [0, 62],
    [300, 62],
  ]);
  g.fillStyle = "#f1dfba";
  g.fillRect(0, 0, 300, 4.5);
  line(g, INK, 0.7, [
    [0, 4.5],
    [300, 4.5],
  ]);
  g.fillStyle = BRASS;
  for (let x = 2.5; x < 300; x += 5) {
    g.beginPath();
    g.arc(x, 4.6, 2.2, 0, Math.PI);
    g.fill();
  }
  for (let d = 0; d < 6; d++) {
    // door frames: dark openings, the leaves are separate
    const x = 25 + 50 * d;
    g.fillStyle = "#e9d3a8";
    g.strokeStyle = INK;
    g.lineWidth = 0.9;
    rounded(g, x - 16.5, 12.5, 33, 60, 2);
    g.fill();
    g.stroke();
    g.fillStyle = "#1d1714";
    rounded(g, x - 13.5, 15.5, 27, 60, 1);
    g.fill();
    for (const lx of d < 5 ? [x + 25] : []) {
      g.fillStyle = BRASS;
      g.strokeStyle = INK;
      g.lineWidth = 0.6;
      rounded(g, lx - 1.6, 28, 3.2, 8, 1);
      g.fill();
      g.stroke();
      g.beginPath();
      g.moveTo(lx - 5, 28);
      g.lineTo(lx - 3, 19);
      g.lineTo(lx + 3, 19);
      g.lineTo(lx + 5, 28);
      g.closePath();
      g.fillStyle = "#fff0c2";
      g.fill();
      g.stroke();
    }
  }
  return c;
}
export function doorCanvas(n: number, colour: string): HTMLCanvasElement {
  const k = 8,
    [c, g] = canvas(27 * k, 50.5 * k);
  g.scale(k, k);
  g.fillStyle = colour;
  g.fillRect(0, 0, 27, 50.5);
  g.strokeStyle = "rgb(0 0 0 / .28)";
  g.lineWidth = 0.9;
  rounded(g, 3.5, 16, 20, 12.5, 1.2);
  g.stroke();
  rounded(g, 3.5, 31.5, 20, 15.5, 1.2);
  g.stroke();
  g.fillStyle = "#fff6e2";
  g.strokeStyle = INK;
  g.lineWidth = 0.8;
  g.beginPath();
  g.ellipse(13.5, 8.5, 6.5, 5.2, 0, 0, 7);
  g.fill();
  g.stroke();
  g.fillStyle = INK;
  g.font = "400 8.4px Caprasimo, Georgia, serif";
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.fillText(String(n), 13.5, 8.9);
  g.fillStyle = BRASS;
  g.beginPath();
  g.arc(23, 30, 1.8, 0, 7);
  g.fill();
  g.stroke();
  return c;
}
// the brass plate of the keyhole, 22 x 34 mm, with two eyes behind it
export function plateCanvas(): HTMLCanvasElement {
  const k = 10,
    [c, g] = canvas(22 * k, 34 * k);
  g.scale(k, k);
  g.fillStyle = BRASS;
  g.strokeStyle = INK;
  g.lineWidth = 1.1;
  rounded(g, 0.8, 0.8, 20.4, 32.4, 10);
  g.fill();
  g.stroke();
  g.strokeStyle = BRASS_DARK;
  g.lineWidth = 0.8;
  rounded(g, 2.6, 2.6, 16.8, 28.8, 8.4);
  g.stroke();
  g.fillStyle = INK;
  g.beginPath();
  g.arc(11, 13, 5.8, 0, 7);
  g.fill();
  g.beginPath();
  g.moveTo(8.4, 15);
  g.lineTo(13.6, 15);
  g.lineTo(16, 27);
  g.lineTo(6, 27);
  g.closePath();
  g.fill();
  for (const x of [8.8, 13.2]) {
    g.fillStyle = "#fff";
    g.beginPath();
    g.arc(x, 12.6, 1.7, 0, 7);
    g.fill();
    g.fillStyle = INK;
    g.beginPath();
    g.arc(x, 13, 0.8, 0, 7);
    g.fill();
  }
  return c;
}
// the pop-up front above the far wall: sign of the hotel, clock of the round (eight o'clock in round 1, midnight in round 5)
export const FRONT = { w: 300, h: 84 };
export function frontCanvas(round: number): HTMLCanvasElement {
  const k = 5,
    { w, h } = FRONT,
    [c, g] = canvas(w * k, h * k);
  g.scale(k, k);
  g.lineJoin = "round";
  g.beginPath();
  g.moveTo(1, h);
  g.lineTo(1, 62);
  g.lineTo(22, 62);
  g.quadraticCurveTo(30, 62, 34, 52);
  g.quadraticCurveTo(40, 38, 60, 38);
  g.lineTo(112, 38);
  g.quadraticCurveTo(116, 6, 150, 4);
  g.quadraticCurveTo(184, 6, 188, 38);
  g.lineTo(240, 38);
  g.quadraticCurveTo(260, 38, 266, 52);
  g.quadraticCurveTo(270, 62, 278, 62);
  g.lineTo(299, 62);
  g.lineTo(299, h);
  g.closePath();
  g.fillStyle = "#f1dfba";
  g.fill();
  g.strokeStyle = INK;
  g.lineWidth = 1.5;
  g.stroke();
  g.save();
  g.clip();
  const s = 15;
  for (let x = 0, i = 0; x < w; x += s, i++) {
    g.fillStyle = i % 2 ? "#fff8ee" : RED;
    g.beginPath();
    g.rect(x, 66, s, 10);
    g.arc(x + s / 2, 76, s / 2, 0, Math.PI);
    g.fill();
  }
  g.strokeStyle = INK;
  g.lineWidth = 0.9;
  g.beginPath();
  g.moveTo(0, 66);
  g.lineTo(w, 66);
  for (let x = 0; x < w; x += s) {
    g.moveTo(x + s, 76);
    g.arc(x + s / 2, 76, s / 2, 0, Math.PI);
  }
  g.stroke();
  g.restore();
  g.save();
  g.translate(150, 31);
  g.fillStyle = PAPER;
  g.lineWidth = 1.5;
  g.strokeStyle = INK;
  g.beginPath();
  g.arc(0, 0, 22, 0, 7);
  g.fill();
  g.stroke();
  g.strokeStyle = BRASS;
  g.lineWidth = 2;
  g.beginPath();
  g.arc(0, 0, 19.6, 0, 7);
  g.stroke();
  g.strokeStyle = INK;
  g.lineWidth = 1.4;
  for (let i = 0; i < 12; i++) {
    const t = (i * Math.PI) / 6,
      q = i % 3 ? 14.6 : 13;
    g.beginPath();
    g.moveTo(16.6 * Math.sin(t), -16.6 * Math.cos(t));
    g.lineTo(q * Math.sin(t), -q * Math.cos(t));
    g.stroke();
  }
  const t = ((7 + round) * Math.PI) / 6;
  g.lineCap = "round";
  g.lineWidth = 3;
  g.beginPath();
  g.moveTo(0, 0);
  g.lineTo(9 * Math.sin(t), -9 * Math.cos(t));
  g.stroke();
  g.lineWidth = 2;
  g.beginPath();
  g.moveTo(0, 0);
  g.lineTo(0, -13.5);
  g.stroke();
  g.fillStyle = RED;
  g.beginPath();
  g.arc(0, 0, 2.4, 0, 7);
  g.fill();
  g.restore();
  g.fillStyle = RED;
  g.font = "400 19px Caprasimo, Georgia, serif";
  g.textAlign = "center";
  g.fillText("Grand", 84, 58.5);
  g.fillText("Hôtel", 218, 58.5);
  return c;
}
