const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether every word of a search stands in one of the texts; accents and case make no difference. */
export function matchesSearch(search: string, ...texts: string[]): boolean {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const all = plain(texts.join("\n"));
  return words.every((word) => all.includes(word));
}
