import type { MiddlewareHandler } from "hono";
import { isPlainLine, isPlainSearch } from "~/ground/typed-text";
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

/**
 * Refuses addresses with characters that no line of text holds, such as a line break (V-ATK-11): 404 in the path, 400
 * in the search. They reach neither a loader nor the database.
 */
export const requirePlainAddress: MiddlewareHandler<ShellEnv> = async (c, next) => {
  const { pathname, searchParams } = new URL(c.req.url);
  const path = pathOf(pathname);
  if (path !== undefined && isPlainLine(path) && isPlainSearch(searchParams)) return next();
  c.get("visit").pattern = "(refused)";
  return path === undefined || !isPlainLine(path)
    ? standalonePage(c, 404, {
        title: "This page is not here",
        text: "The address may be mistyped, or the page has moved. Nothing that you filled in is lost.",
      })
    : standalonePage(c, 400, {
        title: "This can’t be searched for",
        text: "The address holds characters that can’t be used here, such as a line break. Please go back and type it again.",
      });
};
