/** Where a word can be looked up: a page of strangers, which only a finger opens. */
export function dictionary(language: unknown, word: string): string {
  const shelf = typeof language === "string" && /^[a-z]{2}$/.test(language) ? language : "fr";
  return `https://${shelf}.wiktionary.org/wiki/${encodeURIComponent(word.trim().toLowerCase())}`;
}
