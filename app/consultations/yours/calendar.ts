import { db } from "~/db/client.server";
import { contentDisposition } from "~/documents/headers/content-disposition";
import { calendarFile } from "~/mail/calendar/calendar-file.server";
import { consultationEntry } from "~/mail/calendar/consultation";
import { loadSender } from "~/mail/sender.server";
import type { Route } from "./+types/calendar";
import { openYours } from "./yours.server";

/** `/consultation/yours.ics?token=`: the calendar file in its current state, for the bearer of the link alone. */
export async function loader({ url }: Route.LoaderArgs) {
  const opened = await openYours(url.searchParams.get("token") ?? "");
  if (!opened) throw new Response("Consultation not found.", { status: 404 });
  const { details, inquiry } = opened;
  const entry = consultationEntry(details, { attendee: { name: inquiry.fullName, email: inquiry.email }, about: "" });
  return new Response(calendarFile(entry, await loadSender(db)), {
    headers: {
      "Content-Type": `text/calendar; charset=utf-8; method=${entry.method}`,
      "Content-Disposition": contentDisposition("attachment", "consultation.ics"),
      "Cache-Control": "private, no-store",
    },
  });
}
