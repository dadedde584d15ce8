import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { invoiceMessages } from "~/cases/invoices/make-invoice.server";
import { checkPayLink, type PayLinkProblems } from "~/cases/invoices/pay-links/check-pay-link";
import { endPayLinks } from "~/cases/invoices/pay-links/end-pay-links.server";
import { hashedLink } from "~/cases/invoices/pay-links/hashed-link.server";
import { storePayLink } from "~/cases/invoices/pay-links/store-pay-link.server";
import { invoicesOf } from "~/cases/invoices/read-invoices.server";
import { invoiceSettings } from "~/cases/invoices/settings.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { storedCents } from "~/core/prices/money";
import { nassauDay } from "~/core/time";
import { refuse } from "~/core/verbs/refused";

const ofInvoice = { applicationId: z.uuid(), invoice: z.uuid(), attempt: z.uuid() };
const field = z.string().default("");
const added = z.object({ ...ofInvoice, url: field, amount: field, lastDay: field });

const noInvoice = () => refuse("not-found", "That invoice no longer exists.", {});
const refuseLink = (problems: PayLinkProblems) =>
  refuse("invalid", Object.values(problems)[0] ?? invoiceMessages.invalid, problems);

/**
 * Adds a pay link to an open invoice in place of its former one, and enqueues its mail. Idempotent. The link is never
 * requested, and nothing but its host and amount is recorded. `sent` is false without an email address.
 */
export function addPayLink(context: StaffContext, input: unknown) {
  return asStaff(context, { input: added, messages: invoiceMessages }, input, async (work, { attempt, ...fields }) => {
    const { tx, staff, once, record } = work;
    const application = await lockedApplication(work, fields.applicationId);
    if (!application) return noInvoice();
    return once({ kind: "pay-link", key: attempt, content: [{ ...fields, url: hashedLink(fields.url) }] }, async () => {
      const invoice = (await invoicesOf(tx, application.id)).find(({ id }) => id === fields.invoice);
      if (!invoice) return noInvoice();
      if (invoice.open === 0n)
        return refuse("conflict", `This invoice is ${invoice.isVoid ? "void" : "paid"}. Nothing was changed.`, {});
      const { payLinkHosts: hosts } = await invoiceSettings(tx);
      const { link, problems } = checkPayLink(fields, { hosts, open: invoice.open, today: nassauDay() });
      if (!link) return refuseLink(problems);
      const { sent } = await storePayLink(tx, application, invoice.id, link, { by: staff.email, mailed: true });
      const { host, amount, lastDay } = link;
      await record({
        actionType: "pay_link_added",
        subjectType: "application",
        subjectId: application.id,
        details: {
          ...{ number: application.applicationNumber, invoice: invoice.number, host, amount: storedCents(amount) },
          ...(lastDay ? { lastDay } : {}),
        },
      });
      return { ok: true as const, sent };
    });
  });
}

/** `link`: the one that was shown, so that another that took its place meanwhile is not withdrawn unseen. */
const withdrawn = z.object({ ...ofInvoice, attempt: z.uuid().optional(), link: z.uuid().optional() });

/** Withdraws the pay link of an invoice; done already if it has none, or another. */
export function withdrawPayLink(context: StaffContext, input: unknown) {
  return asStaff(
    context,
    { input: withdrawn, messages: invoiceMessages },
    input,
    async (work, { applicationId, invoice: invoiceId, link }) => {
      const { tx, staff, record } = work;
      const application = await lockedApplication(work, applicationId);
      if (!application) return noInvoice();
      const invoice = (await invoicesOf(tx, applicationId)).find(({ id }) => id === invoiceId);
      if (!invoice) return noInvoice();
      const ended = await endPayLinks(tx, invoiceId, "withdrawn", staff.email, link);
      if (ended > 0)
        await record({
          actionType: "pay_link_withdrawn",
          subjectType: "application",
          subjectId: applicationId,
          details: { number: application.applicationNumber, invoice: invoice.number },
        });
      return { ok: true as const };
    },
  );
}
