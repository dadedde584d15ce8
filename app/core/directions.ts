/** What embeds, overrides or isolates a direction, what ends these, and the end of a paragraph, which ends all. */
const directions = /[\u202A-\u202E\u2066-\u2069\n\u2029]/g;

type Opened = { at: number; isIsolate: boolean; isOverride: boolean };

/**
 * A text without the bidirectional controls that override, or have no partner in their paragraph (F-TEXT-3). Balanced
 * ones, as chats have around names, stay.
 */
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
      // What was embedded within the isolate and not ended there ends with it, and goes.
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
