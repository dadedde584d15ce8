import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { config } from "~/config.server";
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
  if (own) return next();
  c.get("visit").pattern = "(refused)";
  return standalonePage(c, 403, {
    title: "This request came from another site",
    text: "For your safety we only accept what is sent from our own pages. Nothing was changed. Please go back to Lucaya and try again there.",
  });
};

/** What a form may weigh, in bytes (decision 27). */
const maxSize = 256 * 1024;

export const limitBody: MiddlewareHandler<ShellEnv> = bodyLimit({
  maxSize,
  onError: (c) => tooLarge(c as Context<ShellEnv>),
});

function tooLarge(c: Context<ShellEnv>) {
  c.get("visit").pattern = "(refused)";
  return standalonePage(c, 413, {
    title: "That is more than we can take at once",
    text: `What you sent is larger than ${maxSize / 1024} KB, so it was not stored. Please shorten it; your browser's Back button keeps what you typed.`,
  });
}
