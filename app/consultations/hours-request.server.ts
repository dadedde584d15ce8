import { eq } from "drizzle-orm";
import type { StaffContext } from "~/accounts/staff.server";
import { hoursLines } from "~/content/settings/hours";
import { statusOf } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { readConsultationHours } from "./consultation-hours";
import type { ConsultationHours } from "./hours-form";
import { consultationHoursFields, setConsultationHours, storedDay } from "./staff/set-hours.server";

/** An admin's consultation hours for `ConsultationHoursForm`. */
export async function readHoursForm(adminId: string): Promise<ConsultationHours> {
  const [admin] = await db
    .select({ stored: adminUsers.consultationHours })
    .from(adminUsers)
    .where(eq(adminUsers.id, adminId));
  const stored = admin?.stored ?? null;
  const fields = consultationHoursFields.map(({ read: _, typed, format, instead = null, ownFacts: __, ...field }) => {
    const value = storedDay(stored, field.name);
    return { ...field, instead, boxes: typed(value), text: format(value) };
  });
  const lines = hoursLines(readConsultationHours(stored)).filter(({ spans }) => spans.length > 0);
  return { lines: lines.map(({ days, times }) => ({ days, times })), fields };
}

/** Handles the form; null if it is another one. */
export async function handleHoursForm(by: StaffContext, adminId: string, form: FormData) {
  if (form.get("intent") !== "consultation-hours") return null;
  const typed = Object.fromEntries(
    consultationHoursFields.map(({ name }) => [name, form.getAll(`f.${name}`).map((input) => String(input))] as const),
  );
  const result = await setConsultationHours(by, { adminId, typed });
  const problems = result.ok ? {} : (result.detail ?? {});
  return {
    status: result.ok ? 200 : statusOf(result),
    hours: { ok: result.ok, message: result.message, problems, typed },
  };
}
