import { parse, serialize } from "hono/utils/cookie";
import { config } from "~/config.server";

// Not the router's `createCookie`: it is asynchronous and wraps a value in base64 JSON. The save's fast path reads its
// cookie before the router runs, and most cookies are a plain random token.

/** Adds `__Host-` with https, so that no other host of the domain can set the cookie. */
export const cookieName = (name: string): string => `${config.secure ? "__Host-" : ""}${name}`;

/** Returns a `Set-Cookie` value, HttpOnly unless `open`. `maxAge` in seconds; without it a session cookie. */
export const cookieHeader = (name: string, value: string, maxAge?: number, { open = false } = {}): string =>
  serialize(name, value, {
    httpOnly: !open,
    sameSite: "Lax",
    secure: config.secure,
    path: "/",
    ...(maxAge === undefined ? {} : { maxAge }),
  });

export const readCookies = (header: string | null, name?: string): Record<string, string> => parse(header ?? "", name);
