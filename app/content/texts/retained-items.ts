import { type Dated, draftWarnedAfterDays, periodOf } from "~/db/data-inventory/rules";

const retainedAbout = [
  "Applications",
  "Clients from before this website",
  "Inquiries and the newsletter",
  "Emails and your rights",
  "This website",
] as const;

export type RetainedItem = {
  about: (typeof retainedAbout)[number];
  what: string;
  long: string;
  more?: string;
};

const [first, second] = draftWarnedAfterDays;

/** One for each rule with a period: a new rule doesn't compile without its text. */
const byRule: Record<Dated, RetainedItem> = {
  draft: {
    about: "Applications",
    what: "An application that was never submitted",
    long: `${periodOf("draft")} after the last save, upload or use of a link we emailed`,
    more: `We email you twice before that, after ${first} and ${second} days. Then we delete it with its files.`,
  },
  application: {
    about: "Applications",
    what: "A submitted application, with its files, messages and payments",
    long: `${periodOf("application")} after the last decision: approved, denied or withdrawn`,
    more: "Then we delete it. We keep only the number, date and amount of each receipt and invoice, without your name. If a legal dispute or an authority requires it, we keep it longer.",
  },
  client: {
    about: "Clients from before this website",
    what: "Your name, how we reach you, and the dates on which your visa or permit ends",
    long: `${periodOf("client")} after the last of these dates`,
  },
  clientAtMost: {
    about: "Clients from before this website",
    what: "The same, whatever these dates are",
    long: `${periodOf("clientAtMost")} after we took them over, at the latest`,
  },
  inquiry: {
    about: "Inquiries and the newsletter",
    what: "An inquiry with its files",
    long: `${periodOf("inquiry")} after it came in, or after we last answered it or worked on it`,
  },
  waitingFile: {
    about: "Inquiries and the newsletter",
    what: "Files added to an inquiry or message that was never sent",
    long: `${periodOf("waitingFile")} after they were chosen`,
  },
  unconfirmed: {
    about: "Inquiries and the newsletter",
    what: "An email address that was not confirmed",
    long: `${periodOf("unconfirmed")} after it was given, for the newsletter, for a consultation, as an application’s new address, or to request personal data`,
  },
  mailText: {
    about: "Emails and your rights",
    what: "Emails that we sent: text and recipient",
    long: `${periodOf("mailText")} after the email was written`,
    more: "Then we remove the text, subject, data, and the recipient’s name and address. We keep only a record that this kind of email was sent.",
  },
  unverifiedMail: {
    about: "Emails and your rights",
    what: "A reply by email that we could not match to an application or inquiry",
    long: `${periodOf("unverifiedMail")} after it came in`,
  },
  takenMail: {
    about: "Emails and your rights",
    what: "A marker for each email you send us, so that an email that arrives twice counts once",
    long: `${periodOf("takenMail")} after it came in`,
  },
  copy: {
    about: "Emails and your rights",
    what: "A copy of your data that you requested",
    long: `${periodOf("copy")} after it was made`,
  },
  dataLink: {
    about: "Emails and your rights",
    what: "The email address you used to ask what data we hold",
    long: `${periodOf("dataLink")} after you asked; its link opens for one day`,
  },
  erasureRefused: {
    about: "Emails and your rights",
    what: "An erasure request that we refused, with our answer",
    long: `${periodOf("erasureRefused")} after we refused it`,
    more: "A request you take back is deleted at once. One we carry out is deleted together with the data it covers.",
  },
  view: {
    about: "This website",
    what: "Views of our service pages",
    long: `${periodOf("view")} after the view`,
  },
  recordAddress: {
    about: "This website",
    what: "IP addresses in our activity log",
    long: `${periodOf("recordAddress")} after the entry`,
  },
  record: {
    about: "This website",
    what: "Our activity log: who did what, and when",
    long: `${periodOf("record")} after the entry`,
    more: "Entries about an application stay as long as the application does.",
  },
  right: {
    about: "Applications",
    what: "Permission for a browser to open an application",
    long: `${periodOf("right")} after it was opened there by a link, or until you end it`,
  },
  invitation: {
    about: "This website",
    what: "An invitation to join our staff",
    long: `${periodOf("invitation")} after it was last emailed`,
  },
  blockedTime: {
    about: "This website",
    what: "Times in which one of our staff takes no consultations",
    long: `${periodOf("blockedTime")} after they end`,
  },
  attempt: {
    about: "This website",
    what: "A marker for each form you send, so that a form sent twice counts once",
    long: `${periodOf("attempt")} after it was sent`,
  },
  undo: {
    about: "This website",
    what: "Changes our staff can still undo",
    long: `${periodOf("undo")} after the change`,
  },
  jobData: {
    about: "This website",
    what: "Records of background tasks",
    long: `${periodOf("jobData")} after it was done`,
  },
  jobOfAnEmail: {
    about: "This website",
    what: "Records of requests for links to applications, or for a new password",
    long: `${periodOf("jobOfAnEmail")} after it was done`,
  },
};

const otherItems: readonly RetainedItem[] = [
  {
    about: "Applications",
    what: "An application that we’ve locked away",
    long: "Until the day on which it no longer has to be kept",
    more: "If you ask us to erase something that we must keep, we lock it away. It no longer appears in our lists and searches, and only our managers can open it, giving a reason that is recorded. On that date we erase it.",
  },
  {
    about: "Applications",
    what: "What remains of an erased application or inquiry",
    long: "As long as this website is operated",
    more: "Its number; the dates it was started, submitted, decided and erased; and the number, date and amount of each receipt and invoice. None of this identifies you.",
  },
  {
    about: "Inquiries and the newsletter",
    what: "The email address of a newsletter subscriber",
    long: "As long as you’re subscribed. After you unsubscribe, until you ask us to delete it",
    more: "We keep it so that nobody can subscribe you again without your consent.",
  },
];

const all = [...Object.values(byRule), ...otherItems];
export const retainedGroups = retainedAbout.map((about) => ({
  about,
  items: all.filter((item) => item.about === about),
}));
