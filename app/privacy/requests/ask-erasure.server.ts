import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import { textInput } from "~/core/input-schemas.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { erasureRequests } from "~/db/schema/privacy/rights";
import { privateLinks } from "~/mail/links/private-links.server";
import { enqueueMail } from "~/mail/outbox.server";
import { columnOf, isAbout, type Subject, subjectOf, subjectsBy } from "./subjects.server";

const reasonLimit = 1000;
const reasonInput = textInput(reasonLimit, "The reason");

/** The reason in its stored form, or why it is refused. */
export function readReason(rawReason: unknown): Done<{ reason: string }> | Refused {
  const parsed = reasonInput.safeParse(rawReason ?? "");
  if (parsed.success) return { ok: true, reason: parsed.data };
  const barred = parsed.error.issues.find(({ code }) => code === "custom")?.message;
  return refuse("invalid", barred ?? `Please use at most ${reasonLimit.toLocaleString("en-US")} characters.`);
}

/**
 * Requests the erasure of an application, by its holder. It only counts once the mailed link was used; repeating it
 * makes no second request.
 */
export async function requestErasure(
  context: HolderContext,
  applicationId: string,
  input: unknown,
): Promise<Done | Refused> {
  const read = readReason(input);
  if (!read.ok) return read;
  return asHolder(context, applicationId, async ({ tx, application, record }): Promise<Done | Refused> => {
    if (application.userEmail === "")
      return refuse("conflict", "We have no email address for this application. Please give us one first.");
    const subjects = await subjectsBy([{ kind: "application", id: applicationId }], tx);
    const count = await storeErasure(tx, application.userEmail, subjects, read.reason);
    if (count > 0) await record({ actionType: "erasure_asked_by_applicant" });
    return { ok: true };
  });
}

/**
 * Stores requests and mails one link that confirms all of them. Confirmed requests are unchanged; returns how many
 * others there were. The caller must have verified the email, or send the mail to it.
 */
export async function storeErasure(
  tx: Transaction,
  email: string,
  subjects: readonly Subject[],
  reason: string,
): Promise<number> {
  // One link for all unconfirmed requests of an email: mails delayed by the hourly limit are merged.
  const [before] = await tx
    .select({ groupId: erasureRequests.groupId, secret: erasureRequests.secret })
    .from(erasureRequests)
    .where(
      and(
        eq(erasureRequests.state, "asked"),
        // A link sent to another email must not confirm requests of this one.
        eq(sql`lower(${erasureRequests.email})`, email.toLowerCase()),
        gt(erasureRequests.createdAt, sql`now() - make_interval(secs => ${privateLinks.erase.lifetime / 1000})`),
      ),
    )
    .orderBy(desc(erasureRequests.createdAt))
    .limit(1);
  const { groupId, secret } = before ?? { groupId: randomUUID(), secret: randomUUID() };
  const requested: Subject[] = [];
  for (const subject of subjects) {
    const again = await tx
      .update(erasureRequests)
      .set({ groupId, secret, reason, email, createdAt: new Date() })
      .where(and(isAbout(subject), eq(erasureRequests.state, "asked")))
      .returning({ id: erasureRequests.id });
    if (again.length > 0) requested.push(subject);
    else {
      const [made] = await tx
        .insert(erasureRequests)
        .values({ groupId, secret, reason, email, ...columnOf(subject) })
        .onConflictDoNothing()
        .returning({ id: erasureRequests.id });
      if (made) requested.push(subject);
    }
  }
  if (requested.length === 0) return 0;
  const group = await tx
    .select()
    .from(erasureRequests)
    .where(and(eq(erasureRequests.groupId, groupId), eq(erasureRequests.state, "asked")));
  const covers = (await subjectsBy(group.map(subjectOf), tx)).map(({ label }) => label);
  await enqueueMail(tx, { kind: "erasure_confirm", to: email, toName: "", data: { group: groupId, covers } });
  return requested.length;
}

/** Withdraws an undecided request; the caller must have checked whose it is. */
export async function endErasure(tx: Transaction, subject: Pick<Subject, "kind" | "id">): Promise<boolean> {
  const withdrawn = await tx
    .delete(erasureRequests)
    .where(and(isAbout(subject), inArray(erasureRequests.state, ["asked", "open"])))
    .returning({ id: erasureRequests.id });
  return withdrawn.length > 0;
}

/** The same by the holder of the application. */
export function withdrawErasureRequest(context: HolderContext, applicationId: string) {
  return asHolder(context, applicationId, async ({ tx, record }): Promise<Done | Refused> => {
    const withdrawn = await endErasure(tx, { kind: "application", id: applicationId });
    if (!withdrawn) return refuse("closed", "Your request has already been decided. We’ll write to you.");
    await record({ actionType: "erasure_taken_back_by_applicant" });
    return { ok: true };
  });
}
