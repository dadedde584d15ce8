import { keyDateReminders, keyDates } from "../schema/key-dates";
import { table } from "./entry";

const ofOwner = { of: ["applicant"], why: "application", keeps: ["application", "client", "clientAtMost"] } as const;
const byStaff = (is: string) => ({ is, of: ["staff"] }) as const;

export const keyDateRegister = [
  table(keyDates, ofOwner, {
    id: "Key of the key date",
    applicationId: "The approved application that it is of",
    clientId: "The imported client that it is of",
    kind: "Whether a visa, a permit, an entry permission, a passport, a fee or something else ends",
    name: "What else ends, in staff's words",
    validFrom: "From which day it is valid",
    endsOn: "On which day it ends",
    note: "What the applicant reads about it, in staff's words",
    isRemindedAnyway: "Whether staff chose reminders for a short visa",
    sequence: "How often its calendar entry was changed",
    settledAs: "Whether it was renewed, paid, or is not needed any longer",
    settledAt: "When staff noted that",
    settledBy: byStaff("Email of the admin who noted it"),
    stoppedAt: "When its recipient stopped the reminders",
    suspendedAt: "Since when it is not in force",
    remindersFrom: "From which day on it is reminded of",
    revision: "How often it was changed, so that an older tab overwrites nothing",
    madeBy: byStaff("Email of the admin who recorded it"),
    isWatched: "Whether Today shows it when its day is near",
    ownerId: { is: "The admin who owns its case", of: ["staff", "applicant"] },
    createdAt: "When it was recorded",
    updatedAt: "When it last changed",
  }),
  table(keyDateReminders, ofOwner, {
    keyDateId: "The key date",
    endsOn: "The day that it had then",
    days: "How many days before it the reminder was due",
    mailId: "The reminder in the log of emails",
    passedOver: "Whether it was passed over",
    toldAs: "How staff told the recipient of a reminder that failed",
    toldOn: "On which day they did",
    toldBy: byStaff("Email of the admin who noted it"),
    createdAt: "When it was sent or passed over",
  }),
].flat();
