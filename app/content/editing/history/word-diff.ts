export type Part = { is: "same" | "gone" | "new"; words: string };

/** Above this many words the texts are shown whole, because the comparison takes quadratic time. */
const max = 600;

export function wordDiff(from: string, to: string): Part[] {
  const [first, second] = [wordsOf(from), wordsOf(to)];
  const limit = Math.min(first.length, second.length);
  const start = countWhile(limit, (index) => first[index] === second[index]);
  const end = countWhile(limit - start, (index) => first.at(-1 - index) === second.at(-1 - index));
  const [before, after] = [first.slice(start, first.length - end), second.slice(start, second.length - end)];
  const parts: Part[] = [];
  const add = (is: Part["is"], words: readonly string[]) => {
    const last = parts.at(-1);
    if (words.length === 0) return;
    if (last?.is === is) last.words += words.join("");
    else parts.push({ is, words: words.join("") });
  };
  add("same", first.slice(0, start));
  if (before.length > max || after.length > max) {
    add("gone", before);
    add("new", after);
  } else compare(before, after, add);
  add("same", first.slice(first.length - end));
  return parts;
}

const around = 15;

/** Shortens long unchanged runs to a few words around each change. */
export const shortened = (parts: readonly Part[]): Part[] =>
  parts.map((part, index) => {
    if (part.is !== "same") return part;
    const words = wordsOf(part.words);
    const [start, end] = [index === 0 ? 0 : around, index === parts.length - 1 ? 0 : around];
    if (words.length <= start + end + around) return part;
    const [first, last] = [words.slice(0, start), words.slice(words.length - end)];
    return { is: "same", words: `${first.join("")}… ${last.join("")}` };
  });

function countWhile(limit: number, isSo: (position: number) => boolean): number {
  let count = 0;
  while (count < limit && isSo(count)) count += 1;
  return count;
}

type Add = (is: Part["is"], words: readonly string[]) => void;

function compare(before: readonly string[], after: readonly string[], add: Add): void {
  const longest = commonLengths(before, after);
  let [a, b] = [0, 0];
  while (a < before.length || b < after.length) {
    const [oldWord, newWord] = [before[a] ?? "", after[b] ?? ""];
    if (a < before.length && b < after.length && oldWord === newWord) {
      add("same", [oldWord]);
      a += 1;
      b += 1;
    } else if (b >= after.length || (a < before.length && (longest[a + 1]?.[b] ?? 0) >= (longest[a]?.[b + 1] ?? 0))) {
      add("gone", [oldWord]);
      a += 1;
    } else {
      add("new", [newWord]);
      b += 1;
    }
  }
}

/** Each word includes its trailing white space, so that joining them restores the text. */
const wordsOf = (text: string): string[] => text.match(/\s*\S+\s*/g) ?? (text === "" ? [] : [text]);

/** Lengths of the longest common subsequence of the remaining words, for each pair of positions. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let a = before.length - 1; a >= 0; a--) {
    const [row, below] = [lengths[a] ?? [], lengths[a + 1] ?? []];
    for (let b = after.length - 1; b >= 0; b--)
      row[b] = before[a] === after[b] ? 1 + (below[b + 1] ?? 0) : Math.max(below[b] ?? 0, row[b + 1] ?? 0);
  }
  return lengths;
}
