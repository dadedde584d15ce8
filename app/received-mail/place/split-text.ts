/** Where a part may end, best first: after a paragraph, a line, a sentence, a word. */
const ends = [/\n\s*\n/g, /\n/g, /[.!?…。](?=\s)/g, /\s/g];

/**
 * Splits a text into parts of at most `max` UTF-16 units. A part ends after a paragraph of its second half, otherwise
 * after a line, a sentence or a word, and never within a character.
 */
export function splitText(text: string, max: number): string[] {
  const parts: string[] = [];
  let remaining = text.trim();
  while (remaining.length > max) {
    const end = endOfPart(remaining, max);
    parts.push(remaining.slice(0, end).trimEnd());
    remaining = remaining.slice(end).trimStart();
  }
  return [...parts, remaining];
}

/** Longer than any character. */
const around = 100;

function endOfPart(text: string, max: number): number {
  for (const end of ends) {
    const found = [...text.slice(0, max + 1).matchAll(end)];
    const at = found.map(({ 0: sign, index }) => (sign.trim() ? index + 1 : index)).at(-1);
    if (at !== undefined && at >= max / 2) return at;
  }
  // A character of several units, such as a family emoji, moves to the next part as a whole.
  const from = Math.max(0, max - around);
  const characters = [...new Intl.Segmenter("en").segment(text.slice(from, max + around))];
  const start = characters.findLast(({ index }) => from + index <= max)?.index ?? 0;
  return start > 0 ? from + start : max;
}
