import { z } from "zod";
import { contactMethods } from "~/db/schema/values";
import { button, facts, message, note, responseOf } from "~/mail/letter";
import { personName, template } from "~/mail/template";
import { toStaff } from "~/mail/templates/case-notice";

/** A reply writes to the visitor, if there is an email; the link requires a sign-in. */
export const contactAdminNotification = template({
  kind: "contact_admin_notification",
  about: "inquiry",
  to: "office",
  links: [],
  othersCause: false,
  data: z.object({
    name: personName,
    /** Empty if the visitor gave none; also phone and country. */
    email: z.string(),
    phone: z.string(),
    country: z.string(),
    /** Null in mails of `send-email`; also the other nullable ones. */
    answer_by: z.enum(contactMethods).nullable().default(null),
    service_interested: z.string(),
    message: z.string(),
    reference_number: z.string().nullable().default(null),
    inquiry_id: z.string().nullable().default(null),
    promised_by: z.string().nullable().default(null),
  }),
  texts: {
    subject: "New inquiry: {visa service} {reference number in parentheses}",
    preview: "{who asks} asks about: {visa service}.",
    heading: "A new inquiry has come in",
    howToAnswer: "The visitor was promised an answer {by when}. {how to answer}",
  },
  chips: (data, sender) => ({
    "visa service": data.service_interested,
    "reference number": data.reference_number ?? "",
    "reference number in parentheses": data.reference_number ? `(${data.reference_number})` : "",
    "who asks": data.name || data.email || data.phone,
    "by when": data.promised_by ? `by ${data.promised_by}` : `within ${responseOf(sender)}`,
    "how to answer": howToAnswer(data),
  }),
  replyTo: ({ name, email }) => (email ? { name, address: email } : null),
  letter: (data, links, say) => ({
    ...toStaff,
    blocks: [
      facts([
        data.reference_number && { label: "Reference number", value: data.reference_number, record: true },
        { label: "Visa service", value: data.service_interested },
        { label: "Name", value: data.name },
        { label: "Email", value: data.email || "—" },
        { label: "Phone", value: data.phone || "—" },
        { label: "Country of residence", value: data.country || "—" },
        data.answer_by && { label: "Answer by", value: data.answer_by },
      ]),
      message("Purpose of travel", data.message),
      data.inquiry_id && button("Open the inquiries", links.desk(`/admin/inquiries/${data.inquiry_id}`)),
      note(say("howToAnswer")),
    ],
    record: data.reference_number ?? "INQUIRY",
  }),
});

/** Without an email the visitor is answered by phone or WhatsApp. */
function howToAnswer({ email, phone, answer_by }: { email: string; phone: string; answer_by: string | null }): string {
  if (email) return "Reply to this email to write to them.";
  return `They gave no email address: please ${answer_by === "WhatsApp" ? "write by WhatsApp to" : "call"} ${phone}.`;
}
