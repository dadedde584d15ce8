import { findForHolder } from "~/applications/access/find.server";
import { storedName } from "~/applications/stored-answers/answers.server";
import { db } from "~/db/client.server";
import { contentDisposition } from "~/documents/headers/content-disposition";
import { calendarEntry } from "~/mail/calendar/calendar-entry";
import { calendarFile } from "~/mail/calendar/calendar-file.server";
import { loadSender } from "~/mail/sender.server";
import type { Route } from "./+types/calendar";
import { mailedOf } from "./mailed.server";
import { findAppointment } from "./read.server";

/** `/apply/{id}/appointments/{appointment}.ics`: the calendar file in its current state, for the holder alone. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await findForHolder(request, params.id);
  const row = found ? await findAppointment(found.application.id, params.appointment) : undefined;
  if (!found || !row) throw new Response("Appointment not found.", { status: 404 });
  const { id, applicationNumber, userEmail: email } = found.application;
  const name = (await storedName(db, id)) || "Applicant";
  const mailed = mailedOf(row, row.state === "cancelled" ? "cancelled" : "made");
  const entry = calendarEntry(mailed, { name, email, applicationNumber, applicationId: id });
  return new Response(calendarFile(entry, await loadSender(db)), {
    headers: {
      "Content-Type": `text/calendar; charset=utf-8; method=${entry.method}`,
      "Content-Disposition": contentDisposition("attachment", `${row.kind}-${applicationNumber}.ics`),
      "Cache-Control": "private, no-store",
    },
  });
}
