import type { MiddlewareHandler } from "hono";
import { isPrivate } from "~/ground/paths";
import type { ShellEnv } from "./env";

/**
 * Every public page has one address, in small letters and without a slash at its end: the others lead there for good.
 * Only paths of plain signs are moved, so that no answer of ours leads to another site.
 */
export const oneAddress: MiddlewareHandler<ShellEnv> = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const plain = /^[A-Za-z0-9/._~-]+$/.test(pathname) && !/^\/assets\/|\.data$/.test(pathname);
  const one = pathname.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  const target = isPrivate(one) ? one : one.toLowerCase();
  if (!plain || target === pathname || (c.req.method !== "GET" && c.req.method !== "HEAD")) return next();
  c.get("visit").pattern = "(moved)";
  return c.redirect(target + search, 301);
};
