import { eq } from "drizzle-orm";
import { z } from "zod";
import { centsOf, exactUsd } from "~/core/prices/money";
import { calendarDate } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { invoiceName, invoicesOf } from "../read-invoices.server";

/** A valid invoice of a case; null if there is none. */
export async function findVoidable(applicationId: string, invoiceId: string) {
  if (![applicationId, invoiceId].every((id) => z.uuid().safeParse(id).success)) return null;
  const [application] = await db.select().from(visaApplications).where(eq(visaApplications.id, applicationId));
  const invoice = application && (await invoicesOf(db, applicationId)).find(({ id }) => id === invoiceId);
  if (!invoice || invoice.isVoid) return null;
  const { issuedOn, paid, open, amount } = invoice;
  return {
    id: applicationId,
    number: application.applicationNumber,
    /** Whether the applicant gets the credit note by email. */
    isMailed: !application.isSample && application.userEmail !== "",
    name: invoiceName(invoice),
    amount: exactUsd(centsOf(amount)),
    facts: [`Issued ${calendarDate(issuedOn)}`, `${exactUsd(paid)} paid`, `${exactUsd(open)} open`],
  };
}
