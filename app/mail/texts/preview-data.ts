import { hiddenEmail } from "~/mail/templates/email-changed";

const person = {
  name: "Maria Santos",
  email: "maria@mail.example",
  applicationNumber: "BV26-7K3M-9QXD",
  applicationId: "a1",
};
const notice = {
  applicantName: person.name,
  applicationNumber: person.applicationNumber,
  applicationId: person.applicationId,
};
const submittedAt = "2026-11-22T03:30:00Z";
const inquiry = {
  name: "Maria Santos",
  email: "maria@mail.example",
  message: "Two weeks with my sister in Nassau.",
  service_interested: "Bahamian e-Visa",
  reference_number: "BV26-7K3M-9QXD",
};
const issue = {
  ...{ title: "A calm month for e-visas", excerpt: "What changed, and what did not.", slug: "a-calm-month" },
  ...{ paragraphs: ["Nothing is slower than in May."], isWhole: false },
};
const appointment = {
  ...{ id: "p1", kind: "interview", day: "2026-11-24", time: "10:30", zone: "America/Nassau", minutes: 45 },
  ...{ place: "12 Shirley Street", bring: "Your passport", sequence: 0, change: "made", was: null },
  changedAt: submittedAt,
};
const details = {
  ...{ id: "0b7f9a52-4f3c-4b0e-9f1d-1f0c5a1d2e3f", day: "2026-11-24", time: "10:30", zone: "Europe/London" },
  ...{ minutes: 30, way: "phone", phone: "+509 2812 0142", place: "", takenBy: "Anika Thompson" },
  ...{ topic: "Bahamian e-Visa", sequence: 0, change: "booked", was: null, reason: "", byStaff: false },
  ...{ reference: "BV26-7K3M-9QXD", changedAt: submittedAt },
};
const dates = [
  {
    ...{ id: "0b7f9a52-4f3c-4b0e-9f1d-1f0c5a1d2e3f", endsOn: "2027-03-01", days: 120 },
    ...{ label: "Work or residence permit", day: "March 1, 2027, in 98 days" },
    sentence: "Work or residence permit ends in 98 days, on March 1, 2027",
    keyDate: {
      ...{ id: "k2", name: "Work or residence permit", label: "Work or residence permit", endsOn: "2027-03-01" },
      ...{ day: "March 1, 2027", sequence: 0, change: "added", note: "", settledAs: "", was: null },
      changedAt: submittedAt,
    },
  },
] as const;
const consulted = { name: person.name, email: person.email, changeHours: 4, consultation: details.id, details };
const payText = "Pay $385.00 for invoice LI-2026-000042 at pay.example.com";
/** For previews and test mails. */
export const previewData = {
  mail_test: { kind: "contact_confirmation", words: {} },
  contact_confirmation: inquiry,
  consultation_confirm: {
    ...{ consultation: "0b7f9a52-4f3c-4b0e-9f1d-1f0c5a1d2e3f", startsAt: "2026-11-24T15:30:00Z", minutes: 30 },
    ...{ way: "phone", zone: "Europe/London", until: submittedAt },
  },
  consultation_exists: {
    ...{ consultation: "0b7f9a52-4f3c-4b0e-9f1d-1f0c5a1d2e3f", startsAt: "2026-11-24T15:30:00Z" },
    zone: "Europe/London",
  },
  newsletter_opt_in: person,
  newsletter_issue: issue,
  newsletter_test: issue,
  password_reset: person,
  admin_invitation: {
    ...{ invitation: "0b7f9a52-4f3c-4b0e-9f1d-1f0c5a1d2e3f", email: "anika@lucaya.example", role: "regular_admin" },
    ...{ by: "Theo Knowles", byEmail: "theo@lucaya.example" },
  },
  data_copy_ready: { ...person, until: submittedAt },
  data_link: { link: "0b7f9a52-4f3c-4b0e-9f1d-1f0c5a1d2e3f" },
  erasure_confirm: { group: "0b7f9a52-4f3c-4b0e-9f1d-1f0c5a1d2e3f", covers: ["Application BV26-7K3M-9QXD"] },
  erasure_refused: { what: "Application BV26-7K3M-9QXD", reason: "A claim is pending.", mustKeep: null },
  case_restricted: { applicationNumber: person.applicationNumber, until: "2033-11-22" },
  data_erased: { what: person.applicationNumber, erasedAt: submittedAt },
  sign_in_slowed: { email: person.email, at: submittedAt },
  second_factor_changed: { email: person.email, change: "app added", at: submittedAt },
  recovery_code_used: { email: person.email, left: 9, at: submittedAt },
  new_sign_in: { email: person.email, at: submittedAt, browser: "Chrome on Windows", address: "203.0.113.5" },
  many_reveals: {
    staffEmail: "anika@lucaya.example",
    staffName: "Anika Thompson",
    count: 31,
    minutes: 10,
    at: submittedAt,
  },
  notification_address_changed: {
    ...{ former: "desk@lucaya.example", now: "office@lucaya.example" },
    ...{ by: "boss@lucaya.example", at: submittedAt },
  },
  contact_admin_notification: { ...inquiry, phone: "+509 2812 0142", country: "Haiti", inquiry_id: "i1" },
  inquiry_reply: { ...inquiry, reply_id: "r1", reply: "Yes, in ten days.\nWrite to us." },
  inquiry_mail_notification: {
    ...{ name: "Guerda Joseph", inquiryId: "i1", reference: "3F2B9C5E-111", service: "Bahamian e-Visa" },
    ...{ text: "Thank you.\nMy passport is attached.", files: 1 },
  },
  consultation: consulted,
  consultation_reminder: { ...consulted, hours: 24, canChange: true },
  consultation_notification: {
    ...{ ...consulted, phone: "+509 2812 0142", about: "Two weeks with my sister in Nassau.", inquiryId: "i1" },
    ...{ changedBy: "", calendar: { name: "Anika Thompson", email: "anika@lucaya.example" } },
  },
  application_invitation: { ...person, serviceName: "Bahamian e-Visa", reference: "3F2B9C5E-111" },
  application_started: { ...person, serviceName: "Bahamian e-Visa" },
  application_submitted: { ...person, visaType: "Employment", submittedAt },
  status_update: { ...person, newStatus: "under_review", statusMessage: "Your file is complete.\nThank you." },
  case_request: { ...person, items: "We need 1 thing from you:\n\nPassport copy\nWhy: The scan is dark." },
  case_request_changed: { ...person, change: "The day has changed.", details: "Passport copy" },
  case_items_overdue: { ...person, items: "Passport copy\nThis was due on November 29, 2026." },
  request_received: { ...person, arrived: "Passport copy", open: "Police certificate" },
  request_answered: { ...notice, arrived: "Passport copy", open: "" },
  file_infected: { ...person, item: "Passport copy", file: "passport.pdf" },
  tier_changed: {
    ...person,
    ...{ serviceName: "Schengen Visitor Visa", tier: "Adult", total: "$300", split: "$195 to us" },
    ...{ earlierTier: null, earlierTotal: "$173", submittedAt },
  },
  agreement_offered: { ...person, because: null, workBeginsSigned: true },
  agreement_signed_notification: { ...notice, signature: "Maria Santos", signedAt: submittedAt },
  all_links: { email: person.email },
  case_message: { ...person, messages: JSON.stringify([{ at: submittedAt, text: "Is it\na copy?", files: 1 }]) },
  case_message_notification: {
    ...notice,
    messages: JSON.stringify([{ at: submittedAt, text: "May I send the letter on Saturday?", files: 0 }]),
    answerBy: submittedAt,
  },
  invoice: {
    ...person,
    ...{ invoiceNumber: "LI-2026-000042", amount: "$385.00 USD", day: "December 6, 2026" },
    ...{ howToPay: "By transfer to Bank of Nassau.", payLink: { id: "l1", text: payText } },
  },
  pay_link: {
    ...person,
    ...{ invoiceNumber: "LI-2026-000042", amount: "$385.00 USD", host: "pay.example.com" },
    ...{ lastDay: "December 6, 2026", payLink: { id: "l1", text: payText } },
  },
  payment_receipt: {
    ...person,
    ...{ receiptNumber: "LR-2026-000042", what: "Payment", amount: "$185.00 USD", method: "Card" },
    ...{ day: "November 21, 2026", balance: "$0.00" },
  },
  credit_note: {
    ...person,
    ...{ creditNoteNumber: "LC-2026-000007", invoiceNumber: "LI-2026-000042", amount: "$385.00 USD" },
    reason: "The price has changed.",
  },
  agreement_signed: { ...person, signedAt: submittedAt, countersignedAt: submittedAt },
  agreement_withdrawn: { ...person, signedAt: submittedAt, withdrawnAt: submittedAt, endedOn: null, reason: "" },
  agreement_withdrawn_notification: {
    ...notice,
    ...{ signedAt: submittedAt, withdrawnAt: null, endedOn: "2026-11-30", reason: "The client has moved." },
  },
  appointment: { ...person, appointment: { ...appointment, change: "moved", was: { ...appointment, time: "09:00" } } },
  appointment_reminder: { ...person, hours: 24, appointment },
  appointment_other_time: { ...notice, asked: "After two, please.", appointment },
  key_dates: {
    ...person,
    keyDate: {
      ...{ id: "k1", name: "Visa", label: "Visa", endsOn: "2028-03-01", day: "March 1, 2028", sequence: 1 },
      change: "corrected",
      ...{ note: "Enter by this day.", settledAs: "", changedAt: submittedAt },
      was: { endsOn: "2027-03-01", day: "March 1, 2027", label: "Visa" },
    },
  },
  key_date_reminder: { ...person, dates },
  client_reminder: {
    ...{ name: person.name, email: person.email, clientId: "c1", clientBefore: "2026-11-28", dates },
  },
  resume_link: { ...person, serviceName: null },
  draft_exists: {
    ...{ ...person, serviceName: "Bahamian e-Visa", savedAt: submittedAt, percent: 46 },
    ...{ begunAt: submittedAt, begunWith: "Chrome on Android", others: "" },
  },
  draft_deletion: {
    ...{ ...person, serviceName: "Bahamian e-Visa", savedAt: submittedAt, percent: 46 },
    deletedAt: "2099-01-01T12:00:00.000Z",
  },
  browsers_ended: {
    ...person,
    serviceName: "Bahamian e-Visa",
    submittedAt: null,
    ended: "2 × Chrome on Android and Unknown browser",
    count: 3,
    endedWith: "Safari on iOS",
    endedAt: submittedAt,
  },
  email_change: { ...person, by: "applicant" },
  email_changed: { ...person, newEmail: hiddenEmail(person.email), by: "applicant", changedAt: submittedAt },
  withdrawal_requested: { ...person, reason: "My plans have changed.", requestedAt: submittedAt },
  withdrawal_taken_back: { ...person, requestedAt: submittedAt },
  withdrawal_taken_back_notification: { ...notice, status: "under_review", requestedAt: submittedAt },
  withdrawal_notification: {
    ...notice,
    applicantEmail: person.email,
    visaType: "Employment",
    status: "under_review",
    reason: "My plans have changed.",
    requestedAt: submittedAt,
  },
  new_application: { ...notice, applicantEmail: person.email, visaType: null, submittedAt },
} as const;
