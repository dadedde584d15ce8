import type { ServiceSlug } from "~/db/seed/starter/shape";
import type { Consultant } from "./people";

/** The consultant of each service. */
export const consultantOf: Record<ServiceSlug, Consultant> = {
  "bahamian-evisa": "documents",
  "bahamas-work-visa": "work",
  "permit-to-reside": "work",
  "permanent-residence": "founder",
  "us-travel-b1-b2-visa": "us",
  "us-student-f-1-visa": "students",
  "canadian-visitor-visa-trv": "canada",
  "canadian-eta": "canada",
  "uk-visitor-visa": "uk",
  "uk-transit-visa": "uk",
  "schengen-visitor-visa": "canada",
  "jamaica-visitor-visa": "documents",
  "barbados-welcome-stamp": "documents",
  "uae-tourist-visa": "documents",
  "australia-visitor-visa": "uk",
};

/** Messages of staff with a status change. `{day}`: a day some weeks ahead; null: the default text. */
export const staffMessages = {
  under_review: [
    "I have your file in front of me and am reading it today. You’ll hear from me by the end of the week.",
    "Thank you, everything has arrived. A consultant is now going through your answers and documents.",
    "Your documents are complete. We are checking dates and names against each other before the file goes out.",
    null,
    "Your application is with me now. If I have a question, I will write to this address.",
    "Your file is in good order. Once it’s filed, the authorities set the pace; we’ll keep an eye on it for you.",
    null,
  ],
  additional_info_required: [
    "The last bank statement does not show your name. Please upload all pages, the first one included.",
    "The passport copy is cut off at the bottom. We need both printed lines; a photo taken in daylight is enough.",
    "The hotel booking begins one day after your flight lands. Please send the booking for the first night as well.",
    "Your employer's letter gives the position but not the start date. Could you ask for a new one with date and signature?",
    "The invitation letter needs a copy of your host's identity document. Please upload both sides.",
    "The police certificate is older than six months. Please order a new one and upload it when you have it; everything else is ready.",
    "We need the labour certificate, or at least the receipt for it, before we can file.",
  ],
  backToReview: [
    "Thank you, that was quick. The file is complete and we’re moving ahead.",
    "Received and added. Nothing else is missing.",
    null,
  ],
  interview_scheduled: [
    "Your interview is on {day} at 8:30 in the morning. Please call us for a practice interview in the week before.",
    "We have an appointment for you: {day}, 9:15. Bring the passport, the confirmation page and the folder that we prepared.",
    "Your interview is on {day} at 10:00. Come without your phone, and plan two hours.",
  ],
  approved: [
    "Good news: your application was approved. Please check the spelling of your name on the document as soon as you have it.",
    "Approved. You’ll find the document in today’s email; carry a printed copy in your hand luggage.",
    "It is approved, congratulations. Please note the date until which you may stay: it counts from your arrival.",
    "Your application was approved this morning. You can collect the original at our office, Monday to Saturday.",
    null,
    "Approved. Thank you for your patience and for your very orderly papers.",
  ],
  denied: [
    "I’m sorry: the application was refused. The letter says the purpose of the visit wasn’t shown clearly enough. Please call me before you decide on a new one.",
    "The officer refused the visa under section 214(b). It does not bar you from a new application, but something should have changed by then. Let us talk about it.",
    "Unfortunately the visa was refused because the officer was not satisfied that you would leave at the end of your stay. We keep your file, should your work situation change.",
  ],
  withdrawn: [
    "As you asked, we have withdrawn the application. The part of the fee for work that was not done goes back to you.",
    "Your employer has moved the assignment to next year. We have withdrawn the application and keep your documents for three months.",
    "Withdrawn at your request. Your answers stay saved, so that you need not begin again.",
  ],
} as const satisfies Record<string, readonly (string | null)[]>;

/** Errors of mail servers. */
export const mailFailures = [
  "421 4.7.0 Too many connections, closing transmission channel",
  "552 5.2.2 <{to}>: The mailbox is full and can't accept messages now",
  "Connection timeout",
  "451 4.7.1 Greylisting in action, please come back later",
  "554 5.7.1 Message rejected by the recipient's spam filter",
] as const;
