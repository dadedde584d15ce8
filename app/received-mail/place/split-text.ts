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
    const end = endOfPart(remaining.slice(0, max + 1), max);
    parts.push(remaining.slice(0, end).trimEnd());
    remaining = remaining.slice(end).trimStart();
  }
  return [...parts, remaining];
}

function endOfPart(start: string, max: number): number {
  for (const end of ends) {
    const at = [...start.matchAll(end)].map(({ 0: found, index }) => (found.trim() ? index + 1 : index)).at(-1);
    if (at !== undefined && at >= max / 2) return at;
  }
  // A character of several units, such as a family emoji, moves to the next part as a whole.
  const whole = [...new Intl.Segmenter("en").segment(start.slice(-200))].at(-1)?.index ?? 0;
  return whole > 0 ? start.length - Math.min(200, start.length) + whole : max;
}
