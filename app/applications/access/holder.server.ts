import { hash, randomBytes } from "node:crypto";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { cookieHeader, cookieName, readCookies } from "~/core/cookie.server";
import { db, type Queryable } from "~/db/client.server";
import { applicationHolders, visaApplications } from "~/db/schema/applications";
import { applicationEmailChanges } from "~/db/schema/email-changes";
import { noteUse } from "./holder-use.server";
import { myApplicationCookie } from "./my-application-cookie";

/** A browser may open its application for 30 days (D2). */
const lifetimeSeconds = 30 * 24 * 3600;

const nameOf = (applicationId: string) => cookieName(`application-${applicationId}`);
const hashOf = (token: string) => hash("sha256", token, "hex");

/**
 * Gives a browser the right to an application; the header `Set-Cookie` that carries it. Only its hash is stored, with
 * the kind of the browser (`visit.browser`) for the list of those that hold it. `instead`: the hash of the token that
 * the new one takes the place of in this browser, which stays the same row while it is valid. `began`: this browser
 * starts the application (N-EMAIL-11). `token` is random unless given.
 */
export async function grantHolder(
  tx: Queryable,
  applicationId: string,
  browser: string,
  { instead, token = newToken(), began = false }: Grant = {},
): Promise<string> {
  const now = sql`now()`;
  const expiresAt = sql`now() + make_interval(secs => ${lifetimeSeconds})`;
  const right = { tokenHash: hashOf(token), browser, expiresAt };
  const renewed = instead
    ? await tx
        .update(applicationHolders)
        .set({ ...right, createdAt: now, lastUsedAt: now })
        .where(and(isHolders(applicationId, instead), gt(applicationHolders.expiresAt, now)))
        .returning({ id: applicationHolders.id })
    : [];
  if (renewed.length === 0) {
    if (instead) await tx.delete(applicationHolders).where(isHolders(applicationId, instead));
    await tx.insert(applicationHolders).values({ ...right, applicationId, began });
  }
  return cookieFor(applicationId, token, lifetimeSeconds);
}

type Grant = { instead?: string | undefined; token?: string | undefined; began?: boolean };

/** The same header once more, as long as the token still gives the right; nothing when that has ended. */
export async function repeatHolder(tx: Queryable, applicationId: string, token: string): Promise<string | undefined> {
  return (await isHolder(tx, applicationId, hashOf(token)))
    ? cookieFor(applicationId, token, lifetimeSeconds)
    : undefined;
}
const isHolders = (applicationId: string, holder: string) =>
  and(eq(applicationHolders.tokenHash, holder), eq(applicationHolders.applicationId, applicationId));

/** Takes the right from this browser, as after Save & Exit on a shared device; the header that removes its cookie. */
export async function revokeHolder(applicationId: string, holder: string): Promise<string> {
  await db.delete(applicationHolders).where(eq(applicationHolders.tokenHash, holder));
  return expiredCookie(applicationId);
}

/** Takes the right to an application from every browser; how many could still open it. */
export async function endHolders(tx: Queryable, applicationId: string): Promise<number> {
  const ended = await tx
    .delete(applicationHolders)
    .where(eq(applicationHolders.applicationId, applicationId))
    .returning({ isValid: sql<boolean>`${applicationHolders.expiresAt} > now()` });
  return ended.filter(({ isValid }) => isValid).length;
}

/** Takes every right of every browser; how many could still open something. */
export async function endAllHolders(tx: Queryable): Promise<number> {
  const valid = await tx.$count(applicationHolders, gt(applicationHolders.expiresAt, sql`now()`));
  await tx.delete(applicationHolders);
  return valid;
}

/**
 * Ends every link that was mailed and every change of an address that waits for its confirmation. Only a link that is
 * mailed from now on opens an application; one without an address opens as before, as nothing can be mailed for it.
 */
export async function endAllLinks(tx: Queryable): Promise<void> {
  await tx
    .update(visaApplications)
    .set({ resumeToken: sql`gen_random_uuid()`, opensByLinkOnly: sql`${visaApplications.userEmail} <> ''` });
  await tx.delete(applicationEmailChanges);
}

/** The header that removes a browser's cookie for an application. */
export const expiredCookie = (applicationId: string) => cookieFor(applicationId, "", 0);

const cookieFor = (applicationId: string, token: string, maxAge: number) =>
  cookieHeader(nameOf(applicationId), token, token.endsWith(sharedMark) ? undefined : maxAge);

/** The end of the tokens that are given to devices that others use (N-LINE-2). */
const sharedMark = "~shared";

const newToken = () => randomBytes(32).toString("base64url");

/** A token for a device that others use, random unless given: its browser forgets the cookie when it is closed. */
export const sharedToken = (token = newToken()): string => `${token}${sharedMark}`;

/**
 * The header that keeps of a deleted application's right only that there was one: its next opening or save says that it
 * was deleted (N-WORD-4), but the browser holds nothing by it (N-BEGIN-7). It goes when the token would have gone.
 */
export const deletedDraftCookie = (applicationId: string, isShared: boolean) =>
  cookieFor(applicationId, isShared ? sharedToken(gone) : gone, lifetimeSeconds);

/** In the place of a token; no token is as short. */
const gone = "gone";
const isGone = (token: string) => token === gone || token === sharedToken(gone);

/** Whether a browser with this header `Cookie` said that others use its device. */
export function isSharedDevice(cookie: string | null, applicationId: string): boolean {
  const name = nameOf(applicationId);
  return readCookies(cookie, name)[name]?.endsWith(sharedMark) ?? false;
}

/** The hash of the token that the header `Cookie` shows for an application, unchecked; nothing when it shows none. */
export function holderToken(cookie: string, applicationId: string): string | undefined {
  const name = nameOf(applicationId);
  const token = readCookies(cookie, name)[name];
  return token ? hashOf(token) : undefined;
}

/**
 * The hashes of the tokens of all applications that the header `Cookie` shows, unchecked, by application; none of those
 * that are known to be deleted.
 */
export function tokenHashesByApplication(cookie: string): Map<string, string> {
  const start = nameOf("");
  const shown = Object.entries(readCookies(cookie)).filter(([name, token]) => name.startsWith(start) && !isGone(token));
  return new Map(shown.map(([name, token]) => [name.slice(start.length), hashOf(token)]));
}

/** The hashes alone. */
export const applicationTokenHashes = (cookie: string): string[] => [...tokenHashesByApplication(cookie).values()];

/**
 * The header that sets or removes the mark by which public pages show `My application`, after an answer with these
 * headers `Set-Cookie` to a browser with this header `Cookie`; nothing where it is right already (N-BEGIN-7). It lasts
 * as long as the browser's rights, on a shared device until that is closed (N-LINE-2).
 */
export function myApplicationCookieAfter(cookie: string | null, set: readonly string[]): string | undefined {
  const start = nameOf("");
  const ofApplications = (header: string | null) =>
    Object.entries(readCookies(header)).filter(([name]) => name.startsWith(start));
  const held = new Map(ofApplications(cookie).filter(([, token]) => !isGone(token)));
  const changes = set.flatMap((line) => ofApplications(line.split(";")[0] ?? ""));
  for (const [name, token] of changes) token && !isGone(token) ? held.set(name, token) : held.delete(name);
  const name = cookieName(myApplicationCookie);
  const isMarked = name in readCookies(cookie, name);
  if (held.size === 0) return isMarked ? cookieHeader(name, "", 0, { open: true }) : undefined;
  if (isMarked && changes.length === 0) return undefined;
  const lasts = [...held.values()].some((token) => !token.endsWith(sharedMark));
  return cookieHeader(name, myApplicationCookie, lasts ? lifetimeSeconds : undefined, { open: true });
}

/** Whether a browser shows the cookie of any application at all, valid or not. */
export const hasHolderCookie = (request: Request): boolean =>
  (request.headers.get("cookie") ?? "").includes(nameOf(""));

/** Whether a token's hash gives the right to an application now: what every verb of the applicant asks first. */
export async function isHolder(tx: Queryable, applicationId: string, holder: string): Promise<boolean> {
  return (await rightOf(tx, applicationId, holder)) !== undefined;
}

/** The first of these tokens' hashes that gives a right to some application now. */
export async function firstWithAccess(holders: readonly string[]): Promise<string | undefined> {
  if (holders.length === 0) return undefined;
  const [right] = await db
    .select({ holder: applicationHolders.tokenHash })
    .from(applicationHolders)
    .where(and(inArray(applicationHolders.tokenHash, [...holders]), gt(applicationHolders.expiresAt, sql`now()`)))
    .limit(1);
  return right?.holder;
}

async function rightOf(tx: Queryable, applicationId: string, holder: string) {
  const [right] = await tx
    .select({ lastUsedAt: applicationHolders.lastUsedAt })
    .from(applicationHolders)
    .where(and(isHolders(applicationId, holder), gt(applicationHolders.expiresAt, sql`now()`)));
  return right;
}

/** The checked right of this browser to an application: the hash to pass on to verbs, or nothing. */
export async function holderOf(request: Request, applicationId: string): Promise<string | undefined> {
  const holder = holderToken(request.headers.get("cookie") ?? "", applicationId);
  const right = holder ? await rightOf(db, applicationId, holder) : undefined;
  if (!holder || !right) return undefined;
  await noteUse(holder, right.lastUsedAt);
  return holder;
}
