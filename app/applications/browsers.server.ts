import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { takeFromBoth } from "~/accounts/limits.server";
import { db, type Transaction } from "~/db/client.server";
import { applicationHolders as t, visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { enqueueMail } from "~/mail/outbox.server";
import { browsersInWords, kindInWords } from "./browser-words";
import { expiredCookie, isHolder } from "./holder.server";
import { applicantName } from "./submit.server";

/** More are not listed, nor do they have to be: all others can be ended at once. */
export const mostListed = 50;

const isLive = (applicationId: string) => and(eq(t.applicationId, applicationId), gt(t.expiresAt, new Date()));

/** The browsers that hold an application now, this one first, then those that used it last (V-ATK-15). */
export async function listBrowsers(applicationId: string, holder: string) {
  const isThis = sql<boolean>`${t.tokenHash} = ${holder}`;
  const rows = await db
    .select({ id: t.id, browser: t.browser, firstUsed: t.createdAt, lastUsed: t.lastUsedAt, isThis })
    .from(t)
    .where(isLive(applicationId))
    .orderBy(desc(isThis), desc(t.lastUsedAt), t.id)
    .limit(mostListed);
  return rows.map((row) => ({
    ...row,
    firstUsed: row.firstUsed.toISOString(),
    lastUsed: row.lastUsed.toISOString(),
  }));
}

/** Who asks: where from, the kind of the browser (both of `visit`), and the hash of its token. */
type Asking = { address: string; browser: string; holder: string };
export type EndResult =
  /** `cookie`: it was this very browser's own right. */
  { outcome: "forgotten"; cookie: string } | { outcome: "ended" | "gone" | "refused" | "limited" };

const hour = 3600;
/** Counted for a browser, not for the application: no other one of its browsers can use up what ends it. */
const endLimits = { address: { max: 60, seconds: hour }, identity: { max: 20, seconds: hour } };
/** As many as of resume links (decision 27), of which this is one. */
const linkLimits = { address: { max: 20, seconds: hour }, identity: { max: 5, seconds: hour } };

/** `others`, or the id of a browser's row. */
export const endInput = z.union([z.literal("others"), z.uuid()]);

/**
 * Ends one browser's right to an application, or that of all but this one, for a browser that holds it: the rows, a
 * line of the record and a mail in one transaction (V-ATK-15). From then on it opens by a link only: who was ended
 * knows its id and its email. `gone`: there was nothing to end, and nothing is mailed; so for a row of another
 * application. This very browser just forgets it, as after Save & Exit.
 */
export async function endBrowsers(
  asking: Asking,
  applicationId: string,
  which: z.output<typeof endInput>,
): Promise<EndResult> {
  return db.transaction(async (tx): Promise<EndResult> => {
    const application = await lockHeld(tx, applicationId, asking.holder);
    if (!application) return { outcome: "refused" };
    if (which !== "others" && (await endOwn(tx, asking.holder, which)))
      return { outcome: "forgotten", cookie: expiredCookie(applicationId) };
    const identity = asking.holder;
    if (!(await takeFromBoth("end browsers", { address: asking.address, identity }, endLimits, tx)).allowed)
      return { outcome: "limited" };
    const kinds = await endRows(tx, application.id, asking.holder, which);
    if (kinds.length === 0) return { outcome: "gone" };
    await tx.update(visaApplications).set({ opensByLinkOnly: true }).where(eq(visaApplications.id, applicationId));
    const number = application.applicationNumber;
    await record(tx, asking, applicationId, "browsers_ended_by_applicant", { number, ended: kinds.length });
    if (application.userEmail)
      await enqueueMail(tx, {
        kind: "browsers_ended",
        ...to(application),
        data: {
          ...(await told(tx, application)),
          ended: browsersInWords(kinds),
          count: kinds.length,
          endedWith: kindInWords(asking.browser),
          endedAt: new Date().toISOString(),
        },
      });
    return { outcome: "ended" };
  });
}

/**
 * Ends every link that was mailed so far and every other browser, and mails a fresh link (V-ATK-16): a new
 * `resume_token`, in one transaction with the record and the mail. `nowhere`: there is no address to mail it to, and
 * nothing changes.
 */
export async function renewLinks(
  asking: Asking,
  applicationId: string,
): Promise<{ outcome: "renewed" | "refused" | "limited" | "nowhere" }> {
  return db.transaction(async (tx) => {
    const application = await lockHeld(tx, applicationId, asking.holder);
    if (!application) return { outcome: "refused" };
    if (!application.userEmail) return { outcome: "nowhere" };
    const identity = asking.holder;
    if (!(await takeFromBoth("resume", { address: asking.address, identity }, linkLimits, tx)).allowed)
      return { outcome: "limited" };
    const kinds = await endRows(tx, applicationId, asking.holder, "others");
    await tx
      .update(visaApplications)
      .set({ resumeToken: randomUUID(), opensByLinkOnly: true, linkSentAt: new Date() })
      .where(eq(visaApplications.id, applicationId));
    const number = application.applicationNumber;
    await record(tx, asking, applicationId, "links_ended_by_applicant", { number, ended: kinds.length });
    const data = { ...(await told(tx, application)), ended: kinds.length };
    // Every older link has just ended: who has shown that the address is theirs waits behind nobody (V-ATK-20).
    const byOthers = application.emailConfirmedAt === null;
    await enqueueMail(tx, { kind: "resume_link", ...to(application), data }, { byOthers });
    return { outcome: "renewed" };
  });
}

type Application = typeof visaApplications.$inferSelect;

/** Locked, so that what is asked of it next finds what was ended here; nothing where this browser does not hold it. */
async function lockHeld(tx: Transaction, applicationId: string, holder: string): Promise<Application | undefined> {
  const [application] = await tx
    .select()
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId))
    .for("update");
  return application && (await isHolder(tx, applicationId, holder)) ? application : undefined;
}

/** Whether the row was this browser's own. */
async function endOwn(tx: Transaction, holder: string, id: string): Promise<boolean> {
  const own = and(eq(t.tokenHash, holder), eq(t.id, id));
  return (await tx.delete(t).where(own).returning({ id: t.id })).length > 0;
}

/** The kinds of the browsers that were ended; rows that had run out go without a word. */
async function endRows(tx: Transaction, applicationId: string, holder: string, which: z.output<typeof endInput>) {
  const meant = which === "others" ? ne(t.tokenHash, holder) : eq(t.id, which);
  const ended = await tx
    .delete(t)
    .where(and(eq(t.applicationId, applicationId), meant))
    .returning();
  return ended.filter((row) => row.expiresAt > new Date()).map((row) => row.browser);
}

const record = (
  tx: Transaction,
  { address, browser }: Asking,
  subjectId: string,
  actionType: string,
  details: { number: string; ended: number },
) => recordActivity(tx, null, { actionType, subjectType: "application", subjectId, details, address, browser });

const to = (application: Application) => ({
  to: application.userEmail,
  toName: applicantName(application.metadata, ""),
  applicationId: application.id,
});

/** What both mails say of the application. */
async function told(
  tx: Transaction,
  { metadata, userEmail, applicationNumber, visaServiceId, submittedAt }: Application,
) {
  const [service] = visaServiceId ? await tx.select().from(visaServices).where(eq(visaServices.id, visaServiceId)) : [];
  return {
    name: applicantName(metadata, ""),
    email: userEmail,
    applicationNumber,
    serviceName: service?.serviceName ?? null,
    submittedAt: submittedAt?.toISOString() ?? null,
  };
}
