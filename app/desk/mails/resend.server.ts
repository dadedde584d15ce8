import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { sendAgain, unknownMail } from "~/mail/outbox.server";

const verb = {
  input: z.object({ mailId: z.uuid() }),
  once: "resend",
  failed: "a mail could not be sent again",
  messages: {
    invalid: unknownMail,
    forbidden: "Your account is no longer active.",
    failed: "Failed to send email",
  },
};

/** Resends a mail of the log. */
export function resendMail(context: StaffContext, rawInput: unknown) {
  return asStaff(context, verb, rawInput, async ({ tx, record }, input) => {
    const sent = await sendAgain(tx, input.mailId);
    if (!sent.ok) return sent;
    await record(sent.recorded);
    return { ok: true, mailId: sent.mailId };
  });
}
