/** Characters that people or programs send in long rows, alone or by two, with what may open them. */
const signs = [" ", "\t", "\n", "\u00a0", "\u0301\u0316", "0", "1", "a", "(", "[", "{", "<", ">", '"', "'", "é", "漢"];
const more = ["-", ".", ",", "/", "\\", "+", "@", "&", ";", ":", "=", "_", "$", "|", "\u200b", "\u2067", "a ", "1 "];
const pairs = ["1,", "a.", "a-", "a@", '"a', "<a", "</", "<!--", "&a", "&#", ": ", " \n", "\n ", "](", "$ ", ", "];
const units = [...signs, ...more, ...pairs];
const openings = ["", "a", "1", '"', "<a ", "$", "\n"];

/** Texts of one length: rows of each of them, behind each opening, and with an end that fits to nothing. */
export const rows = (length: number, behind: readonly string[] = openings): string[] =>
  behind.flatMap((opening) => units.map((unit) => `${opening}${unit.repeat(Math.ceil(length / unit.length))}\u0001`));

/** How many times a short text goes into a long one. */
const times = 32;
/**
 * Milliseconds within which work on a row is not looked at any further: a long text costs a few for its memory alone,
 * and the square of the shortest row here takes a hundred.
 */
const little = 20;

function timeOf(run: () => unknown): number {
  const started = performance.now();
  run();
  return performance.now() - started;
}

/**
 * Whether the cost of `work` grows faster than its text: whether one long text costs eight times what its parts cost
 * together, where one would be in proportion and thirty-two the square. The least of four turns counts, so that what
 * other programs do meanwhile makes no difference. One turn below two is enough to know that it does not: the square
 * would need parts that were kept waiting for fifteen times as long as they took.
 */
export function growsFaster(work: (text: string) => unknown, long: string): boolean {
  if (timeOf(() => work(long)) < little) return false;
  const short = long.slice(0, Math.floor(long.length / times) - 1) + long.at(-1);
  const least = { whole: Infinity, parts: Infinity };
  for (let turn = 0; turn < 4; turn++) {
    const whole = timeOf(() => work(long));
    const parts = timeOf(() => Array.from({ length: times }, () => work(short)));
    if (whole < 2 * parts) return false;
    least.whole = Math.min(least.whole, whole);
    least.parts = Math.min(least.parts, parts);
  }
  return least.whole > little && least.whole > 8 * least.parts;
}
