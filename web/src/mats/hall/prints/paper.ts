/** What all prints share: paper, ink and a pen that draws in millimetres. */

export type Pen = CanvasRenderingContext2D;
export type Print = (g: Pen, w: number, h: number) => void;

export const INK = "#2a211b";
export const PAPER = "#fffdf8";
export const BRASS = "#e3b65c";
export const BRASS_DARK = "#b98a3a";
export const WOOD = "#a97449";
export const WOOD_DARK = "#8b5b38";
export const GREEN = "#2f6252";
export const GREEN_DARK = "#295748";
export const RED = "#b3332b";

/** A canvas and its pen. A browser that gives no pen draws nothing: what it is printed on stays plain. */
export function canvas(w: number, h: number): [HTMLCanvasElement, Pen] {
  const c = document.createElement("canvas");
  c.width = w;
  c.height = h;
  return [c, c.getContext("2d") as Pen];
}

/** Paths a rectangle with round corners. */
export const rounded = (g: Pen, x: number, y: number, w: number, h: number, r: number): void => {
  g.beginPath();
  g.roundRect(x, y, w, h, r);
};

export const disc = (g: Pen, x: number, y: number, r: number): void => {
  g.beginPath();
  g.arc(x, y, r, 0, 7);
};

export const line = (
  g: Pen,
  colour: string,
  width: number,
  points: readonly (readonly [number, number])[],
): void => {
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.lineJoin = g.lineCap = "round";
  g.beginPath();
  for (const [x, y] of points) g.lineTo(x, y);
  g.stroke();
};
