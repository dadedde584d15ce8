import { z } from "zod";
import type { StaffWork } from "~/accounts/as-staff.server";
import { ownerMessages } from "~/accounts/owners/owned";
import { lockConsultation } from "~/consultations/change.server";
import { type Change, changed } from "~/core/activity-log/changes";
import { nassauTime } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import type { ConsultationRow } from "~/db/schema/consultations";

/** A consultation as its page showed it: `seen` counts the entries of its history. */
export const which = { id: z.uuid(), seen: z.coerce.number().int(), attempt: z.uuid().optional() };

export const messages = {
  forbidden: "Your account is no longer active.",
  failed: "Nothing was saved or sent. Please try again.",
};

/** Locks a booked consultation if nobody has changed it since the page was loaded (K-OWN-7). */
export async function changeable({ tx }: StaffWork, { id, seen }: { id: string; seen: number }) {
  const row = await lockConsultation(tx, id);
  if (!row) return refuse("not-found", "This consultation no longer exists.");
  if (row.history.length !== seen) return refuse("conflict", ownerMessages.stale);
  if (row.state === "canceled") return refuse("closed", "This consultation has already been canceled.");
  if (row.state !== "booked") return refuse("closed", "The visitor hasn’t confirmed this consultation yet.");
  return { row };
}

export const startedMessage = "This consultation has already started.";

/** An entry of the record, at the inquiry. */
export const recorded = (
  actionType: string,
  { inquiryId }: ConsultationRow,
  { changes = [], ...details }: { changes?: readonly Change[]; [detail: string]: unknown } = {},
) => ({
  actionType: `consultation_${actionType}`,
  subjectType: "inquiry",
  ...(inquiryId ? { subjectId: inquiryId } : {}),
  changes,
  details: details as Record<string, string | number | boolean | null>,
});

export const startChange = (before: Date, after: Date): Change[] =>
  changed("Time", nassauTime(before), nassauTime(after));
