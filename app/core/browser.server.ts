import { createHash, randomBytes } from "node:crypto";
import { cookieHeader, cookieName, readCookies } from "~/core/cookie.server";

/** As long as uploaded files wait for their inquiry, and a started application for its email. */
const lifetimeSeconds = 24 * 3600;
const name = cookieName("browser");

/** A visitor's browser, identified by the hash of its random token. `cookie` is the `Set-Cookie` value. */
export type KnownBrowser = { holder: string; cookie: string };

export function browserOf(request: Request): string | undefined {
  const token = shownBy(request);
  return token && hashOf(token);
}

/** Reuses the browser's token or creates one. The cookie lasts a day from now. */
export function rememberBrowser(request: Request): KnownBrowser {
  const token = shownBy(request) ?? randomBytes(32).toString("base64url");
  return { holder: hashOf(token), cookie: cookieHeader(name, token, lifetimeSeconds) };
}

/** Accepts only tokens in our format: a token chosen by a person would be no secret. */
function shownBy(request: Request): string | undefined {
  const token = readCookies(request.headers.get("cookie"), name)[name];
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
