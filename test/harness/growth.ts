/** Characters that are sent in long runs, alone or in pairs, with openings. */
const characters = [
  " ",
  "\t",
  "\n",
  "\u00a0",
  "\u0301\u0316",
  "0",
  "1",
  "a",
  "(",
  "[",
  "{",
  "<",
  ">",
  '"',
  "'",
  "é",
  "漢",
];
const more = ["-", ".", ",", "/", "\\", "+", "@", "&", ";", ":", "=", "_", "$", "|", "\u200b", "\u2067", "a ", "1 "];
const pairs = ["1,", "a.", "a-", "a@", '"a', "<a", "</", "<!--", "&a", "&#", ": ", " \n", "\n ", "](", "$ ", ", "];
const units = [...characters, ...more, ...pairs];
const openings = ["", "a", "1", '"', "<a ", "$", "\n"];

/** Texts of one length: runs of each character after each opening, with an end that matches nothing. */
export const rows = (length: number, behind: readonly string[] = openings): string[] =>
  behind.flatMap((opening) => units.map((unit) => `${opening}${unit.repeat(Math.ceil(length / unit.length))}\u0001`));

/** How many times a short text fits into a long one. */
const times = 32;
/**
 * Milliseconds below which growth is ignored: a long text costs a few for memory alone, and quadratic time of the
 * shortest run here takes a hundred.
 */
const little = 20;

/** Milliseconds of this thread on a core: waiting for one on a busy machine does not count. */
function timeOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Whether the cost of `work` grows faster than its text: whether a long text costs eight times what its parts cost
 * together (linear: once, quadratic: 32 times). The minimum of four rounds counts, against noise such as garbage
 * collection. One round below two is proof enough: for quadratic work the parts would have to be delayed fifteenfold.
 */
export function growsFaster(work: (text: string) => unknown, long: string): boolean {
  if (timeOf(() => work(long)) < little) return false;
  const short = long.slice(0, Math.floor(long.length / times) - 1) + long.at(-1);
  const least = { whole: Infinity, parts: Infinity };
  for (let round = 0; round < 4; round++) {
    const whole = timeOf(() => work(long));
    const parts = timeOf(() => Array.from({ length: times }, () => work(short)));
    if (whole < 2 * parts) return false;
    least.whole = Math.min(least.whole, whole);
    least.parts = Math.min(least.parts, parts);
  }
  return least.whole > little && least.whole > 8 * least.parts;
}
