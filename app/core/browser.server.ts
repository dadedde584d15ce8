import { createHash, randomBytes } from "node:crypto";
import { cookieHeader, cookieName, readCookies } from "~/core/cookie.server";

/** As long as files wait for their inquiry, and a start of an application for its email. */
const lifetimeSeconds = 24 * 3600;
const name = cookieName("browser");

/** A visitor's browser by the hash of its random token; `cookie` is the `Set-Cookie` value with the token. */
export type KnownBrowser = { holder: string; cookie: string };

/** The hash of the token in the browser's cookie; undefined without one. */
export function browserOf(request: Request): string | undefined {
  const token = shownBy(request);
  return token && hashOf(token);
}

/** The browser with the token that it has, or a new one. Its cookie lasts a day from now. */
export function rememberBrowser(request: Request): KnownBrowser {
  const token = shownBy(request) ?? randomBytes(32).toString("base64url");
  return { holder: hashOf(token), cookie: cookieHeader(name, token, lifetimeSeconds) };
}

/** The cookie's token, if it has the form of ours: a token that somebody chose would be no secret. */
function shownBy(request: Request): string | undefined {
  const token = readCookies(request.headers.get("cookie"), name)[name];
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
