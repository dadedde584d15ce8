import type { MiddlewareHandler } from "hono";
import { isValidLine, isValidSearch, typedSearch, withoutInvisible } from "~/core/text-input";
import type { ShellEnv } from "./env";
import { standalonePage } from "./standalone-page";

/** The decoded path; undefined when its percent encoding is malformed. */
function pathOf(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** The encoded path without what nobody sees; with one slash at its begin, because two would name another host. */
const seenPath = (pathname: string) =>
  pathname
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) => encodeURIComponent(withoutInvisible(decodeURIComponent(run))))
    .replace(/^\/+/, "/");

/**
 * An address without the characters that nobody sees, and phones and chats copy along, answers for the one with them
 * (F-TEXT-1); a form is sent again as it was. In a search line breaks and control characters are dropped as well; in
 * the path they are refused (V-ATK-11). They reach neither a loader nor the database.
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
  const plain = new URLSearchParams([...searchParams].map(([name, value]) => [typedSearch(name), typedSearch(value)]));
  return c.body(null, 307, { Location: `${seenPath(pathname)}${search && `?${plain}`}`, "Cache-Control": "no-store" });
};
