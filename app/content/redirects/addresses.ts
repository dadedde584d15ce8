import { normalizedPath } from "~/core/paths";

const own = "http://own.invalid";
const absolute = /^https?:\/\//i;

/** Parses one of our URLs, a path or absolute; null for anything else. `origin`: the site's own. */
function ownAddress(rawInput: string, origin: string): URL | null {
  const parsed = absolute.test(rawInput) && URL.canParse(rawInput) && new URL(rawInput);
  const path = parsed ? (parsed.origin === origin ? `${parsed.pathname}${parsed.search}${parsed.hash}` : "") : rawInput;
  if (!/^\/(?![/\\])/.test(path) || !URL.canParse(path, own)) return null;
  const url = new URL(path, own);
  return url.origin === own ? url : null;
}

/** Normalizes the path that a redirect starts from; null if it isn't one of ours, or more than a path. */
export function readFrom(rawInput: string, origin: string): string | null {
  const url = ownAddress(rawInput.trim(), origin);
  if (!url || /[?#]/.test(rawInput)) return null;
  return normalizedPath(url.pathname);
}

/** Normalizes the target of a redirect: one of our URLs, or one that begins with `https:`. */
export function readTo(rawInput: string, origin: string): string | null {
  const text = rawInput.trim();
  const url = ownAddress(text, origin);
  if (url) return `${normalizedPath(url.pathname)}${url.search}${url.hash}`;
  if (!/^https:\/\/[^/\s]/i.test(text) || !URL.canParse(text)) return null;
  const parsedUrl = new URL(text);
  return parsedUrl.origin === origin || parsedUrl.username || parsedUrl.password ? null : parsedUrl.href;
}

const pathIn = (path: string): string | null =>
  path.startsWith("/") ? normalizedPath(new URL(path, own).pathname) : null;

/** Adds search parameters to a URL, before its fragment. */
export function withSearch(url: string, search: string): string {
  if (search.length < 2) return url;
  const [whole = "", ...fragment] = url.split(/(?=#)/);
  return `${whole}${whole.includes("?") ? "&" : "?"}${search.slice(1)}${fragment.join("")}`;
}

/**
 * Follows all redirects from a path; null if there is none, or they loop. Each preserves the search of the one before.
 */
export function finalUrl(from: string, redirects: ReadonlyMap<string, string>): string | null {
  const passed = new Set<string>();
  let path: string | null = from;
  let url: string | null = null;
  for (;;) {
    const next: string | undefined = path === null ? undefined : redirects.get(path);
    if (path === null || next === undefined) return url;
    if (passed.has(path)) return null;
    passed.add(path);
    url = withSearch(next, /\?[^#]*/.exec(url ?? "")?.[0] ?? "");
    path = pathIn(url);
  }
}
