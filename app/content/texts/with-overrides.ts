import type { Json } from "~/db/schema/content";

/** The owner's texts, by the path of the default that they replace, such as `hero.title` or `values.0.text`. */
export type TextOverrides = { readonly [path: string]: Json };

/**
 * Replaces default texts by the owner's, at any depth and only by the same type: text, list of texts, or object of
 * texts. What the owner emptied is an empty text or list.
 */
export function withOverrides<Text>(delivered: Text, words: TextOverrides | null): Text;
export function withOverrides(delivered: unknown, words: TextOverrides | null): unknown {
  return words ? inside(delivered, words, "") : delivered;
}

function inside(value: unknown, words: TextOverrides, path: string): unknown {
  const own = words[path];
  if (typeof value === "string") return own === undefined ? value : typeof own === "string" ? own : "";
  if (Array.isArray(value)) {
    if (own !== undefined) return Array.isArray(own) ? own.filter((one) => typeof one === "string") : [];
    return value.map((one, at) => inside(one, words, `${path}.${at}`));
  }
  if (typeof value !== "object" || value === null) return value;
  const under = path === "" ? "" : `${path}.`;
  const parts = typeof own === "object" && own !== null ? Object.entries(own) : [];
  const all =
    parts.length > 0 ? { ...words, ...Object.fromEntries(parts.map(([of, one]) => [under + of, one])) } : words;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one, all, under + name)]));
}

/** The default at such a path; null if there is none. */
export function defaultAt(delivered: unknown, path: string): Json {
  let value: unknown = delivered;
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null) return null;
    value = new Map<string, unknown>(Object.entries(value)).get(part);
  }
  return plain(value);
}

function plain(value: unknown): Json {
  if (typeof value === "string") return value === "" ? null : value;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(plain);
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, typeof one === "string" ? one : plain(one)]),
  );
}
