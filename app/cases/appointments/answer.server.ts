import { eq } from "drizzle-orm";
import { z } from "zod";
import { asHolder, type HolderContext, type HolderWork } from "~/applications/access/as-holder.server";
import { storedName } from "~/applications/stored-answers/answers.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { fewerPlease, isLongerThan } from "~/core/character-count";
import { textInput } from "~/core/input-schemas.server";
import { consumeLimit, identityLimitKey } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { appointments } from "~/db/schema/case";
import { enqueueMail } from "~/mail/outbox.server";
import { type AppointmentRow, mailedOf } from "./mailed.server";
import { lockAppointment } from "./read.server";
import { otherTimeLimit } from "./words";

const appointmentRef = z.object({
  appointment: z.string(),
  /** The appointment's version when the page was drawn: applicants confirm what they saw, not a later change. */
  seen: z.coerce.number().int(),
});

type Found = { row: AppointmentRow } | Refused;

/** Locks the appointment if it is still as the applicant saw it and can be answered. */
async function answerable(tx: HolderWork["tx"], applicationId: string, input: unknown): Promise<Found> {
  const parsed = appointmentRef.safeParse(input);
  const row = parsed.success ? await lockAppointment(tx, applicationId, parsed.data.appointment) : undefined;
  if (!row || !parsed.success) return refuse("not-found", "We can’t find this appointment.");
  if (row.state === "cancelled") return refuse("closed", "This appointment has been canceled.");
  if (row.startsAt <= new Date()) return refuse("closed", "This appointment has already started. Please call us.");
  if (row.sequence !== parsed.data.seen)
    return refuse(
      "conflict",
      "We’ve changed this appointment since you opened this page. Please check the new details.",
    );
  return { row };
}

/** Confirms an appointment. Idempotent. */
export function confirmAppointment(
  context: HolderContext,
  applicationId: string,
  input: unknown,
): Promise<Done | Refused> {
  return asHolder(context, applicationId, async ({ tx, record }): Promise<Done | Refused> => {
    const found = await answerable(tx, applicationId, input);
    if (!("row" in found)) return found;
    const { id, kind, confirmedAt } = found.row;
    if (confirmedAt) return { ok: true };
    await tx
      .update(appointments)
      .set({ confirmedAt: new Date(), otherTime: null, otherTimeAt: null })
      .where(eq(appointments.id, id));
    await record({ actionType: "appointment_confirmed", details: { kind } });
    await updateTurn(tx, applicationId);
    return { ok: true };
  });
}

const suggestionLimit = { max: 10, seconds: 3600 };
const text = textInput(Number.POSITIVE_INFINITY, "What you wrote");

function readText(rawText: unknown): { text: string } | Refused {
  const parsed = text.safeParse(rawText ?? "");
  if (!parsed.success) return refuse("invalid", parsed.error.issues[0]?.message ?? "");
  const suggestion = parsed.data.trim();
  if (suggestion === "") return refuse("invalid", "Please tell us what time would suit you.");
  if (isLongerThan(suggestion, otherTimeLimit)) return refuse("invalid", fewerPlease(otherTimeLimit, suggestion));
  return { text: suggestion };
}

const attemptInput = z.object({ appointment: z.unknown(), attempt: z.uuid().optional(), text: z.unknown() });

/** Records that the applicant asks for another time, and tells staff; the appointment itself stays as it is. */
export async function askOtherTime(
  context: HolderContext,
  applicationId: string,
  input: unknown,
): Promise<Done | Refused> {
  const sent = attemptInput.safeParse(input);
  if (!sent.success) return refuse("invalid", "Something went wrong with this form. Please reload the page.");
  const read = readText(sent.data.text);
  if (!("text" in read)) return read;
  const verb = { input: z.object({ attempt: z.uuid().optional() }), once: "other-time" };
  const content = { ...sent.data, text: read.text };
  return asHolder(
    context,
    applicationId,
    verb,
    content,
    async ({ tx, application, record }): Promise<Done | Refused> => {
      const found = await answerable(tx, applicationId, input);
      if (!("row" in found)) return found;
      const limit = await consumeLimit(identityLimitKey("other-time", applicationId), suggestionLimit, tx);
      if (!limit.allowed)
        return refuse("limited", tooMany("other times were suggested", { ...limit, of: "application" }));
      await tx
        .update(appointments)
        .set({ otherTime: read.text, otherTimeAt: new Date(), confirmedAt: null })
        .where(eq(appointments.id, found.row.id));
      await record({ actionType: "appointment_other_time_asked", details: { kind: found.row.kind } });
      await enqueueMail(tx, {
        kind: "appointment_other_time",
        applicationId,
        data: {
          applicantName: await storedName(tx, applicationId),
          applicationNumber: application.applicationNumber,
          applicationId,
          appointment: mailedOf(found.row, "made"),
          asked: read.text,
        },
      });
      await updateTurn(tx, applicationId);
      return { ok: true };
    },
  );
}
