import type { MiddlewareHandler } from "hono";
import { normalizedPath } from "~/core/paths";
import type { ShellEnv } from "./env";

/**
 * Redirects with 301 to a page's canonical URL: without doubled or trailing slashes, in lower case if public. Only
 * plain paths are redirected, so that none leads to another site.
 */
export const redirectToCanonicalUrl: MiddlewareHandler<ShellEnv> = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const plain = /^[A-Za-z0-9/._~-]+$/.test(pathname) && !/^\/assets\/|\.data$/.test(pathname);
  const target = normalizedPath(pathname);
  if (!plain || target === pathname || (c.req.method !== "GET" && c.req.method !== "HEAD")) return next();
  c.get("visit").pattern = "(moved)";
  return c.redirect(target + search, 301);
};
