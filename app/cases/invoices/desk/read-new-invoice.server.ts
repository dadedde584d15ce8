import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { applicantName, readRawMetadata } from "~/applications/stored-answers/answers.server";
import { countryName } from "~/core/countries.server";
import { centsOf, exactUsd } from "~/core/prices/money";
import { calendarDate, daysAfter, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { type Metadata, visaApplications } from "~/db/schema/applications";
import type { Answers } from "~/form-engine/definition";
import { assignableIn } from "../assignable";
import { lastDueDay } from "../invoice-input.server";
import { readInvoices } from "../read-invoices.server";
import { invoiceSettings } from "../settings.server";

export type NewInvoiceForm = NonNullable<Awaited<ReturnType<typeof readNewInvoice>>>;

/** The form that makes an invoice: what can be on it, and what is filled in; null without a submitted application. */
export async function readNewInvoice(applicationId: string) {
  if (!z.uuid().safeParse(applicationId).success) return null;
  const [application] = await db.select().from(visaApplications).where(eq(visaApplications.id, applicationId));
  if (!application || application.submittedAt === null) return null;
  const [ledger, { invoiceDays, invoiceNote, payLinkHosts: hosts }, answers] = await Promise.all([
    readInvoices(db, applicationId),
    invoiceSettings(db),
    readRawMetadata(applicationId),
  ]);
  const charges = ledger.entries.filter(
    ({ id, amount }) => ledger.allocation.charges.includes(id) && centsOf(amount) > 0n,
  );
  const payments = assignableIn(ledger).filter(({ entry, isFinal }) => entry.kind === "payment" && isFinal);
  const today = nassauDay();
  return {
    id: applicationId,
    number: application.applicationNumber,
    isSample: application.isSample,
    hasEmail: application.userEmail !== "",
    charges: charges.map(({ id, name, amount }) => ({ value: id, label: `${name}, ${exactUsd(centsOf(amount))}` })),
    payments: payments.map(({ entry, amount }) => ({
      value: entry.id,
      label: `${exactUsd(amount)}, paid on ${calendarDate(entry.paidOn ?? nassauDay(entry.createdAt))}`,
    })),
    invoicedTo: addressee(answers ?? {}),
    ...{ today, latest: lastDueDay(today), dueOn: daysAfter(today, invoiceDays), note: invoiceNote, hosts },
    attempt: randomUUID(),
  };
}

/** Name and address as on an envelope. Neither is encrypted. */
function addressee(answers: Metadata): string {
  const { addressLine1, addressLine2, city, stateProvince, postalCode, country }: Answers = answers.step3 ?? {};
  const typed = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  const code = /^n\/?a$/i.test(typed(postalCode)) ? "" : typed(postalCode);
  const place = [typed(city), [typed(stateProvince), code].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const lines = [applicantName(answers, ""), typed(addressLine1), typed(addressLine2), place];
  return [...lines, typed(country) && countryName(typed(country))].filter(Boolean).join("\n");
}
