import { z } from "zod";
import { findForHolder } from "~/applications/access/find.server";
import { db } from "~/db/client.server";
import { contentDisposition } from "~/documents/headers/content-disposition";
import { calendarFile } from "~/mail/calendar/calendar-file.server";
import { keyDateEntries } from "~/mail/calendar/key-date";
import { loadSender } from "~/mail/sender.server";
import type { Route } from "./+types/calendar";
import { keyDateForCalendar } from "./read.server";

/** `/apply/{id}/key-dates/{key date}.ics`: the calendar file in its current state, for the holder alone. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const id = z.uuid().safeParse(params.key).data?.toLowerCase();
  const found = id ? await findForHolder(request, params.id) : null;
  const keyDate = found && id ? await keyDateForCalendar(found.application, id) : null;
  const [entry] =
    found && keyDate
      ? keyDateEntries(keyDate, {
          applicationNumber: found.application.applicationNumber,
          applicationId: found.application.id,
        })
      : [];
  if (!found || !entry) throw new Response("Date not found.", { status: 404 });
  return new Response(calendarFile(entry, await loadSender(db)), {
    headers: {
      "Content-Type": `text/calendar; charset=utf-8; method=${entry.method}`,
      "Content-Disposition": contentDisposition("attachment", `date-${found.application.applicationNumber}.ics`),
      "Cache-Control": "private, no-store",
    },
  });
}
