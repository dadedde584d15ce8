import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { cookieHeader, cookieName, readCookies } from "~/core/cookie.server";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { startCopy } from "../copies/ask-for-copy.server";
import { latestCopy } from "../copies/read-copy.server";
import { endErasure, readReason, storeErasure } from "../requests/ask-erasure.server";
import { ownRequest } from "../requests/read-requests.server";
import { subjectsOf } from "../requests/subjects.server";
import { openedBy } from "./send-data-link.server";

const cookie = () => cookieName("your-data");

/** The cookie by which this browser can use the opened link for 24 hours. */
export const openedCookie = (token: string): string => cookieHeader(cookie(), token, 24 * 3600);

/** The email whose data this browser has opened. */
export async function openedAddress(request: Request): Promise<string | undefined> {
  const token = readCookies(request.headers.get("cookie"), cookie())[cookie()];
  return token ? openedBy(token) : undefined;
}

/** All data of the email, with its requests. */
export async function readOpened(email: string) {
  const subjects = await subjectsOf(email, db);
  return Promise.all(
    subjects.map(async (subject) => ({
      ...subject,
      erasure: await ownRequest(subject),
      copy: subject.kind === "application" ? await latestCopy(subject.id) : null,
    })),
  );
}

/** Starts a copy of one of the email's applications; a mail with a private link announces it. */
export function copyFor(email: string, applicationId: string): Promise<Done | Refused> {
  return inTransaction(async (tx) => {
    if (!(await lockOwn(tx, email, applicationId)))
      return refuse("not-found", "We no longer hold this for this address.");
    return startCopy(tx, applicationId);
  });
}

async function lockOwn(tx: Transaction, email: string, id: string): Promise<boolean> {
  if (!z.uuid().safeParse(id).success) return false;
  const rows = await tx
    .select({ id: visaApplications.id })
    .from(visaApplications)
    .where(and(eq(visaApplications.id, id), eq(sql`lower(${visaApplications.userEmail})`, email.toLowerCase())))
    .for("update");
  return rows.length > 0;
}

/** Requests the erasure of the checked records of an email. */
export async function eraseFor(email: string, ids: readonly string[], rawReason: unknown): Promise<Done | Refused> {
  const read = readReason(rawReason);
  if (!read.ok) return read;
  if (ids.length === 0) return refuse("invalid", "Please select what you want erased.");
  return inTransaction(async (tx) => {
    const own = (await subjectsOf(email, tx)).filter(({ id }) => ids.includes(id));
    await storeErasure(tx, email, own, read.reason);
    return { ok: true };
  });
}

export async function takeBackFor(email: string, id: string): Promise<Done | Refused> {
  return inTransaction(async (tx) => {
    const own = (await subjectsOf(email, tx)).find((subject) => subject.id === id);
    if (!own || !(await endErasure(tx, own)))
      return refuse("closed", "Your request has already been decided. We’ll write to you.");
    return { ok: true };
  });
}
