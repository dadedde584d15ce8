import { asc, eq, lt } from "drizzle-orm";
import { dueOf, formatOverdue } from "~/accounts/owners/due";
import { listedName } from "~/cases/desk/list/columns.server";
import { invoiceName } from "~/cases/invoices/read-invoices.server";
import { shownAmount } from "~/cases/invoices/words";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { invoices, openInvoices as t } from "~/db/schema/invoices";
import type { Line } from "./lines";
import type { Slice } from "./read-apart.server";

/** Invoices with something left to pay and their due day before today in Nassau, the oldest first. */
export async function readOverdueInvoices({ adminId, limit, offset }: Slice, today = nassauDay()) {
  const overdue = lt(t.dueOn, today);
  const [count, rows] = await Promise.all([db.$count(t, overdue), overdueInvoicePage(today, { limit, offset })]);
  const line = (row: (typeof rows)[number]): Line => ({
    id: row.id,
    to: `/admin/applications/${row.applicationId}#fees`,
    name: row.name || "No name",
    number: row.number,
    says: `${invoiceName({ number: row.invoice })} · ${shownAmount(row.open)} open`,
    alert: formatOverdue(dueOf(row.dueOn, "open", today)) ?? "",
    isMine: row.ownerId === adminId,
    isSample: row.isSample,
  });
  return { count, lines: rows.map(line) };
}

/** Invoices first, by their index, then the cases of these alone. */
export function overdueInvoicePage(today: string, { limit, offset }: { limit: number; offset: number }) {
  const page = db
    .select()
    .from(t)
    .where(lt(t.dueOn, today))
    .orderBy(asc(t.dueOn), asc(t.invoiceId))
    .limit(limit)
    .offset(offset)
    .as("page");
  return db
    .select({
      id: page.invoiceId,
      applicationId: page.applicationId,
      dueOn: page.dueOn,
      open: page.open,
      invoice: invoices.number,
      name: listedName(),
      number: visaApplications.applicationNumber,
      ownerId: visaApplications.ownerId,
      isSample: visaApplications.isSample,
    })
    .from(page)
    .innerJoin(invoices, eq(invoices.id, page.invoiceId))
    .innerJoin(visaApplications, eq(visaApplications.id, page.applicationId))
    .orderBy(asc(page.dueOn), asc(page.invoiceId));
}
