import { hash, randomBytes } from "node:crypto";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { cookieHeader, cookieName, readCookies } from "~/core/cookie.server";
import { db, type Queryable } from "~/db/client.server";
import { applicationHolders, visaApplications } from "~/db/schema/applications";
import { applicationEmailChanges } from "~/db/schema/email-changes";
import { noteUse } from "./holder-use.server";
import { myApplicationCookie } from "./my-application-cookie";

/** How long a browser keeps access (D2). */
const lifetimeSeconds = 30 * 24 * 3600;

const nameOf = (applicationId: string) => cookieName(`application-${applicationId}`);
const hashOf = (token: string) => hash("sha256", token, "hex");

/**
 * Lets a browser open an application; returns the `Set-Cookie` header. Only the token's hash is stored, with the kind
 * of the browser. `instead`: hash of this browser's former token, whose row is reused while valid. `began`: this
 * browser starts the application. `token` is random unless given.
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

export async function repeatHolder(tx: Queryable, applicationId: string, token: string): Promise<string | undefined> {
  return (await isHolder(tx, applicationId, hashOf(token)))
    ? cookieFor(applicationId, token, lifetimeSeconds)
    : undefined;
}
const isHolders = (applicationId: string, holder: string) =>
  and(eq(applicationHolders.tokenHash, holder), eq(applicationHolders.applicationId, applicationId));

/** Ends this browser's access, as Save & Exit on a shared device does; returns the header that removes its cookie. */
export async function revokeHolder(applicationId: string, holder: string): Promise<string> {
  await db.delete(applicationHolders).where(eq(applicationHolders.tokenHash, holder));
  return expiredCookie(applicationId);
}

/** Ends every browser's access to an application; returns how many had not expired. */
export async function endHolders(tx: Queryable, applicationId: string): Promise<number> {
  const ended = await tx
    .delete(applicationHolders)
    .where(eq(applicationHolders.applicationId, applicationId))
    .returning({ isValid: sql<boolean>`${applicationHolders.expiresAt} > now()` });
  return ended.filter(({ isValid }) => isValid).length;
}

/** Ends every browser's access to every application; returns how many had not expired. */
export async function endAllHolders(tx: Queryable): Promise<number> {
  const valid = await tx.$count(applicationHolders, gt(applicationHolders.expiresAt, sql`now()`));
  await tx.delete(applicationHolders);
  return valid;
}

/**
 * Ends all mailed links and all open address changes. Afterwards only newly mailed links open applications; one without
 * an address opens as before, as nothing can be mailed for it.
 */
export async function endAllLinks(tx: Queryable): Promise<void> {
  await tx
    .update(visaApplications)
    .set({ resumeToken: sql`gen_random_uuid()`, opensByLinkOnly: sql`${visaApplications.userEmail} <> ''` });
  await tx.delete(applicationEmailChanges);
}

export const expiredCookie = (applicationId: string) => cookieFor(applicationId, "", 0);

const cookieFor = (applicationId: string, token: string, maxAge: number) =>
  cookieHeader(nameOf(applicationId), token, token.endsWith(sharedSuffix) ? undefined : maxAge);

const sharedSuffix = "~shared";

const newToken = () => randomBytes(32).toString("base64url");

/** A token for a shared device, random unless given: its cookie ends with the browser session. */
export const sharedToken = (token = newToken()): string => `${token}${sharedSuffix}`;

/**
 * Replaces a deleted application's cookie by one that only says that there was one: the next opening or save says that
 * it was deleted, but the browser has no access by it. Expires when the token would have.
 */
export const deletedDraftCookie = (applicationId: string, isShared: boolean) =>
  cookieFor(applicationId, isShared ? sharedToken(deletedToken) : deletedToken, lifetimeSeconds);

/** Value of such a cookie; no token is as short. */
const deletedToken = "gone";
const isDeletedToken = (token: string) => token === deletedToken || token === sharedToken(deletedToken);

/** Whether a browser said that others use its device. */
export function isSharedDevice(cookie: string | null, applicationId: string): boolean {
  const name = nameOf(applicationId);
  return readCookies(cookie, name)[name]?.endsWith(sharedSuffix) ?? false;
}

/** The hash of an application's token in the `Cookie` header, unchecked. */
export function holderToken(cookie: string, applicationId: string): string | undefined {
  const name = nameOf(applicationId);
  const token = readCookies(cookie, name)[name];
  return token ? hashOf(token) : undefined;
}

/** The hashes of all applications' tokens in the `Cookie` header, unchecked, by application; without deleted ones. */
export function tokenHashesByApplication(cookie: string): Map<string, string> {
  const start = nameOf("");
  const shown = Object.entries(readCookies(cookie)).filter(
    ([name, token]) => name.startsWith(start) && !isDeletedToken(token),
  );
  return new Map(shown.map(([name, token]) => [name.slice(start.length), hashOf(token)]));
}

export const applicationTokenHashes = (cookie: string): string[] => [...tokenHashesByApplication(cookie).values()];

/**
 * Returns the header that sets or removes the cookie by which public pages show `My application`, from the response's
 * `Set-Cookie` headers and the request's `Cookie` header; undefined if it is right already. It lasts as long as the
 * browser's access, on a shared device until the session ends.
 */
export function myApplicationCookieAfter(cookie: string | null, set: readonly string[]): string | undefined {
  const start = nameOf("");
  const ofApplications = (header: string | null) =>
    Object.entries(readCookies(header)).filter(([name]) => name.startsWith(start));
  const tokens = new Map(ofApplications(cookie).filter(([, token]) => !isDeletedToken(token)));
  const changes = set.flatMap((line) => ofApplications(line.split(";")[0] ?? ""));
  for (const [name, token] of changes) token && !isDeletedToken(token) ? tokens.set(name, token) : tokens.delete(name);
  const name = cookieName(myApplicationCookie);
  const isMarked = name in readCookies(cookie, name);
  if (tokens.size === 0) return isMarked ? cookieHeader(name, "", 0, { open: true }) : undefined;
  if (isMarked && changes.length === 0) return undefined;
  const lasts = [...tokens.values()].some((token) => !token.endsWith(sharedSuffix));
  return cookieHeader(name, myApplicationCookie, lasts ? lifetimeSeconds : undefined, { open: true });
}

/** Whether a browser has the cookie of any application, valid or not. */
export const hasHolderCookie = (request: Request): boolean =>
  (request.headers.get("cookie") ?? "").includes(nameOf(""));

/** Whether a token's hash gives access to an application now. Every verb of the applicant checks it first. */
export async function isHolder(tx: Queryable, applicationId: string, holder: string): Promise<boolean> {
  return (await rightOf(tx, applicationId, holder)) !== undefined;
}

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

/** Checks this browser's access to an application; returns the hash to pass to verbs. */
export async function holderOf(request: Request, applicationId: string): Promise<string | undefined> {
  const holder = holderToken(request.headers.get("cookie") ?? "", applicationId);
  const right = holder ? await rightOf(db, applicationId, holder) : undefined;
  if (!holder || !right) return undefined;
  await noteUse(holder, right.lastUsedAt);
  return holder;
}
