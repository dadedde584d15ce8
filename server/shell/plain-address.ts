import type { MiddlewareHandler } from "hono";
import { isPlainLine, isPlainSearch } from "~/ground/typed-text";
import type { ShellEnv } from "./env";
import { standalonePage } from "./standalone-page";

/** The path as it reads; nothing for one whose percent signs mean nothing. */
function pathOf(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/**
 * No page of ours has an address with signs that no line of text holds (V-ATK-11): a path with them is nobody's, and
 * what is asked behind it was typed into no field. They never reach a loader, nor the database.
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
