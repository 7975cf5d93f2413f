/** What is painted on the floor: what lies under the piece in hand, and what each cell costs. */
import { UNDER, type Standing } from "../fromAbove";
import { cellKey } from "../hall";
import { footprint } from "../poses";
import { CELL, CELLS, doorway, type Side } from "../shapes";
import type { Stage } from "./stage";

export function floorMarks(
  on: Stage,
  g: CanvasRenderingContext2D,
  held: Standing | undefined,
  reached: ReadonlyMap<string, number> | null,
  view: Side,
): void {
  if (held?.held) {
    g.beginPath();
    for (const [x, y] of footprint(held.piece, held.pose)) g.lineTo(x, y);
    g.closePath();
    g.fillStyle = UNDER[held.held].fill;
    g.strokeStyle = UNDER[held.held].line;
    g.lineWidth = 2.5;
    g.setLineDash(held.held === "refused" ? [5, 3] : []);
    g.fill();
    g.stroke();
    g.setLineDash([]);
  }
  for (let c = 0; reached && c < CELLS; c++)
    for (let r = 0; r < CELLS; r++) cost(on, g, reached.get(cellKey([c, r])), c * CELL, r * CELL, view);
}

function cost(
  on: Stage,
  g: CanvasRenderingContext2D,
  n: number | undefined,
  x: number,
  y: number,
  view: Side,
): void {
  if (n === undefined) {
    g.fillStyle = "rgb(42 33 27 / .34)";
    g.fillRect(x, y, CELL, CELL);
  } else if (n === 0) {
    g.strokeStyle = "#1e4c84";
    g.lineWidth = 3.2;
    g.beginPath();
    g.roundRect(x + 3, y + 3, 44, 44, 6);
    g.stroke();
  } else {
    const { f } = doorway(view, 1);
    const [mx, my] = [x + 25 - f[0] * 10, y + 25 - f[1] * 10];
    g.strokeStyle = "rgb(42 33 27 / .55)";
    g.lineWidth = 0.9;
    g.fillStyle = "rgb(255 253 248 / .9)";
    g.beginPath();
    g.arc(mx, my, 9.5, 0, 7);
    g.fill();
    g.stroke();
    g.fillStyle = "#2a211b";
    on.write(g, String(n), mx, my, 14);
  }
}
