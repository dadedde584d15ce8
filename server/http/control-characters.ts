import type { MiddlewareHandler } from "hono";
import { isValidLine, isValidSearch, normalizeSearch, withoutInvisible } from "~/core/text-input";
import type { ShellEnv } from "./env";
import { standalonePage } from "./standalone-page";

/** Undefined if its percent encoding is malformed. */
function pathOf(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** Removes invisible characters; keeps one leading slash, because two would name another host. */
const seenPath = (pathname: string) =>
  pathname
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) => encodeURIComponent(withoutInvisible(decodeURIComponent(run))))
    .replace(/^\/+/, "/");

/**
 * Redirects URLs with invisible characters, which phones and chats copy along; a form is sent again unchanged. Line
 * breaks and control characters are also dropped from a query, and refused in a path. None reaches a loader or the
 * database.
 */
export const rejectControlCharacters: MiddlewareHandler<ShellEnv> = async (c, next) => {
  const { pathname, search, searchParams } = new URL(c.req.url);
  const path = pathOf(pathname);
  const seen = path === undefined || /\p{Cc}/u.test(path) ? undefined : withoutInvisible(path);
  const isRefused = seen === undefined || !isValidLine(seen);
  if (!isRefused && seen === path && isValidSearch(searchParams)) return next();
  c.get("visit").pattern = "(refused)";
  if (isRefused)
    return standalonePage(c, 404, {
      title: "We can’t find this page",
      text: "The address may be mistyped, or the page has moved.",
    });
  const plain = new URLSearchParams(
    [...searchParams].map(([name, value]) => [normalizeSearch(name), normalizeSearch(value)]),
  );
  return c.body(null, 307, { Location: `${seenPath(pathname)}${search && `?${plain}`}`, "Cache-Control": "no-store" });
};
