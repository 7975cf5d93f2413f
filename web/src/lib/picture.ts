/** A text as a picture, drawn on this device: words in their lines, each author with an underline of its own. */

export interface PictureLine {
  /** Which of the authors, from 0. */
  author: number;
  words: readonly { text: string; leans: boolean; faded: boolean; hearts: number }[];
}

export interface PictureText {
  title: string;
  /** Below the text, small: a date. */
  note: string;
  lines: readonly PictureLine[];
  /** Names of the authors; empty: nobody is named. */
  names: readonly string[];
}

export const WIDTH = 1200;
const EDGE = 90;
const SIZE = 62;
const LINE = 108;
const FOOT = 70;
const PAPER = "#fffdf8";
const INK = "#2a211b";
const FADED = "#8b8178";
const HEART = "#a82b24";
const TITLE = "Caprasimo, Georgia, serif";
const PLAIN = '"Atkinson Hyperlegible Next", system-ui, sans-serif';
/** Authors are told apart by colour and by kind of line. */
export const COLOURS = ["#17528f", "#ab2a55", "#765300", "#17664a", "#55329a", "#a82b24"] as const;
const KINDS = ["plain", "dotted", "wavy", "dashed", "double", "dashdot"] as const;

interface Placed {
  text: string;
  x: number;
  y: number;
  width: number;
  author: number;
  faded: boolean;
  hearts: number;
  /** The next word of the same author stands on the same line: the underline goes on. */
  joins: boolean;
}

function spread(pen: CanvasRenderingContext2D, text: PictureText): { placed: Placed[]; rows: number } {
  const placed: Placed[] = [];
  const space = pen.measureText(" ").width;
  let [x, row] = [EDGE, 0];
  for (const { author, words } of text.lines)
    for (const word of words) {
      const width = pen.measureText(word.text).width;
      const hearts = word.hearts ? SIZE * 0.5 : 0;
      if (x > EDGE && x + width + hearts > WIDTH - EDGE) [x, row] = [EDGE, row + 1];
      const last = placed.at(-1);
      if (last) last.joins = last.author === author && last.y === row && !last.hearts;
      placed.push({
        text: word.text,
        x,
        y: row,
        width,
        author,
        faded: word.faded,
        hearts: word.hearts,
        joins: false,
      });
      x += width + hearts + (word.leans ? 0 : space);
    }
  return { placed, rows: row + 1 };
}

function underline(pen: CanvasRenderingContext2D, author: number, x: number, y: number, width: number): void {
  const kind = KINDS[author % KINDS.length];
  pen.strokeStyle = COLOURS[author % COLOURS.length] ?? INK;
  pen.lineWidth = 5;
  pen.lineCap = kind === "dotted" ? "round" : "butt";
  pen.setLineDash(
    kind === "dotted" ? [1, 11] : kind === "dashed" ? [22, 10] : kind === "dashdot" ? [20, 8, 4, 8] : [],
  );
  pen.beginPath();
  if (kind === "wavy") {
    pen.moveTo(x, y);
    for (let at = 0; at <= width; at += 3) pen.lineTo(x + at, y + 5 * Math.sin(at / 6));
  } else {
    pen.moveTo(x, y);
    pen.lineTo(x + width, y);
    if (kind === "double") {
      pen.lineWidth = 3;
      pen.moveTo(x, y + 8);
      pen.lineTo(x + width, y + 8);
    }
  }
  pen.stroke();
  pen.setLineDash([]);
}

function heart(pen: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  pen.fillStyle = HEART;
  pen.beginPath();
  pen.moveTo(x, y + size * 0.3);
  pen.bezierCurveTo(x, y - size * 0.1, x + size * 0.5, y - size * 0.1, x + size * 0.5, y + size * 0.25);
  pen.bezierCurveTo(x + size * 0.5, y - size * 0.1, x + size, y - size * 0.1, x + size, y + size * 0.3);
  pen.bezierCurveTo(x + size, y + size * 0.6, x + size * 0.6, y + size * 0.8, x + size * 0.5, y + size);
  pen.bezierCurveTo(x + size * 0.4, y + size * 0.8, x, y + size * 0.6, x, y + size * 0.3);
  pen.fill();
}

/** As high as the text needs. */
export function draw(canvas: HTMLCanvasElement, text: PictureText): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  canvas.width = WIDTH;
  pen.font = `${SIZE}px ${TITLE}`;
  const { placed, rows } = spread(pen, text);
  const top = EDGE + 110;
  const named = text.names.length > 0;
  canvas.height = top + rows * LINE + (named ? 90 : 20) + FOOT + 40;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, canvas.height);
  for (let fold = 1; fold < 4; fold++) {
    pen.fillStyle = "rgb(42 33 27 / 0.06)";
    pen.fillRect(0, (canvas.height * fold) / 4, WIDTH, 6);
  }
  pen.strokeStyle = INK;
  pen.lineWidth = 4;
  pen.strokeRect(22, 22, WIDTH - 44, canvas.height - 44);
  pen.textBaseline = "alphabetic";
  pen.fillStyle = INK;
  pen.font = `44px ${TITLE}`;
  pen.fillText(text.title, EDGE, EDGE + 30);
  pen.font = `${SIZE}px ${TITLE}`;
  const space = pen.measureText(" ").width;
  for (const word of placed) {
    const y = top + word.y * LINE + SIZE * 0.6;
    pen.fillStyle = word.faded ? FADED : INK;
    pen.fillText(word.text, word.x, y);
    underline(pen, word.author, word.x, y + 18, word.width + (word.joins ? space : 0));
    if (word.hearts) heart(pen, word.x + word.width + 6, y - SIZE * 0.75, SIZE * 0.4);
  }
  const bottom = top + rows * LINE + 30;
  pen.font = `34px ${PLAIN}`;
  let x = EDGE;
  for (const [author, name] of text.names.entries()) {
    pen.fillStyle = INK;
    pen.fillText(name, x, bottom);
    const width = pen.measureText(name).width;
    underline(pen, author, x, bottom + 12, width);
    x += width + 50;
  }
  pen.fillStyle = FADED;
  pen.font = `28px ${PLAIN}`;
  pen.fillText(text.note, EDGE, canvas.height - FOOT);
}

/** The picture goes to whoever is chosen on this device, or into its downloads; no server sees it. */
export async function give(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, "image/png");
  });
  if (!blob) return;
  const file = new File([blob], name, { type: "image/png" });
  if (typeof navigator.canShare === "function" && navigator.canShare({ files: [file] }))
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (wrong) {
      if ((wrong as Error).name === "AbortError") return;
    }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 10_000);
}
