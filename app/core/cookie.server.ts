import { parse, serialize } from "hono/utils/cookie";
import { config } from "~/config.server";

// Not the router's `createCookie`: it is asynchronous and wraps a value in base64 JSON. The save's shortcut reads its
// cookie before there is a router, and most of ours hold a random token as it is.

/** With https the name has the prefix `__Host-`, so that no other host of the domain can set the cookie. */
export const cookieName = (name: string): string => `${config.secure ? "__Host-" : ""}${name}`;

/**
 * The header `Set-Cookie` of every cookie of ours: for the whole site, read by no script unless it is `open`, `maxAge`
 * in seconds. Without it the browser forgets the cookie when it is closed.
 */
export const cookieHeader = (name: string, value: string, maxAge?: number, { open = false } = {}): string =>
  serialize(name, value, {
    httpOnly: !open,
    sameSite: "Lax",
    secure: config.secure,
    path: "/",
    ...(maxAge === undefined ? {} : { maxAge }),
  });

/** The cookies that the header `Cookie` shows, or the one of a name. */
export const readCookies = (header: string | null, name?: string): Record<string, string> => parse(header ?? "", name);
