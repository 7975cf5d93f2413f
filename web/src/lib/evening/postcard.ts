/** The postcard of an evening, drawn on this device: 1200 by 750. Names only if somebody wants them on it. */
export interface Card {
  title: string;
  /** Under the podium: how many games. */
  note: string;
  /** The finest word of the evening; none: empty. */
  word: string;
  /** Steps of the podium, best first: names (none: nobody is named) and stars. */
  steps: readonly { names: readonly string[]; stars: number }[];
}

const [WIDTH, HEIGHT] = [1200, 750];
const PAPER = "#fffaef";
const INK = "#2a211b";
const LINE = "#c9b48e";
const TITLE = "Caprasimo, Georgia, serif";
const PLAIN = '"Atkinson Hyperlegible Next", system-ui, sans-serif';
/** Where the steps stand, best first: the middle, left, right. */
const STEPS = [
  { x: 300, high: 250, colour: "#f8d565" },
  { x: 120, high: 170, colour: "#8cc0ea" },
  { x: 480, high: 120, colour: "#f29bb2" },
] as const;
const FLOOR = 590;

function star(pen: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  pen.beginPath();
  for (let i = 0; i < 10; i++) {
    const [angle, far] = [(Math.PI * i) / 5 - Math.PI / 2, i % 2 ? r * 0.48 : r];
    pen.lineTo(x + far * Math.cos(angle), y + far * Math.sin(angle));
  }
  pen.closePath();
  pen.fillStyle = "#ffc93c";
  pen.fill();
  pen.lineWidth = 4;
  pen.strokeStyle = INK;
  pen.lineJoin = "round";
  pen.stroke();
}

/** As large as fits. */
function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  wide: number,
): void {
  for (let at = size; at > 16; at -= 2) {
    pen.font = `${at}px ${TITLE}`;
    if (pen.measureText(text).width <= wide) break;
  }
  pen.fillText(text, x, y);
}

export function drawCard(canvas: HTMLCanvasElement, card: Card): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = INK;
  pen.lineWidth = 6;
  pen.strokeRect(12, 12, WIDTH - 24, HEIGHT - 24);
  pen.textAlign = "center";
  pen.fillStyle = INK;
  write(pen, card.title, 390, 110, 60, 660);
  for (const [i, step] of card.steps.slice(0, 3).entries()) {
    const { x, high, colour } = STEPS[i] ?? STEPS[2];
    pen.fillStyle = colour;
    pen.fillRect(x, FLOOR - high, 180, high);
    pen.lineWidth = 5;
    pen.strokeStyle = INK;
    pen.strokeRect(x, FLOOR - high, 180, high);
    pen.fillStyle = INK;
    pen.font = `64px ${TITLE}`;
    pen.fillText(String(i + 1), x + 90, FLOOR - high / 2 + 22);
    const many = Math.min(step.stars, 4);
    for (let s = 0; s < many; s++) star(pen, x + 90 + (s - (many - 1) / 2) * 44, FLOOR - high - 36, 22);
    pen.fillStyle = INK;
    if (step.names.length) write(pen, step.names.join(", "), x + 90, FLOOR - high - 74, 34, 176);
  }
  pen.fillStyle = INK;
  pen.font = `34px ${PLAIN}`;
  pen.fillText(card.note, 390, 672);
  // The other half, as on a real one: a stamp, lines for an address.
  pen.strokeStyle = LINE;
  pen.setLineDash([4, 10]);
  pen.lineWidth = 4;
  pen.beginPath();
  pen.moveTo(770, 70);
  pen.lineTo(770, HEIGHT - 70);
  pen.stroke();
  pen.setLineDash([]);
  pen.fillStyle = "#a9352d";
  pen.fillRect(990, 70, 130, 156);
  pen.fillStyle = "#fbe9cf";
  pen.font = `96px ${TITLE}`;
  pen.fillText("T", 1055, 184);
  for (let line = 0; line < 3; line++) {
    pen.beginPath();
    pen.moveTo(830, 340 + 70 * line);
    pen.lineTo(1120, 340 + 70 * line);
    pen.stroke();
  }
  pen.fillStyle = INK;
  if (card.word) write(pen, card.word, 975, 620, 48, 320);
}
