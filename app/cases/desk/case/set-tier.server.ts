import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { storedName } from "~/applications/stored-answers/answers.server";
import { renewOffer } from "~/cases/agreement/offer.server";
import { chargeOtherPrice, priceChargesIn, priceIn } from "~/cases/fees/ledger.server";
import { readInvoices } from "~/cases/invoices/read-invoices.server";
import { updateLedgerTotals } from "~/cases/invoices/update-open-invoices.server";
import { voidInvoice } from "~/cases/invoices/void-invoice.server";
import { invoicesWith, voidsQuestion } from "~/cases/invoices/voids-question";
import { lockedApplication } from "~/cases/locked-application.server";
import { tiersOf } from "~/catalogue/tiers.server";
import { usd } from "~/core/prices/money";
import { formatFees } from "~/core/prices/price";
import { refuse, refuseWithQuestion } from "~/core/verbs/refused";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { enqueueMail } from "~/mail/outbox.server";

const inputSchema = z.object({
  applicationId: z.uuid(),
  tier: z.uuid(),
  /** The tier that was shown, empty for none; if it differs, somebody else has set another. */
  seen: z.string().optional(),
  /** Key of the question that was confirmed. */
  confirmed: z.string().default(""),
});

const messages = {
  forbidden: "Your account is no longer active.",
  invalid: "Please choose one of the prices.",
};

/**
 * Sets an application's pricing tier, its fees and what is due at today's prices, with the record and a mail, in one
 * transaction. The same tier at the same price changes and mails nothing. After the submission it reverses the old
 * price's charges and adds new ones, after a question if they are on valid invoices, which credit notes then void, and
 * offers a signed agreement again.
 * `mailed` is undefined if nothing changed, and false if there is no email.
 */
export function setTier(context: StaffContext, input: unknown) {
  const verb = { input: inputSchema, failed: "a price could not be set", messages: messages };
  return asStaff(context, verb, input, async (work, { applicationId, tier: tierId, seen, confirmed }) => {
    const { tx, staff, record } = work;
    const application = await lockedApplication({ tx }, applicationId);
    if (!application) return refuse("not-found", "Application not found.");
    if (application.status === "withdrawn") return refuse("closed", "This application was withdrawn.");
    const tiers = application.visaServiceId ? await tiersOf(tx, application.visaServiceId) : [];
    const tier = tiers.find(({ id }) => id === tierId);
    if (!tier) return refuse("invalid", "This price is no longer offered. Please choose one of the current ones.");
    const { tierName: earlier, userEmail, applicationNumber } = application;
    // Extras since the submission are not part of the price.
    const isCharged = application.submittedAt !== null;
    const { entries, invoices } = await readInvoices(tx, application.id);
    const earlierTotal = isCharged ? priceIn(entries) : application.totalAmountDue;
    if (earlier === tier.name && earlierTotal === tier.total) return { ok: true, mailed: undefined };
    if (seen !== undefined && seen !== (earlier ?? ""))
      return refuse("conflict", "Someone else has just set a different price, shown on the page. Nothing was sent.");

    const invoiced = invoicesWith(
      invoices,
      priceChargesIn(entries).map(({ id }) => id),
    );
    const question = voidsQuestion(invoiced);
    if (question && question.key !== confirmed) return refuseWithQuestion(question, undefined);

    const { total, governmentFee, serviceFee } = tier;
    await tx
      .update(visaApplications)
      .set({ tierName: tier.name, governmentFee, serviceFee, ...(isCharged ? {} : { totalAmountDue: total }) })
      .where(eq(visaApplications.id, applicationId));
    const reason = `The price was changed to ${tier.name}.`;
    for (const invoice of invoiced) await voidInvoice(work, application, invoice, reason);
    if (isCharged) {
      await chargeOtherPrice(tx, application, tier, { reason, adminEmail: staff.email });
      const settled = await updateLedgerTotals(tx, applicationId);
      if (!settled.ok) return settled;
      await renewOffer(tx, applicationId, "price", null);
    }
    await record({
      actionType: "application_tier_set",
      subjectType: "application",
      subjectId: applicationId,
      details: {
        ...{ number: applicationNumber, from: earlier ?? "", to: tier.name },
        ...{ dueBefore: earlierTotal, due: total },
      },
    });
    const [service] = await tx
      .select({
        name: visaServices.serviceName,
        feeRecipient: visaServices.feeRecipient,
        furtherFee: visaServices.furtherFee,
      })
      .from(visaServices)
      .where(eq(visaServices.id, application.visaServiceId ?? ""));
    const name = (await storedName(tx, applicationId)) || "Applicant";
    const mail = await enqueueMail(tx, {
      kind: "tier_changed",
      to: userEmail,
      toName: name,
      applicationId,
      data: {
        ...{ name, email: userEmail, applicationNumber, serviceName: service?.name ?? null },
        ...{ tier: tier.name, total: usd(total) },
        split: formatFees({ governmentFee, serviceFee, feeRecipient: "", furtherFee: "", ...service }),
        ...{ earlierTier: earlier, earlierTotal: usd(earlierTotal) },
        submittedAt: application.submittedAt?.toISOString() ?? null,
      },
    });
    return { ok: true, mailed: mail !== undefined };
  });
}
