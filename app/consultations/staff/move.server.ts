import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { timeGone } from "~/consultations/booking";
import { moveBooked } from "~/consultations/change.server";
import { clockOf } from "~/consultations/occupy.server";
import { refuse } from "~/core/verbs/refused";
import { changeable, messages, recorded, startChange, startedMessage, which } from "./changeable.server";

export const chosenTime = z.iso.datetime("Choose a time.").transform((instant) => new Date(instant));

const verb = {
  input: z.object({ ...which, startsAt: chosenTime }),
  once: "move consultation",
  shown: ["seen"],
  failed: "a consultation could not be moved by staff",
  messages: { ...messages, invalid: "Choose a time." },
};

/** Moves a consultation that hasn't started to a time that is free, also at short notice. Mails the visitor. */
export function moveConsultation(context: StaffContext, rawInput: unknown) {
  return asStaff(context, verb, rawInput, async (work, { startsAt, ...input }) => {
    const { tx, staff, record } = work;
    const found = await changeable(work, input);
    if (!("row" in found)) return found;
    const { row: before } = found;
    if (before.startsAt <= (await clockOf(tx))) return refuse("closed", startedMessage);
    if (before.startsAt.getTime() === startsAt.getTime())
      return refuse("invalid", "The consultation is at this time already. Choose another.");
    const row = await moveBooked(tx, before, { startsAt, ofStaff: true, by: staff.email });
    if (!row) return refuse("conflict", timeGone);
    await record(recorded("moved", row, { changes: startChange(before.startsAt, startsAt) }));
    return { ok: true };
  });
}
