import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Activity, recordActivity } from "~/core/activity.server";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { visaApplications } from "~/db/schema/applications";
import { readPrivateLink } from "~/mail/links/private-links.server";
import { askedByOthers, endChange } from "./change/end.server";
import type { FoundApplication } from "./find.server";
import { endHolders, grantHolder, holderOf, holderToken, isHolder, isSharedDevice, sharedToken } from "./holder.server";
import { linkAnswers } from "./link-answers";
import { detachEmail } from "./refuse-email.server";

type Application = typeof visaApplications.$inferSelect;

/**
 * Whether following the link asks who began the application: the address is not confirmed yet, so somebody else may
 * have entered it. Not asked in a browser that holds the application, nor when staff began it (V-ATK-12).
 */
const needsAnswer = (application: Pick<Application, "emailConfirmedAt" | "begunAtDesk">, holds: boolean) =>
  application.emailConfirmedAt === null && !application.begunAtDesk && !holds;

/** Facts for the question who began the application; null where it is not asked. `at` is an ISO instant. */
export async function linkQuestion(request: Request, found: FoundApplication) {
  const { id, createdAt, begunWith } = found.application;
  if (!needsAnswer(found.application, (await holderOf(request, id)) !== undefined)) return null;
  return { serviceName: found.serviceName, at: createdAt.toISOString(), browser: begunWith };
}

/**
 * The visitor's address, the kind of the browser, its header `Cookie`, and whether other people use the device
 * (N-LINE-2), which one that said so before stays.
 */
export type Following = { address: string; browser: string; cookie: string; shared?: boolean };
/** `endRefused`: an `end` that came after another answer ended nobody. `opened` is null after a `no`. */
type Followed = Done<{ opened: { id: string; cookie: string; endRefused: boolean } | null }>;

/**
 * Redeems a resume link: this browser holds the application from now on, and its email is confirmed (W-RESUME-3, -9,
 * V-ATK-12). Where the question is asked the answer decides: `end` also takes the right from every browser before this
 * one, and ends a change of address that one of them asked for, `no` opens nothing and detaches the address; without
 * an answer the form is invalid. The first answer counts: a later `no` changes nothing (a conflict), and a later `end`
 * ends nobody (`endRefused`), which the page of the browsers
 * then offers. Links that are unknown, expired or were ended are not found.
 */
export async function followLink(context: Following, token: string, given: unknown): Promise<Followed | Refused> {
  const link = readPrivateLink("resume", token);
  if (!link || link.expired) return refuse("not-found");
  const { id } = link;
  return inTransaction(async (tx): Promise<Followed | Refused> => {
    const [application] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id)).for("update");
    if (!application || !link.verify(application.resumeToken)) return refuse("not-found");
    const answer = z.enum(linkAnswers).safeParse(given).data;
    const holder = holderToken(context.cookie, id);
    const needed = needsAnswer(application, holder !== undefined && (await isHolder(tx, id, holder)));
    if (needed && !answer) return refuse("invalid");
    if (answer === "no" && !needed) return refuse("conflict");
    if (answer === "no") {
      await detachEmail(tx, application, context.address);
      return { ok: true, opened: null };
    }
    if (application.emailConfirmedAt === null) {
      const ends = needed && answer === "end";
      const record = (activity: Pick<Activity, "actionType" | "details">) =>
        recordActivity(tx, null, {
          ...activity,
          subjectType: "application",
          subjectId: id,
          details: { number: application.applicationNumber, ...activity.details },
          address: context.address,
        });
      if (ends) await endChange(tx, application, { by: "applicant", record, only: askedByOthers(id) });
      const browsersEnded = ends ? await endHolders(tx, id) : 0;
      await tx
        .update(visaApplications)
        // The ended browsers know its id and its email, so these open it no longer.
        .set({ emailConfirmedAt: new Date(), ...(ends ? { opensByLinkOnly: true } : {}) })
        .where(eq(visaApplications.id, id));
      await record({ actionType: "email_confirmed_by_applicant", details: { browsersEnded } });
    }
    // The days for which a draft is kept begin anew (V-RET-2).
    await tx.update(visaApplications).set({ keptFrom: sql`now()` }).where(eq(visaApplications.id, id));
    const cookie = await grantHolder(tx, id, context.browser, {
      instead: holder,
      ...(context.shared || isSharedDevice(context.cookie, id) ? { token: sharedToken() } : {}),
    });
    return { ok: true, opened: { id, cookie, endRefused: answer === "end" && !needed } };
  });
}
