import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { consumeIpAndIdentityLimits } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import { applicationHolders as t, visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { enqueueMail } from "~/mail/outbox.server";
import { asHolder, type HolderContext } from "./as-holder.server";
import { formatBrowserKind, formatBrowsers } from "./browser-words";
import { askedBy, askedByOthers, endChange } from "./change/end.server";
import { expiredCookie } from "./holder.server";

/** More are not listed: all other browsers can be ended at once. */
export const maxListed = 50;

const isLive = (applicationId: string) => and(eq(t.applicationId, applicationId), gt(t.expiresAt, sql`now()`));

/** The browsers that can open an application, this one first, then the latest used. */
export async function listBrowsers(applicationId: string, holder: string) {
  const isThis = sql<boolean>`${t.tokenHash} = ${holder}`;
  const rows = await db
    .select({ id: t.id, browser: t.browser, firstUsed: t.createdAt, lastUsed: t.lastUsedAt, isThis })
    .from(t)
    .where(isLive(applicationId))
    .orderBy(desc(isThis), desc(t.lastUsedAt), t.id)
    .limit(maxListed);
  return rows.map((row) => ({
    ...row,
    firstUsed: row.firstUsed.toISOString(),
    lastUsed: row.lastUsed.toISOString(),
  }));
}

type BrowserContext = HolderContext & { browser: string };
/** `browsers`: number of ended ones. `cookie`: this browser ended its own access, and the header removes its cookie. */
type EndResult = Done<{ browsers: number; cookie?: string }> | Refused;

const hour = 3600;
/** Counted per browser, not per application: one browser must not use up the limit of another that wants to end it. */
const endLimits = { address: { max: 60, seconds: hour }, identity: { max: 20, seconds: hour } };
/** The limit of resume links, as this mails one (D27). */
const linkLimits = { address: { max: 20, seconds: hour }, identity: { max: 5, seconds: hour } };

/** `others`, or the id of a browser's row. */
export const endInput = z.union([z.literal("others"), z.uuid()]);

/**
 * Ends one browser's access to an application, or that of all others: rows, activity and mail in one transaction.
 * Afterwards only a mailed link opens it, because users of ended browsers know its id and email; address changes that
 * they requested end too. If no row matches, nothing changes. Ending this very browser only revokes its own access, as
 * Save & Exit does.
 */
export function endBrowsers(
  context: BrowserContext,
  applicationId: string,
  selection: z.output<typeof endInput>,
): Promise<EndResult> {
  return asHolder(context, applicationId, async ({ tx, application, record }): Promise<EndResult> => {
    if (selection !== "others" && (await endOwn(tx, context.holder, selection)))
      return { ok: true, browsers: 1, cookie: expiredCookie(applicationId) };
    const identity = context.holder;
    const source = { address: context.address, identity, of: "browser" } as const;
    const limit = await consumeIpAndIdentityLimits("end browsers", source, endLimits, tx);
    if (!limit.allowed) return refuse("limited", tooMany("requests to end browsers were sent", limit));
    const only = selection === "others" ? askedByOthers(applicationId, context.holder) : askedBy(selection);
    await endChange(tx, application, { by: "applicant", record, only });
    const kinds = await endRows(tx, applicationId, context.holder, selection);
    if (kinds.length === 0) return { ok: true, browsers: 0 };
    await tx.update(visaApplications).set({ opensByLinkOnly: true }).where(eq(visaApplications.id, applicationId));
    const { browser } = context;
    await record({ actionType: "browsers_ended_by_applicant", details: { ended: kinds.length }, browser });
    if (application.userEmail)
      await enqueueMail(tx, {
        kind: "browsers_ended",
        ...to(application),
        data: {
          ...(await mailData(tx, application)),
          ended: formatBrowsers(kinds),
          count: kinds.length,
          endedWith: formatBrowserKind(browser),
          endedAt: new Date().toISOString(),
        },
      });
    return { ok: true, browsers: kinds.length };
  });
}

/** Ends all mailed links and other browsers and mails a link with a new `resume_token`. Conflict without an address. */
export function renewLinks(context: BrowserContext, applicationId: string): Promise<Done | Refused> {
  return asHolder(context, applicationId, async ({ tx, application, record }) => {
    if (!application.userEmail) return refuse("conflict");
    const identity = context.holder;
    const limit = await consumeIpAndIdentityLimits(
      "resume",
      { address: context.address, identity, of: "browser" },
      linkLimits,
      tx,
    );
    if (!limit.allowed) return refuse("limited", tooMany("links were requested", limit));
    await endChange(tx, application, { by: "applicant", record, only: askedByOthers(applicationId, context.holder) });
    const kinds = await endRows(tx, applicationId, context.holder, "others");
    await tx
      .update(visaApplications)
      .set({ resumeToken: randomUUID(), opensByLinkOnly: true, linkSentAt: new Date() })
      .where(eq(visaApplications.id, applicationId));
    const { browser } = context;
    await record({ actionType: "links_ended_by_applicant", details: { ended: kinds.length }, browser });
    const data = { ...(await mailData(tx, application)), ended: kinds.length };
    // All older links have ended, so a confirmed owner's mail must not wait behind mails that others caused (V-ATK-20).
    const byOthers = application.emailConfirmedAt === null;
    await enqueueMail(tx, { kind: "resume_link", ...to(application), data }, { byOthers });
    return { ok: true };
  });
}

type Application = typeof visaApplications.$inferSelect;

async function endOwn(tx: Transaction, holder: string, id: string): Promise<boolean> {
  const own = and(eq(t.tokenHash, holder), eq(t.id, id));
  return (await tx.delete(t).where(own).returning({ id: t.id })).length > 0;
}

/** Returns the kinds of the browsers that had not expired. */
async function endRows(tx: Transaction, applicationId: string, holder: string, selection: z.output<typeof endInput>) {
  const target = selection === "others" ? ne(t.tokenHash, holder) : eq(t.id, selection);
  const ended = await tx
    .delete(t)
    .where(and(eq(t.applicationId, applicationId), target))
    .returning();
  return ended.filter((row) => row.expiresAt > new Date()).map((row) => row.browser);
}

const to = (application: Application) => ({
  to: application.userEmail,
  toName: nameIn(application, ""),
  applicationId: application.id,
});

async function mailData(tx: Transaction, application: Application) {
  const { userEmail, applicationNumber, visaServiceId, submittedAt } = application;
  const [service] = visaServiceId ? await tx.select().from(visaServices).where(eq(visaServices.id, visaServiceId)) : [];
  return {
    name: nameIn(application, ""),
    email: userEmail,
    applicationNumber,
    serviceName: service?.serviceName ?? null,
    submittedAt: submittedAt?.toISOString() ?? null,
  };
}
