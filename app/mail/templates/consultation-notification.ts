import { z } from "zod";
import { calendarDate } from "~/core/time";
import {
  consultationEntry,
  consultationFacts,
  consultationTimes,
  type MailedConsultation,
  mailedConsultation,
} from "~/mail/calendar/consultation";
import { button, facts, message, note } from "~/mail/letter";
import { personName, template } from "~/mail/template";

const happened: Record<MailedConsultation["change"], string> = {
  booked: "Consultation booked",
  moved: "Consultation moved",
  canceled: "Consultation canceled",
  given: "Consultation given to another admin",
};

const byLabels: Record<MailedConsultation["change"], string> = {
  booked: "Booked by",
  moved: "Moved by",
  canceled: "Canceled by",
  given: "Given by",
};

/** To the admin who takes it, with the calendar file, and to the office's notification address. */
export const consultationNotification = template({
  kind: "consultation_notification",
  about: "inquiry",
  to: "office",
  links: [],
  othersCause: false,
  data: z.object({
    name: personName,
    email: z.string(),
    phone: z.string(),
    about: z.string(),
    inquiryId: z.string(),
    /** Name of the admin who changed it; empty if the visitor did. */
    changedBy: z.string(),
    /**
     * The admin whose calendar the file changes, removed from it if somebody else takes it now; null in the mail to the
     * notification address.
     */
    calendar: z.object({ name: z.string(), email: z.string(), isRemoved: z.boolean().default(false) }).nullable(),
    details: mailedConsultation,
  }),
  texts: {
    subject: "{what happened}: {visitor}, {day}",
    preview: "{day and time}",
    heading: "{what happened}",
    note: "You need to be signed in to open the inquiry.",
  },
  chips: ({ name, email, phone, details }) => ({
    "what happened": happened[details.change],
    visitor: name || email || phone,
    day: calendarDate(details.day),
    "day and time": consultationTimes(details, details.zone)[0] ?? "",
    "reference number": details.reference,
  }),
  replyTo: ({ name, email }) => (email ? { name, address: email } : null),
  letter: ({ name, email, phone, about, inquiryId, changedBy, details }, links, say) => ({
    kind: "For the team",
    blocks: [
      facts([
        { label: "Name", value: name || "—" },
        { label: "Email", value: email || "—" },
        phone && { label: "Phone", value: phone },
        { label: byLabels[details.change], value: changedBy || "The visitor" },
      ]),
      consultationFacts(details),
      details.reason && message("Reason", details.reason),
      about && message("What it is about", about),
      button("Open the inquiry", links.desk(`/admin/inquiries/${inquiryId}`)),
      note(say("note")),
    ],
    reason:
      "You are receiving this email because you take this consultation, or because this address is set to receive notices to staff.",
    record: details.reference,
  }),
  calendar: ({ name, email, calendar, details }) => {
    if (!calendar) return [];
    const { isRemoved, ...attendee } = calendar;
    const entry = consultationEntry(details, { attendee, about: name || email });
    return [isRemoved ? { ...entry, method: "CANCEL" } : entry];
  },
});
