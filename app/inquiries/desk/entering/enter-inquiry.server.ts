import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { activeServiceNames } from "~/catalogue/active-services.server";
import { formatPromise } from "~/content/settings/hours";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { visaInquiries } from "~/db/schema/inquiries";
import { cameByWays } from "~/db/schema/values";
import { checkInquiry } from "~/inquiries/form/check.server";
import { promiseNow } from "~/inquiries/form/send-inquiry.server";
import type { InquiryValues } from "~/inquiries/inquiry";
import { referenceOf } from "~/inquiries/reference";
import { serviceOptions } from "~/inquiries/services";
import { enqueueMail } from "~/mail/outbox.server";

const entryForm = z.object({
  attempt: z.uuid(),
  cameBy: z.enum(cameByWays, "Choose how they contacted us."),
  /** Whether to send the confirmation mail. */
  confirm: z.literal("yes").optional().catch(undefined),
});

/** Problems by field name; `offered`: the phone number with a suggested country code. */
type EnterProblems = { problems: Record<string, string>; offered?: string | undefined };
type Entered = Done<{ id: string }> | Refused<EnterProblems | undefined>;

/** Enters an inquiry made by phone, WhatsApp, email or in person. Mails only the confirmation, if it is requested. */
export async function enterInquiry(context: StaffContext, values: InquiryValues, input: unknown): Promise<Entered> {
  const parsed = entryForm.safeParse(input);
  const checked = checkInquiry(values, serviceOptions(await activeServiceNames()), true);
  const problems: Record<string, string> = {};
  const shownProblems = "problems" in checked ? checked.problems : [];
  for (const { name, message } of shownProblems) problems[name] = message;
  for (const { path, message } of parsed.error?.issues ?? []) problems[String(path[0])] ??= message;
  if (parsed.data?.confirm && values.email.trim() === "")
    problems.email ??= "Enter their email address, or uncheck “Send the confirmation”.";
  if (!parsed.success || !("inquiry" in checked) || Object.keys(problems).length > 0)
    return refuse("invalid", "Please fix the highlighted fields.", {
      ...{ problems, offered: shownProblems.find(({ name }) => name === "phone")?.offered },
    });
  const { inquiry } = checked;
  const { cameBy, confirm } = parsed.data;
  const promised = await promiseNow();
  const verb = {
    input: z.unknown(),
    once: "inquiry entered",
    failed: "an inquiry could not be entered",
    rethrowsUnavailable: true,
    messages: {
      forbidden: "Your account is no longer active.",
      failed: "We couldn’t save the inquiry. Please try again.",
    },
  };
  return asStaff(context, verb, { ...parsed.data, inquiry }, async ({ tx, staff, record }): Promise<Entered> => {
    const [row] = await tx
      .insert(visaInquiries)
      .values({ ...inquiry, promisedBy: promised, enteredBy: staff.email, cameBy })
      .returning({ id: visaInquiries.id });
    if (!row) return refuse("failed");
    await record({
      actionType: "inquiry_entered",
      subjectType: "inquiry",
      subjectId: row.id,
      details: { reference: referenceOf(row.id), by: cameBy },
    });
    const { email, fullName: name, visaService, purpose } = inquiry;
    if (confirm)
      await enqueueMail(
        tx,
        {
          kind: "contact_confirmation",
          to: email,
          toName: name,
          contactInquiryId: row.id,
          data: {
            ...{ name, email, message: purpose, service_interested: visaService, by_staff: true },
            ...{ reference_number: referenceOf(row.id), promised_by: promised && formatPromise(promised) },
          },
        },
        { byOthers: false },
      );
    return { ok: true, id: row.id };
  });
}
