import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { cookieHeader, cookieName, readCookies } from "~/core/cookie.server";
import { db } from "~/db/client.server";
import { account, user } from "~/db/schema/accounts";
import { isSealed, readToken, seal, sealedToken } from "~/mail/links/private-links.server";

/**
 * A browser that has signed in before is known by a cookie per account, for a year (OWASP's "device cookie"). It grants
 * no access, but exempts the owner from waiting for other people's guesses (V-ATK-21). Bound to the account and its
 * password's hash, so it ends when that changes; nothing is stored on the server.
 */
const seconds = 365 * 24 * 3600;
const prefix = cookieName("lucaya_known_");
const purpose = "known browser";
/** The second factor was given in this browser, too: a mailed password reset is none. */
const withFactor = "known browser, with the second factor";

/** One per account, so that two people may share a browser; the name does not reveal the account. */
const nameOf = (email: string) => prefix + seal(`${purpose}, name`, email.toLowerCase()).toString("hex", 0, 6);
/** Proves that a token is ours before its account is known. */
const tagOf = (token: string) => seal(`${purpose}, mark`, token);

/** Empty, after the same work, if there is no such account. */
export async function passwordHashOf(email: string): Promise<string> {
  const [own] = await db
    .select({ hash: account.password })
    .from(user)
    .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, "credential")))
    .where(eq(user.email, email.toLowerCase()));
  return own?.hash ?? "";
}

/** This browser's id if it is known for account and password hash; with `byFactor` only if a factor was given in it. */
export function knownBrowser(request: Request, email: string, passwordHash: string, byFactor = false): string | null {
  const value = cookiesOf(request)[nameOf(email)] ?? "";
  const token = isMarked(value) ? readToken(value.split(".")[0] ?? "") : null;
  if (!token || token.expired || !passwordHash) return null;
  const isKnown = token.verify(withFactor, passwordHash) || (!byFactor && token.verify(purpose, passwordHash));
  return isKnown ? token.id : null;
}

/** Checks only the cookies, without a query, for any account. */
export const hasKnownBrowserCookie = (request: Request): boolean =>
  Object.entries(cookiesOf(request)).some(([name, value]) => name.startsWith(prefix) && isMarked(value));

/** `id`: the browser's earlier id, if any. */
export function knownBrowserCookie(
  email: string,
  passwordHash: string,
  id: string = randomUUID(),
  byFactor = false,
): string {
  const token = sealedToken(byFactor ? withFactor : purpose, id, passwordHash, Date.now() + seconds * 1000);
  return cookieHeader(nameOf(email), `${token}.${tagOf(token).toString("base64url")}`, seconds);
}

const cookiesOf = (request: Request) => readCookies(request.headers.get("cookie"));

function isMarked(value: string): boolean {
  const [token = "", marked = ""] = value.split(".");
  return isSealed(Buffer.from(marked, "base64url"), `${purpose}, mark`, token);
}
