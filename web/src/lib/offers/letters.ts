/** Which card for which letter of a word: only to show what was meant; the rules check it again. */

export interface Own {
  handle: string;
  /** Its letter; empty: any. */
  letter: string;
}

/**
 * A card for every letter, the first ones of the list first, jokers where no letter is left; null when they do not
 * reach. `must` is among them.
 */
export function lay(letters: string, cards: readonly Own[], must: Own | null = null): Own[] | null {
  const used: (Own | undefined)[] = Array.from({ length: letters.length });
  const left = cards.filter((c) => c.handle !== must?.handle);
  if (must) {
    const place = must.letter ? letters.indexOf(must.letter) : 0;
    if (place < 0 || !letters) return null;
    used[place] = must;
  }
  for (const joker of [false, true])
    for (const [place, letter] of [...letters].entries()) {
      const at = used[place] ? -1 : left.findIndex((c) => (joker ? !c.letter : c.letter === letter));
      if (at >= 0) used[place] = left.splice(at, 1)[0];
    }
  return used.every((c): c is Own => c !== undefined) ? used : null;
}
