/** Wood, paper, spoon and bell, made here: no file to load. One switch, never the only signal. */
import { settings } from "../settings.svelte";

export type Sound =
  | "lay"
  | "turn"
  | "draw"
  | "turnYou"
  | "etoile"
  | "petard"
  | "shout"
  | "tick"
  | "tock"
  | "refused"
  | "win"
  | "press";

const LOUDNESS = 0.2;

let context: AudioContext | null = null;
let out: GainNode | null = null;
let rustle: AudioBuffer | null = null;

/** Browsers let a page sound only after a touch. */
export function wake(): void {
  if (!settings.kept.sound) return;
  if (!context) {
    context = new AudioContext({ latencyHint: "interactive" });
    out = context.createGain();
    out.gain.value = LOUDNESS;
    out.connect(context.destination);
    rustle = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const data = rustle.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  if (context.state === "suspended") void context.resume();
}

/** A tone that is struck and fades. */
function tone(
  at: number,
  from: number,
  to: number,
  seconds: number,
  gain: number,
  shape: OscillatorType = "sine",
  attack = 0.002,
): void {
  if (!context || !out) return;
  const source = new OscillatorNode(context, { type: shape, frequency: from });
  const level = new GainNode(context, { gain: 0 });
  source.frequency.exponentialRampToValueAtTime(Math.max(1, to), at + seconds);
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(gain, at + attack);
  level.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(level).connect(out);
  source.start(at);
  source.stop(at + seconds + 0.02);
}

/** A breath of noise through a filter: paper, felt, a fuse. */
function hiss(
  at: number,
  from: number,
  to: number,
  seconds: number,
  gain: number,
  kind: BiquadFilterType = "bandpass",
  q = 1,
): void {
  if (!context || !out || !rustle) return;
  const source = new AudioBufferSourceNode(context, { buffer: rustle });
  const filter = new BiquadFilterNode(context, { type: kind, frequency: from, Q: q });
  const level = new GainNode(context, { gain: 0 });
  filter.frequency.exponentialRampToValueAtTime(to, at + seconds);
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(gain, at + Math.min(0.02, seconds / 4));
  level.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(filter).connect(level).connect(out);
  source.start(at, Math.random() * 0.4, seconds + 0.05);
}

function bell(at: number, pitch: number, gain: number): void {
  for (const [partial, share, seconds] of [
    [1, 1, 1.1],
    [2.76, 0.5, 0.7],
    [5.4, 0.25, 0.4],
  ] as const)
    tone(at, pitch * partial, pitch * partial, seconds, gain * share);
}

function accordion(at: number, pitch: number, seconds: number): void {
  for (const detune of [0.996, 1, 1.004])
    tone(at, pitch * detune, pitch * detune, seconds, 0.16, "sawtooth", 0.06);
  tone(at, pitch * 2, pitch * 2, seconds, 0.06, "square", 0.06);
}

const MADE: Record<Sound, (at: number) => void> = {
  lay: (t) => (hiss(t, 900, 500, 0.05, 0.7), tone(t, 190, 120, 0.09, 0.7)),
  turn: (t) => (hiss(t, 2600, 5200, 0.11, 0.4), hiss(t + 0.08, 3800, 2400, 0.07, 0.3)),
  draw: (t) => hiss(t, 1800, 4200, 0.17, 0.35),
  turnYou: (t) => (
    tone(t, 2100, 2080, 0.16, 0.3),
    tone(t, 3160, 3150, 0.1, 0.12),
    tone(t + 0.14, 2360, 2340, 0.22, 0.3),
    tone(t + 0.14, 3540, 3530, 0.12, 0.12)
  ),
  etoile: (t) => (bell(t, 1175, 0.3), bell(t + 0.09, 1568, 0.22)),
  petard: (t) => (
    hiss(t, 5000, 7000, 0.42, 0.3, "highpass"),
    tone(t + 0.4, 130, 45, 0.22, 1),
    hiss(t + 0.4, 700, 200, 0.14, 0.8, "lowpass")
  ),
  shout: (t) => (bell(t, 1568, 0.5), bell(t + 0.13, 1568, 0.35)),
  tick: (t) => (tone(t, 1500, 1300, 0.03, 0.22), hiss(t, 3000, 2500, 0.02, 0.15)),
  tock: (t) => (tone(t, 900, 760, 0.06, 0.6), hiss(t, 2400, 2000, 0.03, 0.4)),
  refused: (t) => (tone(t, 150, 85, 0.14, 0.9), hiss(t, 400, 250, 0.07, 0.5)),
  win: (t) => (accordion(t, 392, 0.28), accordion(t + 0.22, 494, 0.28), accordion(t + 0.44, 587, 0.7)),
  press: (t) => hiss(t, 1500, 900, 0.03, 0.3),
};

export function play(sound: Sound, later = 0): void {
  if (!settings.kept.sound || !context || context.state !== "running") return;
  MADE[sound](context.currentTime + later / 1000);
}

/** Milliseconds of buzzing, as in `navigator.vibrate`. */
export function buzz(pattern: number | number[]): void {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- not every browser has it
  if (settings.kept.haptics && "vibrate" in navigator && navigator.userActivation?.hasBeenActive)
    navigator.vibrate(pattern);
}
