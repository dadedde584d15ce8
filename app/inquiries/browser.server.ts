import { createHash, randomBytes } from "node:crypto";
import { parse as parseCookie, serialize } from "hono/utils/cookie";
import { config } from "~/config.server";

/** Files wait a day for their inquiry, and so long the browser that sent them is known. */
const lifetimeSeconds = 24 * 3600;
const cookieName = `${config.secure ? "__Host-" : ""}inquiry`;

/** A browser that sends files ahead of its inquiry, by the hash of its token; `cookie` is the header that gives it one. */
export type InquiryBrowser = { holder: string; cookie: string };

/** The hash of the token that the browser shows; nothing when it shows none. */
export function browserOf(request: Request): string | undefined {
  const token = parseCookie(request.headers.get("cookie") ?? "", cookieName)[cookieName];
  return token ? hashOf(token) : undefined;
}

/** The browser with the token that it has, or a new one. Its cookie lasts a day from now. */
export function rememberBrowser(request: Request): InquiryBrowser {
  const given = parseCookie(request.headers.get("cookie") ?? "", cookieName)[cookieName];
  const token = given && /^[A-Za-z0-9_-]{43}$/.test(given) ? given : randomBytes(32).toString("base64url");
  const cookie = serialize(cookieName, token, {
    httpOnly: true,
    sameSite: "Lax",
    secure: config.secure,
    path: "/",
    maxAge: lifetimeSeconds,
  });
  return { holder: hashOf(token), cookie };
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
