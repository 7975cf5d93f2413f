/** Which cards a name takes: those of greatest worth, without what one would rather leave, if the others reach. */
import type { MarksDomain } from "../../protocol";
import { fold } from "./fits";

export const worthOf = (domain: MarksDomain, cards: readonly string[]): number =>
  cards.reduce((sum, card) => sum + (domain.worth[card] ?? 0), 0);

/** `on` was touched and comes first, `off` was touched away. */
export function marked(
  domain: MarksDomain,
  name: string,
  on: readonly string[] = [],
  off: readonly string[] = [],
): string[] {
  const letters = [...fold(name)];
  const take = (shunned: readonly string[]): string[] =>
    [...new Set(letters)].flatMap((letter) =>
      Object.keys(domain.cards)
        .filter((c) => domain.cards[c] === letter && !off.includes(c) && (on.includes(c) || !shunned.includes(c)))
        .sort(
          (a, b) =>
            Number(on.includes(b)) - Number(on.includes(a)) || (domain.worth[b] ?? 0) - (domain.worth[a] ?? 0),
        )
        .slice(0, letters.filter((l) => l === letter).length),
    );
  const without = take(domain.shunned);
  const chosen = worthOf(domain, without) >= domain.need ? without : take([]);
  return Object.keys(domain.cards).filter((c) => chosen.includes(c));
}
