import type { Context, MiddlewareHandler } from "hono";
import { config } from "~/config.server";
import { discardBody, isTooLarge } from "./body";
import type { ShellEnv } from "./shell";
import { standalonePage } from "./standalone-page";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/** A write needs our own Origin (decision 26): that of PUBLIC_URL, or the Host when it is unset. */
export const requireOwnOrigin: MiddlewareHandler<ShellEnv> = async (c, next) => {
  if (safe.has(c.req.method) || c.req.header("authorization")?.startsWith("Bearer ")) return next();
  const given = c.req.header("origin");
  const host = c.req.header("host") ?? "";
  const own = config.PUBLIC_URL
    ? given === config.PUBLIC_URL
    : given === `http://${host}` || given === `https://${host}`;
  if (own) {
    // The router would compare it with the address it was asked at, which behind a proxy that ends TLS is another.
    c.req.raw.headers.delete("origin");
    return next();
  }
  return refuse(c, 403, {
    title: "This request came from another site",
    text: "For your safety we only accept what is sent from our own pages. Nothing was changed. Please go back to Lucaya and try again there.",
  });
};

/** What a form may weigh, in bytes (decision 27). */
const maxSize = 256 * 1024;

export const limitBody: MiddlewareHandler<ShellEnv> = async (c, next) => {
  if (safe.has(c.req.method) || !(await isTooLarge(c, maxSize))) return next();
  return refuse(c, 413, {
    title: "That is more than we can take at once",
    text: `What you sent is larger than ${maxSize / 1024} KB, so it was not stored. Please shorten it; your browser's Back button keeps what you typed.`,
  });
};

async function refuse(c: Context<ShellEnv>, status: 403 | 413, words: { title: string; text: string }) {
  c.get("visit").pattern = "(refused)";
  await discardBody(c.env.incoming);
  return standalonePage(c, status, words);
}
