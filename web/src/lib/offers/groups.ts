/** Cards laid in groups: how they stand in one, and what a joker would say. The rules check it again. */
import type { GroupsDomain } from "../../protocol";
import { isGroup } from "./judge";

/** A card and the letter that it stands for. */
export type Said = readonly [string, string];

/** A group in the order of the alphabet; in a circle, turned until it goes on. */
export function arranged(domain: GroupsDomain, group: readonly Said[]): Said[] {
  const at = ([, letter]: Said): number => domain.alphabet.indexOf(letter);
  const sorted = [...group].sort((a, b) => at(a) - at(b));
  if (!domain.runs || !domain.circle) return sorted;
  const loose = { ...domain, shortest: 1, longest: sorted.length };
  const turned = sorted.map((_, i) => [...sorted.slice(i), ...sorted.slice(0, i)]);
  return turned.find((way) => isGroup(loose, way)) ?? sorted;
}

/** The letter with which a group would go on, or with which it would begin; null where nothing tells. */
export function following(domain: GroupsDomain, group: readonly Said[]): string | null {
  const [first, last] = [group[0]?.[1], group.at(-1)?.[1]];
  if (first === undefined || last === undefined) return null;
  if (!domain.runs) return first;
  const { alphabet, circle } = domain;
  const step = (letter: string, by: number): string | undefined => {
    const to = alphabet.indexOf(letter) + by;
    return circle ? alphabet[(to + alphabet.length) % alphabet.length] : alphabet[to];
  };
  // A hole in the run comes first.
  const hole = group.slice(1).findIndex(([, letter], i) => step(group[i]?.[1] ?? "", 1) !== letter);
  if (hole >= 0) return step(group[hole]?.[1] ?? "", 1) ?? null;
  const fits = (letter: string | undefined): letter is string =>
    letter !== undefined && alphabet.indexOf(letter) >= Math.max(0, alphabet.indexOf(domain.weakest));
  return [step(last, 1), step(first, -1)].find(fits) ?? null;
}
