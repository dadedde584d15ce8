import type { Json } from "~/db/schema/content";

/** Words of the owner, by the path of what they take the place of, such as `hero.title` or `values.0.text`. */
export type Words = { readonly [path: string]: Json };

/**
 * A delivered text with the owner's words in the place of its own, at any depth: a text for a text, and a list of texts
 * for such a list. What the owner emptied and a page can do without is an empty text or list.
 */
export function withWords<Text>(delivered: Text, words: Words | null): Text;
export function withWords(delivered: unknown, words: Words | null): unknown {
  return words ? inside(delivered, words, "") : delivered;
}

function inside(value: unknown, words: Words, path: string): unknown {
  if (typeof value === "string") {
    const own = words[path];
    return own === undefined ? value : typeof own === "string" ? own : "";
  }
  if (Array.isArray(value)) {
    const own = words[path];
    if (own !== undefined) return Array.isArray(own) ? own.filter((one) => typeof one === "string") : [];
    return value.map((one, at) => inside(one, words, `${path}.${at}`));
  }
  if (typeof value !== "object" || value === null) return value;
  const under = path === "" ? "" : `${path}.`;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one, words, under + name)]));
}
