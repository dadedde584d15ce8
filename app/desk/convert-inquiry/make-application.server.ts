import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { refuseUnlessFresh } from "~/accounts/reauthentication/fresh.server";
import type { StaffContext } from "~/accounts/staff.server";
import { emailToAskAbout } from "~/applications/access/change/asked-about";
import { isSameEmail } from "~/applications/access/change/open-change.server";
import { beginAtDesk, inviteApplicant } from "~/applications/start/begin-at-desk.server";
import { answersByStep, carriedFacts } from "~/applications/start/carried-facts";
import { quoteService, serviceKey } from "~/applications/start/service-quote.server";
import { serviceFirst } from "~/applications/start/tier-choice";
import { withPressed } from "~/applications/wizard/answering/pressed-button";
import { countryNames } from "~/core/countries.server";
import { notEmail } from "~/core/email/email-address";
import { emailInput } from "~/core/email/email-input.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { visaInquiries } from "~/db/schema/inquiries";
import { withCountryCodes } from "~/form-engine/countries/typed-countries";
import type { Answers, Problem } from "~/form-engine/definition";
import { readStepForm, type SubmittedFields } from "~/form-engine/read-form";
import { shownAnswers } from "~/form-engine/storable";
import { todayAround, validateStep } from "~/form-engine/validate";
import { referenceOf } from "~/inquiries/reference";
import { madeFrom } from "./made-from.server";

/** The typed values and their problems; `service` is separate from the answers. */
type MakeProblems = { answers: Answers; problems: Problem[]; service: string | null };
type Made = Done<{ id: string; isNew: boolean }> | Refused<MakeProblems | undefined>;

/**
 * Makes a draft of an inquiry with the data that staff corrected, sets the inquiry to `converted`, and mails the
 * applicant the link, in one transaction. A second simultaneous request gets the same draft. An email other than the
 * inquiry's sends its content to somebody else, so it requires reauthentication (F-SAFE-3).
 */
export async function makeApplication(context: StaffContext, input: unknown, form: SubmittedFields): Promise<Made> {
  const inquiryId = z.uuid().safeParse(input).data;
  if (!inquiryId) return refuse("not-found");
  const facts = rawFacts(form);
  const problems = problemsOf(facts, form);
  const quote = await quoteService(serviceKey(form.get("service")), null);
  const isSold = !("reason" in quote) && quote.service !== undefined;
  if (!isSold || problems.length > 0)
    return refuse("invalid", isSold ? "" : serviceFirst, {
      ...{ answers: shownAnswers(facts), problems, service: isSold ? null : serviceFirst },
    });
  const verb = { input: z.undefined(), messages: { forbidden: "Your account is no longer active." } };
  return asStaff(context, verb, undefined, async ({ tx, staff, record }): Promise<Made> => {
    // A simultaneous request waits here, and then finds the application.
    const [inquiry] = await tx.select().from(visaInquiries).where(eq(visaInquiries.id, inquiryId)).for("update");
    if (!inquiry) return refuse("not-found");
    const before = await madeFrom(tx, inquiryId);
    if (before) return { ok: true, id: before.id, isNew: false };
    const id = crypto.randomUUID();
    const email = emailInput.parse(facts.email);
    const unconfirmed = isSameEmail(email, inquiry.email) ? null : await refuseUnlessFresh({ tx, staff });
    if (unconfirmed) return unconfirmed;
    const { applicationNumber: number } = await beginAtDesk(tx, {
      ...{ id, email, offer: quote, inquiryId, answers: answersByStep({ ...facts, email }) },
    });
    await inviteApplicant(tx, id, referenceOf(inquiryId));
    const made = { actionType: "application_made_from_inquiry", details: { number } };
    await record({ ...made, subjectType: "application", subjectId: id });
    await record({ ...made, subjectType: "inquiry", subjectId: inquiryId });
    if (inquiry.status !== "converted") {
      await tx
        .update(visaInquiries)
        .set({ status: "converted", updatedAt: new Date() })
        .where(eq(visaInquiries.id, inquiryId));
      await record({
        actionType: "inquiry_status_updated",
        subjectType: "inquiry",
        subjectId: inquiryId,
        details: { from: inquiry.status, to: "converted", together: 1 },
      });
    }
    return { ok: true, id, isNew: true };
  });
}

const rawFacts = (form: SubmittedFields): Answers =>
  withCountryCodes(carriedFacts, readStepForm(carriedFacts, form), countryNames);

/** The typed values after a question's button was clicked without JavaScript. */
export const pressedFacts = (form: SubmittedFields, button: string): Answers =>
  shownAnswers(withPressed(carriedFacts, rawFacts(form), button));

/** What must be corrected first: values that can't be stored, and an email that can't receive the link. */
function problemsOf(facts: Answers, form: SubmittedFields): Problem[] {
  const found = validateStep(carriedFacts, facts, todayAround(), countryNames);
  if (found.some(({ name }) => name === "email")) return found;
  const email = emailInput.safeParse(facts.email);
  if (!email.success) return [...found, { name: "email", message: notEmail }];
  const question = emailToAskAbout(email.data, form.get("meant"));
  return question ? [...found, { name: "email", message: question }] : found;
}
