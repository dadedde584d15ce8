import { eq } from "drizzle-orm";
import { z } from "zod";
import { readFees } from "~/cases/fees/read-fees.server";
import { deskInvoicing } from "~/cases/invoices/desk/desk-invoicing.server";
import { readInvoices } from "~/cases/invoices/read-invoices.server";
import { shownInvoices } from "~/cases/invoices/shown-invoices.server";
import { invoicesWith, voidsQuestion } from "~/cases/invoices/voids-question";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";

type Application = typeof visaApplications.$inferSelect;
export type DeskFees = NonNullable<Awaited<ReturnType<typeof readDeskFees>>>;

/** The ledger of a case for the desk; null if it was never submitted. */
export async function readDeskFees(application: Application) {
  if (application.submittedAt === null) return null;
  return {
    ...(await readFees(db, application.id, "staff")),
    invoicing: deskInvoicing(await readInvoices(db, application.id)),
    invoices: await shownInvoices(db, application.id, "staff"),
    number: application.applicationNumber,
    isSample: application.isSample,
    /** Latest possible day of a payment. */
    today: nassauDay(),
    /** Idempotency keys of the forms that are shown. */
    attempts: {
      charge: crypto.randomUUID(),
      payment: crypto.randomUUID(),
      refund: crypto.randomUUID(),
      reversal: crypto.randomUUID(),
    },
  };
}

export async function findDeskFees(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [application] = await db.select().from(visaApplications).where(eq(visaApplications.id, id));
  return application ? readDeskFees(application) : null;
}

/** The question before a charge on a valid invoice is reversed; null for another entry. */
export const voidsQuestionOf = async (applicationId: string, entry: string) =>
  voidsQuestion(invoicesWith((await readInvoices(db, applicationId)).invoices, [entry]));
