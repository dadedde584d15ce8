import { z } from "zod";
import { mailedAppointment, timesOf } from "~/mail/calendar/appointment";
import { appointmentKindLabels } from "~/mail/calendar/appointment-words";
import { button, facts, message, note } from "~/mail/letter";
import { caseNotice, noticeData } from "~/mail/templates/case-notice";

export const appointmentOtherTime = caseNotice({
  kind: "appointment_other_time",
  data: noticeData.extend({ appointment: mailedAppointment, asked: z.string() }),
  texts: {
    subject: "New time requested: {application number}",
    preview: "{applicant} asks for another time.",
    heading: "An applicant has asked for another time",
    note: "The appointment doesn’t change until you move or cancel it. You need to be signed in.",
  },
  chips: ({ appointment }) => ({ appointment: appointmentKindLabels[appointment.kind] }),
  letter: ({ applicantName, applicationNumber, applicationId, appointment, asked }, links, say) => ({
    blocks: [
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Applicant", value: applicantName },
        { label: "Appointment", value: appointmentKindLabels[appointment.kind] },
        ...timesOf(appointment).map((value, index) => ({ label: index === 0 ? "When" : "", value })),
      ]),
      message("What the applicant asks", asked),
      button("Open the application", links.desk(`/admin/applications/${applicationId}#appointments`)),
      note(say("note")),
    ],
  }),
});
