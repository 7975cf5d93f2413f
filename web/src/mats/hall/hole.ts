/** The outline of the keyhole on the screen: exactly the referee's formula. */
import { KEYHOLE, skirt } from "./shapes";

/** For a principal point and so many pixels a unit of the plane at distance 1. */
export function holePath(cx: number, cy: number, k: number): string {
  const { up, r, top, bottom, wide } = KEYHOLE;
  // Where the skirt meets the disc.
  let [low, high] = [bottom, top];
  for (let i = 0; i < 40; i++) {
    const m = (low + high) / 2;
    if (skirt(m) ** 2 + (m - up) ** 2 > r ** 2) low = m;
    else high = m;
  }
  const [x, y] = [skirt(low) * k, cy - low * k];
  return `M${cx + x} ${y}A${r * k} ${r * k} 0 1 0 ${cx - x} ${y}L${cx - wide * k} ${cy - bottom * k}H${cx + wide * k}Z`;
}
