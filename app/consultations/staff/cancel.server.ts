import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { cancelBooked } from "~/consultations/change.server";
import { clockOf } from "~/consultations/occupy.server";
import { textInput } from "~/core/input-schemas.server";
import { refuse } from "~/core/verbs/refused";
import { longestReason, reasonMessage } from "../desk/words";
import { changeable, messages, recorded, startedMessage, which } from "./changeable.server";

const reason = textInput(longestReason, "The reason").pipe(z.string().min(1));

const verb = {
  input: z.object({ ...which, reason }),
  once: "cancel consultation",
  shown: ["seen"],
  failed: "a consultation could not be canceled by staff",
  messages: {
    ...messages,
    invalid: ({ issues }: z.ZodError) =>
      refuse("invalid", issues.find(({ code }) => code === "custom")?.message ?? reasonMessage),
  },
};

/** Cancels a consultation that hasn't started. The visitor is mailed the reason; the inquiry stays. */
export function cancelConsultation(context: StaffContext, rawInput: unknown) {
  return asStaff(context, verb, rawInput, async (work, input) => {
    const { tx, staff, record } = work;
    const found = await changeable(work, input);
    if (!("row" in found)) return found;
    if (found.row.startsAt <= (await clockOf(tx))) return refuse("closed", startedMessage);
    const row = await cancelBooked(tx, found.row, { by: staff.email, reason: input.reason });
    await record(recorded("canceled", row, { characters: input.reason.length }));
    return { ok: true };
  });
}
