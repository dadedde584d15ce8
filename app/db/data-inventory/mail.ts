import { emailNotifications, mailTextOverrides } from "../schema/mail";
import { table } from "./entry";

const everybody = ["applicant", "inquirer", "reader", "staff"] as const;
const text = (is: string) => ({ is, keeps: ["mailText"] }) as const;
const reference = (is: string) => ({ is, keeps: ["reference"] }) as const;

export const mail = table(
  emailNotifications,
  { of: everybody, why: "mail", keeps: ["mailFacts"] },
  {
    id: "Key of the mail",
    emailType: "Kind of the mail, such as a confirmation of an inquiry",
    templateName: "The same kind once more, under its older name",
    templateData: text("What the mail says of the case, such as name, email, number, message or reason; never a link"),
    recipientName: text("Name of the recipient"),
    recipientEmail: text("Email that it goes to"),
    subject: text("Subject of the mail"),
    words: "Which words of ours it was written with, where they are not those delivered",
    status: "Whether it waits, was sent, was delivered or failed",
    attempts: "How often it was tried to send it",
    errorMessage: text("What the mail server said of a failure; it may repeat the address"),
    messageId: "Identifier of the mail for mail programs; random",
    applicationId: reference("The application that it is about"),
    contactInquiryId: reference("The inquiry that it is about"),
    isSample: "Whether it belongs to a made-up person",
    dueAt: "From when on it may be sent, for mails that others can cause; these are counted by it",
    undoId: "The change of staff that takes it along when it is undone",
    sentAt: "When it was handed over",
    deliveredAt: "When the recipient's server took it, as the mail service reports",
    bouncedAt: "When the recipient's server refused it for good",
    textRemovedAt: "When text, data, subject and recipient were removed",
    createdAt: "When it was written",
  },
);

export const mailTextsTable = table(
  mailTextOverrides,
  { of: ["nobody"], why: "site", keeps: ["content"] },
  {
    kind: "The kind of mail",
    words: "What the owner changed in its words",
    changedAt: "When that was published",
  },
);
