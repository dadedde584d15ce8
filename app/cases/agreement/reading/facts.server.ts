import { eq } from "drizzle-orm";
import { applicantIn } from "~/applications/steps/contradictions/applicant";
import { storedAnswers } from "~/applications/stored-answers/answers.server";
import { reversedIn } from "~/cases/fees/figures";
import { entriesOf } from "~/cases/fees/ledger.server";
import { chargesOf } from "~/cases/fees/price-charges";
import type { AgreementFacts } from "~/content/agreements/agreement-facts";
import { legalName } from "~/content/agreements/read.server";
import { paymentTexts, settingFacts } from "~/content/settings/settings.server";
import { calendarLongDate } from "~/core/time";
import type { Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { fullName } from "~/form-engine/names";
import { agreementFees } from "./agreement-fees";

/** The facts of a draft or case for the text of its agreement; `day`: the Nassau day on which it is offered. */
export async function factsOfApplication(from: Queryable, applicationId: string, day: string): Promise<AgreementFacts> {
  const [found] = await from
    .select({
      application: visaApplications,
      serviceName: visaServices.serviceName,
      feeRecipient: visaServices.feeRecipient,
    })
    .from(visaApplications)
    .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
    .where(eq(visaApplications.id, applicationId));
  if (!found) throw new Error(`No application ${applicationId} to read the facts of its agreement from`);
  const { application, serviceName, feeRecipient } = found;
  const { contact } = await settingFacts(from);
  const { refundTerms } = await paymentTexts(from);
  const fees = agreementFees(await chargesIn(from, application));
  return {
    applicant: fullName(applicantIn(await storedAnswers(application, from))),
    "case number": application.applicationNumber,
    service: serviceName,
    "price option": application.tierName,
    "our fee": fees.ours,
    "government fee": fees.government,
    "fee recipient": feeRecipient?.trim() || "the government",
    total: fees.total,
    "refund terms": refundTerms,
    "our name": contact.site,
    "legal name": await legalName(from),
    "our address": contact.address,
    "our email": contact.email,
    "our phone": contact.phone,
    day: calendarLongDate(day),
  };
}

/** What the submission will charge for a draft; afterwards the charges in force. */
async function chargesIn(from: Queryable, application: typeof visaApplications.$inferSelect) {
  if (application.submittedAt === null)
    return chargesOf({ ...application, total: application.totalAmountDue }).map((charge) => ({
      ...charge,
      ofPrice: true,
    }));
  const entries = await entriesOf(from, application.id);
  const reversed = reversedIn(entries);
  return entries.filter(({ id, kind }) => kind === "charge" && !reversed.has(id));
}
