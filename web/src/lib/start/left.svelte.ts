/** Seconds until something happens by itself, counted by the frame of a beat. */
import { ticker } from "../table/ticker.svelte";

export function secondsUntil(at: number): number {
  void ticker.beat;
  return Math.max(0, Math.ceil((at - performance.now()) / 1000));
}
