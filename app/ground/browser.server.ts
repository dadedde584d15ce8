import { createHash, randomBytes } from "node:crypto";
import { cookieHeader, cookieName, readCookies } from "~/ground/cookie.server";

/** Files wait a day for their inquiry, a form that starts an application for its email: the cookie lasts as long. */
const lifetimeSeconds = 24 * 3600;
const name = cookieName("browser");

/** A visitor's browser, by the hash of its random token; `cookie` is the header that gives it one. */
export type KnownBrowser = { holder: string; cookie: string };

/** The hash of the token that the browser shows; nothing when it shows none. */
export function browserOf(request: Request): string | undefined {
  const token = shownBy(request);
  return token && hashOf(token);
}

/** The browser with the token that it has, or a new one. Its cookie lasts a day from now. */
export function rememberBrowser(request: Request): KnownBrowser {
  const token = shownBy(request) ?? randomBytes(32).toString("base64url");
  return { holder: hashOf(token), cookie: cookieHeader(name, token, lifetimeSeconds) };
}

/** Only what has the form of ours: a token that somebody chose would be no secret. */
function shownBy(request: Request): string | undefined {
  const token = readCookies(request.headers.get("cookie"), name)[name];
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
