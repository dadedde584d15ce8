import { sql } from "drizzle-orm";
import { storedCents } from "~/core/prices/money";
import type { Transaction } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { payLinks } from "~/db/schema/invoices";
import { mailPayLink } from "../mail-invoice.server";
import type { CheckedPayLink } from "./check-pay-link";
import { endPayLinks } from "./end-pay-links.server";

type Application = typeof visaApplications.$inferSelect;
type Stored = { id: string; sent: boolean };

/**
 * Stores a checked pay link in place of the invoice's former one. `mailed`: enqueues its mail; a link that is given
 * with a new invoice is in that one's mail. The application must be locked, so that of two at once one replaces the
 * other.
 */
export async function storePayLink(
  tx: Transaction,
  application: Application,
  invoiceId: string,
  { amount, ...link }: CheckedPayLink,
  { by, mailed }: { by: string; mailed: boolean },
): Promise<Stored> {
  await endPayLinks(tx, invoiceId, "replaced", by);
  const [row] = await tx
    .insert(payLinks)
    .values({
      ...{ ...link, amount: storedCents(amount), invoiceId, applicationId: application.id, adminEmail: by },
      createdAt: sql`clock_timestamp()`,
    })
    .returning({ id: payLinks.id });
  if (!row) throw new Error("The pay links returned no row");
  return { id: row.id, sent: mailed && (await mailPayLink(tx, application, row.id)) };
}
