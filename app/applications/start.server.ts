import { and, desc, eq, isNull, lt, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { lookAtAddress, takeFromBoth } from "~/accounts/limits.server";
import { db, type Transaction } from "~/db/client.server";
import { attempts, visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { enqueueMail } from "~/mail/outbox.server";
import { newApplicationNumber } from "./application-number";
import { grantHolder } from "./holder.server";
import { cleanText } from "./steps/read-form";
import { applicantName } from "./submit.server";

const uuid = z.uuid().catch("");
const startInput = z.object({
  email: z.string().transform(cleanText).pipe(z.email().max(254)),
  terms: z.literal("yes"),
  service: uuid.transform((id) => id || null),
  attempt: z.uuid(),
});

/** Where the visitor is, and the kind of the browser (both of `visit`). */
export type StartContext = { address: string; browser: string };
export type StartResult =
  | { outcome: "started"; id: string; cookie: string }
  | { outcome: "incomplete"; email: string; terms: boolean; message: string }
  | { outcome: "limited"; retryAfterSeconds: number };

const hour = 3600;

/**
 * Starts an application with an email and the agreement alone (W-START-9 to -15): the draft, this browser's right to it
 * and the welcome mail in one transaction. A repeat with the same attempt key gets the same application, and counts
 * against no limit.
 */
export async function startApplication(context: StartContext, form: FormData): Promise<StartResult> {
  const given = Object.fromEntries(form);
  const parsed = startInput.safeParse({ ...given, service: given.service ?? "" });
  if (!parsed.success) {
    const email = typeof given.email === "string" ? given.email : "";
    const malformed = email.trim() !== "" && parsed.error.issues.some((issue) => issue.path[0] === "email");
    const message = malformed
      ? "Please enter a valid email address"
      : "Please provide your email and agree to the terms";
    return { outcome: "incomplete", email, terms: given.terms === "yes", message };
  }
  const { email, service, attempt } = parsed.data;
  return insertApplication(context, email, service, attempt);
}

const limits = { address: { max: 20, seconds: hour }, identity: { max: 5, seconds: hour } };

/** Whether an address has starts left, asked before a form is read (V-ATK-4). */
export const lookAtStart = (address: string) => lookAtAddress("start", address, limits.address);

/** Decision 27: 20 starts an hour for an address, 5 for an email. Counted in the transaction, so that a repeat never is. */
function takeStart(tx: Transaction, address: string, email: string) {
  return takeFromBoth("start", { address, identity: email }, limits, tx);
}

/** What this attempt started before, unless that was deleted since: then its key starts anew. */
async function startedBefore(tx: Transaction, attempt: string) {
  const [before] = await tx
    .select({ kind: attempts.kind, id: visaApplications.id })
    .from(attempts)
    .leftJoin(visaApplications, eq(visaApplications.id, sql`(${attempts.result} ->> 'id')::uuid`))
    .where(eq(attempts.key, attempt))
    .for("update", { of: attempts });
  if (before && before.kind !== "start") throw new Error("The attempt key is taken by an attempt of another kind");
  return before?.id ?? undefined;
}

async function insertApplication(
  { address, browser }: StartContext,
  email: string,
  serviceId: string | null,
  attempt: string,
): Promise<StartResult> {
  const [service] = serviceId
    ? await db
        .select()
        .from(visaServices)
        .where(and(eq(visaServices.id, serviceId), eq(visaServices.isActive, true)))
    : [];
  const id = crypto.randomUUID();
  const applicationNumber = newApplicationNumber();
  return db.transaction(async (tx): Promise<StartResult> => {
    // The second of two clicks waits here for the first, and then finds its key taken.
    const [first] = await tx
      .insert(attempts)
      .values({ key: attempt, kind: "start", result: { id } })
      .onConflictDoNothing()
      .returning();
    const before = first ? undefined : await startedBefore(tx, attempt);
    if (before) return { outcome: "started", id: before, cookie: await grantHolder(tx, before, browser) };
    const { allowed, retryAfterSeconds } = await takeStart(tx, address, email);
    if (!allowed) {
      await tx.delete(attempts).where(eq(attempts.key, attempt));
      return { outcome: "limited", retryAfterSeconds };
    }
    if (!first) await tx.update(attempts).set({ result: { id } }).where(eq(attempts.key, attempt));
    await tx.insert(visaApplications).values({
      id,
      applicationNumber,
      visaServiceId: service?.id ?? null,
      userEmail: email,
      begunWith: browser,
      applicationType: service?.visaType ?? null,
      totalSteps: 8,
      totalAmountDue: service?.totalPrice ?? "0",
      metadata: { step1: { email } },
      linkSentAt: new Date(),
    });
    const serviceName = service?.serviceName ?? null;
    const name = email.split("@")[0] ?? email;
    await enqueueMail(tx, {
      kind: "application_started",
      to: email,
      toName: name,
      applicationId: id,
      data: { name, email, applicationNumber, serviceName },
    });
    await tellOfDraft(tx, { id, email, serviceId: service?.id ?? null, serviceName });
    return { outcome: "started", id, cookie: await grantHolder(tx, id, browser) };
  });
}

/**
 * A draft for the same service that this email started before: its newest one is told of by a mail of its own, at most
 * once an hour. The screen says nothing, so that nobody learns whose address has a draft (decision 20).
 */
async function tellOfDraft(
  tx: Transaction,
  started: { id: string; email: string; serviceId: string | null; serviceName: string | null },
) {
  const { id, email, serviceId, serviceName } = started;
  const [newest] = await tx
    .select({ id: visaApplications.id })
    .from(visaApplications)
    .where(
      and(
        eq(sql`lower(${visaApplications.userEmail})`, email.toLowerCase()),
        serviceId ? eq(visaApplications.visaServiceId, serviceId) : isNull(visaApplications.visaServiceId),
        eq(visaApplications.status, "draft"),
        ne(visaApplications.id, id),
      ),
    )
    .orderBy(desc(visaApplications.lastUpdatedAt))
    .limit(1);
  if (!newest) return;
  const now = new Date();
  const [draft] = await tx
    .update(visaApplications)
    .set({ draftMailSentAt: now, linkSentAt: now })
    .where(
      and(
        eq(visaApplications.id, newest.id),
        or(
          isNull(visaApplications.draftMailSentAt),
          lt(visaApplications.draftMailSentAt, new Date(now.getTime() - hour * 1000)),
        ),
      ),
    )
    .returning();
  if (!draft) return;
  const name = applicantName(draft.metadata, email.split("@")[0]);
  await enqueueMail(tx, {
    kind: "draft_exists",
    to: draft.userEmail,
    toName: name,
    applicationId: draft.id,
    data: {
      name,
      email: draft.userEmail,
      applicationNumber: draft.applicationNumber,
      serviceName,
      savedAt: draft.lastUpdatedAt.toISOString(),
      percent: draft.completionPercentage,
    },
  });
}
