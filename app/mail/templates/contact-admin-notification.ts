import { z } from "zod";
import { personName, template } from "~/mail/template";

/** Tells staff of an inquiry (P-MAIL-5). Answering the mail answers the visitor; its link needs a sign-in. */
export const contactAdminNotification = template({
  kind: "contact_admin_notification",
  about: "inquiry",
  to: "office",
  links: [],
  othersCause: false,
  data: z.object({
    name: personName,
    email: z.string(),
    phone: z.string(),
    country: z.string(),
    service_interested: z.string(),
    message: z.string(),
    reference_number: z.string().nullable().default(null),
    inquiry_id: z.string().nullable().default(null),
    promised_by: z.string().nullable().default(null),
  }),
  subject: ({ service_interested, reference_number }) =>
    `New inquiry: ${service_interested}${reference_number ? ` (${reference_number})` : ""}`,
  replyTo: ({ name, email }) => ({ name, address: email }),
  letter: (data, links) => ({
    preview: `${data.name || data.email} asks about: ${data.service_interested}.`,
    kind: "For the team",
    heading: "A new inquiry has come in",
    blocks: [
      {
        is: "facts",
        rows: [
          ...(data.reference_number ? [{ label: "Reference number", value: data.reference_number, record: true }] : []),
          { label: "Visa service", value: data.service_interested },
          { label: "Name", value: data.name },
          { label: "Email", value: data.email },
          { label: "Phone", value: data.phone },
          { label: "Lives in", value: data.country },
        ],
      },
      { is: "message", title: "Purpose of travel", text: data.message },
      ...(data.inquiry_id
        ? [
            {
              is: "button" as const,
              label: "Open the inquiries",
              href: links.desk(`/admin/inquiries/${data.inquiry_id}`),
            },
          ]
        : []),
      {
        is: "note",
        text: `The visitor was promised an answer ${data.promised_by ? `by ${data.promised_by}` : "within one business day"}. Answering this email writes to them.`,
      },
    ],
    reason: "You are receiving this email because this address is set as the one for notifications.",
    record: data.reference_number ?? "INQUIRY",
  }),
});
