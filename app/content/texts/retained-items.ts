import { type Dated, draftToldAfter, periodOf } from "~/db/data-inventory/rules";

export type RetainedItem = {
  what: string;
  long: string;
  more?: string;
};

const [first, second] = draftToldAfter;

/** One for each rule with a period: a new rule does not compile without its words (V-PAGE-1). */
const byRule: Record<Dated, RetainedItem> = {
  draft: {
    what: "An application that was never submitted",
    long: `${periodOf("draft")} after its last save, upload or use of a link that we mailed`,
    more: `Before that we write to its email address twice, after ${first} and after ${second} days. Then it is deleted with its files.`,
  },
  application: {
    what: "A submitted application, with its files, messages and payments",
    long: `${periodOf("application")} after the last decision: approved, denied or withdrawn`,
    more: "Then it is deleted. Of payments the receipt number, the date and the amount stay, without the person. While a legal dispute or an authority requires it, it is kept for longer.",
  },
  inquiry: {
    what: "An inquiry with its files",
    long: `${periodOf("inquiry")} after it came in, or after we last answered it or worked on it`,
  },
  waitingFile: {
    what: "Files that were chosen for an inquiry or a message and not sent",
    long: `${periodOf("waitingFile")} after they were chosen`,
  },
  unconfirmed: {
    what: "An email address that was not confirmed",
    long: `${periodOf("unconfirmed")} after it was given, for the newsletter, as the new address of an application, or to ask for one’s data`,
  },
  mailText: {
    what: "Emails that we sent: text and recipient",
    long: `${periodOf("mailText")} after the email was written`,
    more: "Then text, subject, data and the recipient’s name and address are removed. That there was an email of this kind stays.",
  },
  copy: { what: "A copy of everything that you asked for", long: `${periodOf("copy")} after it was made` },
  dataLink: {
    what: "The email address with which you asked what we hold",
    long: `${periodOf("dataLink")} after you asked; its link opens for one day`,
  },
  erasureRefused: {
    what: "A request to erase that we refused, with our answer",
    long: `${periodOf("erasureRefused")} after we refused it`,
    more: "A request that you take back is deleted at once; one that we carry out goes with what it is about.",
  },
  view: { what: "Views of our service pages", long: `${periodOf("view")} after the view` },
  recordAddress: {
    what: "Network addresses in the record of what was done",
    long: `${periodOf("recordAddress")} after the entry`,
  },
  record: {
    what: "The record of what was done, and by whom",
    long: `${periodOf("record")} after the entry`,
    more: "Entries about an application stay as long as the application does.",
  },
  right: {
    what: "That a browser may open an application",
    long: `${periodOf("right")} after it was opened there by a link, or until you end it`,
  },
  attempt: {
    what: "That a form was sent, so that one that is sent twice counts once",
    long: `${periodOf("attempt")} after it was sent`,
  },
  undo: { what: "What our staff can undo", long: `${periodOf("undo")} after the change` },
  jobData: { what: "Notes of what the program had to do", long: `${periodOf("jobData")} after it was done` },
  jobOfAnEmail: {
    what: "Notes of a request for a link to one’s applications, or for a new password",
    long: `${periodOf("jobOfAnEmail")} after it was done`,
  },
};

/** What has no period. */
const others: readonly RetainedItem[] = [
  {
    what: "A restricted case",
    long: "Until the day on which it no longer has to be kept",
    more: "Where you ask us to erase what we have to keep, we put it out of use: it leaves all our lists and searches, and only our management opens it, with a reason that is recorded. On that day it is erased.",
  },
  {
    what: "What is left of an application or inquiry that was erased",
    long: "As long as this website is operated",
    more: "Its number, the days on which it was begun, submitted, decided and erased, and of payments the receipt number, the date and the amount. Nothing of it names you.",
  },
  {
    what: "The address of a reader of the newsletter",
    long: "As long as you read it; once you have ended it, until you ask us to delete it",
    more: "It is kept so that nobody subscribes you again unasked.",
  },
];

export const retainedItems: readonly RetainedItem[] = [...Object.values(byRule), ...others];
