/** Embeddings, overrides, isolates, their ends, and paragraph ends, which end them all. */
const directions = /[\u202A-\u202E\u2066-\u2069\n\u2029]/g;

type Opened = { at: number; isIsolate: boolean; isOverride: boolean };

/** Removes bidirectional controls that override or have no partner. Balanced ones stay: chats put them around names. */
export function balanced(text: string): string {
  const kept = new Set<number>();
  let open: Opened[] = [];
  let isolates = 0;
  for (const { 0: sign, index: at } of text.matchAll(directions)) {
    if (sign === "\n" || sign === "\u2029") {
      open = [];
      isolates = 0;
    } else if (sign === "\u202C") {
      const last = open.at(-1);
      if (!last || last.isIsolate) continue;
      open.pop();
      if (!last.isOverride) kept.add(last.at).add(at);
    } else if (sign === "\u2069") {
      if (isolates === 0) continue;
      // Embeddings left open within the isolate end with it; remove them.
      let last = open.pop();
      while (last && !last.isIsolate) last = open.pop();
      isolates -= 1;
      if (last) kept.add(last.at).add(at);
    } else {
      const isIsolate = sign >= "\u2066";
      if (isIsolate) isolates += 1;
      open.push({ at, isIsolate, isOverride: sign === "\u202D" || sign === "\u202E" });
    }
  }
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, (sign, at: number) => (kept.has(at) ? sign : ""));
}
