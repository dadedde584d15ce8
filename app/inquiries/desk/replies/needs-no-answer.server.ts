import { sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { refuse } from "~/core/verbs/refused";
import { markMailsAnswered, seenMailInput } from "./answered-mails.server";
import { deletedMessage, lockInquiry } from "./lock-inquiry.server";

const verb = {
  input: z.object({ inquiryId: z.uuid(), seenMail: seenMailInput }),
  failed: "an email of an inquiry could not be marked as needing no answer",
  rethrowsUnavailable: true,
  messages: {
    forbidden: "Your account is no longer active.",
    failed: "The email could not be marked. Please try again.",
  },
};

/** Marks the emails of an inquiry up to the newest on the screen as needing no answer. Nobody is mailed. */
export function mailsNeedNoAnswer(context: StaffContext, rawInput: unknown) {
  return asStaff(context, verb, rawInput, async ({ tx, record }, { inquiryId, seenMail: seen }) => {
    if (!(await lockInquiry(tx, inquiryId))) return refuse("not-found", deletedMessage);
    const emails = await markMailsAnswered(tx, inquiryId, { seen, at: sql`now()` });
    if (emails > 0)
      await record({
        actionType: "inquiry_needs_no_answer",
        subjectType: "inquiry",
        subjectId: inquiryId,
        details: { emails },
      });
    return { ok: true };
  });
}
