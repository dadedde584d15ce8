import { z } from "zod";
import { mailedAppointment, timesOf } from "~/mail/calendar/appointment";
import { appointmentKindLabels } from "~/mail/calendar/appointment-words";
import { applicantName, template } from "~/mail/template";

/** The link requires a sign-in. */
export const appointmentOtherTime = template({
  kind: "appointment_other_time",
  about: "application",
  to: "office",
  links: [],
  othersCause: false,
  data: z.object({
    applicantName,
    applicationNumber: z.string(),
    applicationId: z.string(),
    appointment: mailedAppointment,
    asked: z.string(),
  }),
  texts: {
    subject: "New time requested: {application number}",
    preview: "{applicant} asks for another time.",
    heading: "An applicant has asked for another time",
    note: "The appointment doesn’t change until you move or cancel it. You need to be signed in.",
  },
  chips: ({ applicantName, applicationNumber, appointment }) => ({
    applicant: applicantName,
    "application number": applicationNumber,
    appointment: appointmentKindLabels[appointment.kind],
  }),
  letter: ({ applicantName, applicationNumber, applicationId, appointment, asked }, links, say) => ({
    kind: "For the team",
    blocks: [
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Applicant", value: applicantName },
          { label: "Appointment", value: appointmentKindLabels[appointment.kind] },
          ...timesOf(appointment).map((value, index) => ({ label: index === 0 ? "When" : "", value })),
        ],
      },
      { is: "message", title: "What the applicant asks", text: asked },
      {
        is: "button",
        label: "Open the application",
        href: links.desk(`/admin/applications/${applicationId}#appointments`),
      },
      { is: "note", text: say("note") },
    ],
    reason: "You are receiving this email because this address is set to receive notices to staff.",
    record: applicationNumber,
  }),
});
