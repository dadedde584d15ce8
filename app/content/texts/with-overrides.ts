import type { Json } from "~/db/schema/content";

/** The owner's texts, by the path of the default that they replace, such as `hero.title` or `values.0.text`. */
export type TextOverrides = { readonly [path: string]: Json };

/**
 * Replaces default texts by the owner's, at any depth and only by the same type: text, list of texts, or object of
 * texts. What the owner emptied is an empty text or list.
 */
export function withOverrides<Text>(defaults: Text, overrides: TextOverrides | null): Text;
export function withOverrides(defaults: unknown, overrides: TextOverrides | null): unknown {
  return overrides ? inside(defaults, overrides, "") : defaults;
}

function inside(value: unknown, overrides: TextOverrides, path: string): unknown {
  const own = overrides[path];
  if (typeof value === "string") return own === undefined ? value : typeof own === "string" ? own : "";
  if (Array.isArray(value)) {
    if (own !== undefined) return Array.isArray(own) ? own.filter((entry) => typeof entry === "string") : [];
    return value.map((element, index) => inside(element, overrides, `${path}.${index}`));
  }
  if (typeof value !== "object" || value === null) return value;
  const under = path === "" ? "" : `${path}.`;
  const parts = typeof own === "object" && own !== null ? Object.entries(own) : [];
  const all =
    parts.length > 0
      ? { ...overrides, ...Object.fromEntries(parts.map(([of, text]) => [under + of, text])) }
      : overrides;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, inside(child, all, under + name)]));
}

/** The default at such a path; null if there is none. */
export function defaultAt(defaults: unknown, path: string): Json {
  let value: unknown = defaults;
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
    Object.entries(value).map(([name, child]) => [name, typeof child === "string" ? child : plain(child)]),
  );
}
