import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { invoiceSettings } from "~/cases/invoices/settings.server";
import { shownInvoices } from "~/cases/invoices/shown-invoices.server";
import { shownAmount } from "~/cases/invoices/words";
import { type PayLinkState, payLinkState } from "~/core/prices/pay-link";
import { calendarLongDate, daysAfter, nassauDay, nassauTime } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { openInvoices, payLinks } from "~/db/schema/invoices";

export type PayLinksPage = NonNullable<Awaited<ReturnType<typeof readPayLinks>>>;
export type ListedPayLink = PayLinksPage["links"][number];

/** An invoice with its pay links, the newest first; null if there is none. */
export async function readPayLinks(applicationId: string, invoiceId: string) {
  if (![applicationId, invoiceId].every((id) => z.uuid().safeParse(id).success)) return null;
  const [application] = await db.select().from(visaApplications).where(eq(visaApplications.id, applicationId));
  const invoice = (await shownInvoices(db, applicationId, "staff")).find(({ id }) => id === invoiceId);
  if (!application || !invoice) return null;
  const { payLinkHosts: hosts } = await invoiceSettings(db);
  const [opened] = await db.select().from(openInvoices).where(eq(openInvoices.invoiceId, invoiceId));
  const open = opened?.open ?? "0.00";
  const rows = await db
    .select()
    .from(payLinks)
    .where(eq(payLinks.invoiceId, invoiceId))
    .orderBy(desc(payLinks.createdAt), desc(payLinks.id));
  const today = nassauDay();
  return {
    id: applicationId,
    number: application.applicationNumber,
    /** Whether a new link is emailed. */
    isMailed: !application.isSample && application.userEmail !== "",
    ...{ invoice, hosts, today, latest: daysAfter(today, 365), attempt: randomUUID() },
    /** What is left to pay, as it is typed; null if nothing is. */
    open: opened ? open : null,
    links: rows.map((row) => ({
      ...{ id: row.id, url: row.url, host: row.host, amount: shownAmount(row.amount) },
      lastDay: row.lastDay ? calendarLongDate(row.lastDay) : "",
      sent: row.sentAt ? `Sent on ${nassauTime(row.sentAt)}` : "Not emailed",
      by: row.adminEmail,
      state: describeState(payLinkState(row, open, hosts), row),
    })),
  };
}

type Row = typeof payLinks.$inferSelect;

/** Null while it is shown. */
function describeState(state: PayLinkState, { endedAt, endedBy }: Row): string | null {
  const when = endedAt ? ` on ${nassauTime(endedAt)}` : "";
  switch (state) {
    case "shown":
      return null;
    case "withdrawn":
      return `Withdrawn${endedBy ? ` by ${endedBy}` : ""}${when}`;
    case "replaced":
      return `Replaced by another link${when}`;
    case "paid":
      return `Ended${when}, because the invoice is paid`;
    case "void":
      return `Ended${when}, because the invoice is void`;
    case "expired":
      return "Ended, because its last day is over everywhere";
    case "host":
      return "Not shown, because its host is no longer allowed";
    case "more":
      return "Not shown, because it asks for more than is open";
  }
}
