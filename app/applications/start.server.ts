import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { addressKey, identityKey, takeFromLimit } from "~/accounts/limits.server";
import { db } from "~/db/client.server";
import { attempts, visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { enqueueMail } from "~/mail/outbox.server";
import { newApplicationNumber } from "./application-number";
import { grantHolder } from "./holder.server";
import { cleanText } from "./steps/read-form";

const uuid = z.uuid().catch("");
const startInput = z.object({
  email: z.string().transform(cleanText).pipe(z.email().max(254)),
  terms: z.literal("yes"),
  service: uuid.transform((id) => id || null),
  attempt: z.uuid(),
});

export type StartResult =
  | { outcome: "started"; id: string; cookie: string }
  | { outcome: "incomplete"; email: string; terms: boolean; message: string }
  | { outcome: "limited"; retryAfterSeconds: number };

const hour = 3600;

/**
 * Starts an application with an email and the agreement alone (W-START-9 to -15): the draft, this browser's right to it
 * and the welcome mail in one transaction. A repeat with the same attempt key gets the same application.
 */
export async function startApplication(context: { address: string }, form: FormData): Promise<StartResult> {
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
  const repeated = await startedBefore(attempt);
  if (repeated) return { outcome: "started", ...repeated };
  const limits = await Promise.all([
    takeFromLimit(`start ${addressKey(context.address)}`, { max: 20, seconds: hour }),
    takeFromLimit(`start ${identityKey(email)}`, { max: 5, seconds: hour }),
  ]);
  const refused = limits.find((limit) => !limit.allowed);
  if (refused) return { outcome: "limited", retryAfterSeconds: refused.retryAfterSeconds };
  return { outcome: "started", ...(await insertApplication(email, service, attempt)) };
}

async function startedBefore(attempt: string) {
  const [before] = await db
    .select()
    .from(attempts)
    .where(and(eq(attempts.key, attempt), eq(attempts.kind, "start")));
  const id = before?.result.id;
  return id ? { id, cookie: await grantHolder(db, id) } : undefined;
}

async function insertApplication(email: string, serviceId: string | null, attempt: string) {
  const [service] = serviceId
    ? await db
        .select()
        .from(visaServices)
        .where(and(eq(visaServices.id, serviceId), eq(visaServices.isActive, true)))
    : [];
  const id = crypto.randomUUID();
  const applicationNumber = newApplicationNumber();
  const started = await db.transaction(async (tx) => {
    // The second of two clicks waits here for the first, and then finds its key taken.
    const [first] = await tx
      .insert(attempts)
      .values({ key: attempt, kind: "start", result: { id } })
      .onConflictDoNothing()
      .returning();
    if (!first) return undefined;
    await tx.insert(visaApplications).values({
      id,
      applicationNumber,
      visaServiceId: service?.id ?? null,
      userEmail: email,
      applicationType: service?.visaType ?? null,
      totalSteps: 8,
      totalAmountDue: service?.totalPrice ?? "0",
      metadata: { step1: { email } },
      linkSentAt: new Date(),
    });
    const name = email.split("@")[0] ?? email;
    await enqueueMail(tx, {
      kind: "application_started",
      to: email,
      toName: name,
      applicationId: id,
      data: { name, email, applicationNumber, serviceName: service?.serviceName ?? null },
    });
    return { id, cookie: await grantHolder(tx, id) };
  });
  const result = started ?? (await startedBefore(attempt));
  if (!result) throw new Error("The attempt key is taken by an attempt of another kind");
  return result;
}
