import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { readFees } from "~/cases/fees/read-fees.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";

type Application = typeof visaApplications.$inferSelect;
export type DeskFees = NonNullable<Awaited<ReturnType<typeof readDeskFees>>>;

/** What the desk shows of a case's ledger; null for one that was never submitted. */
export async function readDeskFees(application: Application) {
  if (application.submittedAt === null) return null;
  return {
    ...(await readFees(db, application.id, "staff")),
    number: application.applicationNumber,
    isSample: application.isSample,
    /** The last day that a payment can be of. */
    today: nassauDay(),
    /** Attempt keys of the forms that are shown. */
    attempts: { charge: randomUUID(), payment: randomUUID(), refund: randomUUID(), reversal: randomUUID() },
  };
}

export async function findDeskFees(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [application] = await db.select().from(visaApplications).where(eq(visaApplications.id, id));
  return application ? readDeskFees(application) : null;
}
