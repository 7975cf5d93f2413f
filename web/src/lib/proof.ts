/** The proof of an honest shuffle, worked out here: the hash of the seed must be the one the table published.
 *  Browsers lend their own SHA-256 only to encrypted pages, and a family's network seldom is. */

const ROUND = (() => {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const bits = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
  return { k: primes.map((p) => bits(Math.cbrt(p))), h: primes.slice(0, 8).map((p) => bits(Math.sqrt(p))) };
})();

export function sha256(message: Uint8Array): string {
  const length = message.length;
  const padded = new Uint8Array((((length + 8) >> 6) + 1) << 6);
  padded.set(message);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, length * 8);
  const hash = Uint32Array.from(ROUND.h);
  const w = new Uint32Array(64);
  const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!;
      const b = w[i - 2]!;
      w[i] =
        w[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = [...hash] as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND.k[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = hash[i]! + value));
  }
  return [...hash].map((x) => x.toString(16).padStart(8, "0")).join("");
}

/** What the table must have published for this seed (32 hexadecimal digits). */
export const commitment = (seed: string): string => hashOf("tablee commitment ", seed);

/** The hash of a label and of bytes in hexadecimal. */
export function hashOf(label: string, hex: string): string {
  const bytes = (hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
  return sha256(Uint8Array.from([...new TextEncoder().encode(label), ...bytes]));
}
