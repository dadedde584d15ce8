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
 * Whether a link asks who started the application: its address is unconfirmed, so somebody else may have entered it.
 * Not asked in a browser that can open it, nor if staff began it.
 */
const needsAnswer = (application: Pick<Application, "emailConfirmedAt" | "begunAtDesk">, holds: boolean) =>
  application.emailConfirmedAt === null && !application.begunAtDesk && !holds;

/** Facts for the question who started the application; null if it is not asked. `at` is an ISO instant. */
export async function linkQuestion(request: Request, found: FoundApplication) {
  const { id, createdAt, begunWith } = found.application;
  if (!needsAnswer(found.application, (await holderOf(request, id)) !== undefined)) return null;
  return { serviceName: found.serviceName, at: createdAt.toISOString(), browser: begunWith };
}

/**
 * `browser`: its kind; `cookie`: its `Cookie` header; `shared`: others use the device, as an earlier answer says too.
 */
export type Following = { address: string; browser: string; cookie: string; shared?: boolean };
/** `endRefused`: an `end` after another answer, which ended nobody. `opened` is null after a `no`. */
type Followed = Done<{ opened: { id: string; cookie: string; endRefused: boolean } | null }>;

/**
 * Redeems a resume link: this browser can open the application, and its email is confirmed. If the question is asked,
 * an answer is required: `end` also ends all earlier browsers and address changes that they requested; `no` opens
 * nothing and detaches the address. The first answer counts: a later `no` is a conflict, a later `end` ends nobody
 * (`endRefused`), and the page of the browsers then offers it. Unknown, expired and ended links are not found.
 */
export async function followLink(context: Following, token: string, rawAnswer: unknown): Promise<Followed | Refused> {
  const link = readPrivateLink("resume", token);
  if (!link || link.expired) return refuse("not-found");
  const { id } = link;
  return inTransaction(async (tx): Promise<Followed | Refused> => {
    const [application] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id)).for("update");
    if (!application || !link.verify(application.resumeToken)) return refuse("not-found");
    const answer = z.enum(linkAnswers).safeParse(rawAnswer).data;
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
        // The ended browsers know id and email, so these must not open it.
        .set({ emailConfirmedAt: new Date(), ...(ends ? { opensByLinkOnly: true } : {}) })
        .where(eq(visaApplications.id, id));
      await record({ actionType: "email_confirmed_by_applicant", details: { browsersEnded } });
    }
    // The draft's retention period starts again.
    await tx.update(visaApplications).set({ keptFrom: sql`now()` }).where(eq(visaApplications.id, id));
    const cookie = await grantHolder(tx, id, context.browser, {
      instead: holder,
      ...(context.shared || isSharedDevice(context.cookie, id) ? { token: sharedToken() } : {}),
    });
    return { ok: true, opened: { id, cookie, endRefused: answer === "end" && !needed } };
  });
}
