import type { MiddlewareHandler } from "hono";
import { myApplicationCookieAfter } from "~/applications/access/holder.server";
import { isApplicants } from "~/core/paths";
import type { ShellEnv } from "./env";

/** Updates the cookie of browsers with an application wherever their cookies change. Cached pages never get here. */
export const syncMyApplicationCookie: MiddlewareHandler<ShellEnv> = async (c, next) => {
  await next();
  if (!isApplicants(c.req.path)) return;
  const cookie = myApplicationCookieAfter(c.req.header("cookie") ?? null, c.res.headers.getSetCookie());
  if (cookie) c.header("Set-Cookie", cookie, { append: true });
};
