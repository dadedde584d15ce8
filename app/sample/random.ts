/** A pseudorandom generator seeded by a name, so that sample data is the same everywhere. */
export type Random = ReturnType<typeof seeded>;

export function seeded(name: string) {
  const next = generator(name);
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256));

  function pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(next() * list.length)];
    if (picked === undefined) throw new RangeError("There is nothing to pick from");
    return picked;
  }

  return {
    next,
    /** An integer, both bounds included. */
    int,
    bytes,
    pick,
    chance: (share: number) => next() < share,
    /** A random value by weight. */
    weighted<T>(choices: readonly (readonly [T, number])[]): T {
      let remaining = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      const found = choices.find(([, weight]) => {
        remaining -= weight;
        return remaining < 0;
      });
      return (found ?? [pick(choices)[0]])[0];
    },
    shuffled<T>(list: readonly T[]): T[] {
      return list
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item);
    },
    digits: (count: number) => Array.from({ length: count }, () => int(0, 9)).join(""),
    /** A version 4 UUID, as by `crypto.randomUUID`. */
    uuid(): string {
      const hex = [...bytes(16)]
        .map((byte, index) => (index === 6 ? (byte & 15) | 64 : index === 8 ? (byte & 63) | 128 : byte))
        .map((byte) => byte.toString(16).padStart(2, "0"))
        .join("");
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },
  };
}

/** Chris Doty-Humphrey's sfc32, its state seeded from the name by FNV-1a. */
function generator(name: string): () => number {
  let hash = 2166136261;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
  let [a, b, c, count] = [hash, hash ^ 0x9e3779b9, hash ^ 0x243f6a88, 1];
  const next = () => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  // Skips the first numbers, which still correlate with the name.
  for (let round = 0; round < 15; round++) next();
  return next;
}
