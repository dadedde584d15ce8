import { blockedTimes, consultationCells, consultations } from "../schema/consultations";
import { table } from "./entry";

export const consultationRegister = [
  table(
    consultations,
    { of: ["inquirer"], why: "inquiry", keeps: ["unconfirmed", "inquiry"] },
    {
      id: "Key of the consultation",
      inquiryId: "Its inquiry, once it is confirmed",
      adminId: "The admin who takes it",
      day: "Its day in Nassau",
      time: "Its time in Nassau",
      startsAt: "The same as an instant",
      minutes: "How long it takes",
      changeHours: "Until how many hours before its start the visitor may move or cancel it",
      way: "Whether by telephone, by WhatsApp or at the office",
      state: "Whether it is unconfirmed, booked or canceled",
      unconfirmedUntil: "Until when its time waits for the confirmation",
      name: "Name, until it is confirmed and the inquiry holds it",
      email: "Email, until it is confirmed and the inquiry holds it",
      phone: "Telephone number, until it is confirmed and the inquiry holds it",
      topic: "The service that it is about, until it is confirmed and the inquiry holds it",
      about: "What it is about, in the visitor's words, until it is confirmed and the inquiry holds it",
      zone: "The visitor's time zone",
      sequence: "How often its calendar entry was changed",
      linkSecret: "What the mailed links are signed over; random",
      history: {
        is: "When it was booked, moved, canceled or given to somebody, by whom, and the reason of a cancellation",
        of: ["inquirer", "staff"],
      },
      dayReminderAt: "When the reminder of the day before was sent or skipped",
      hoursReminderAt: "When the reminder of two hours before was sent or skipped",
      outcome: "Whether it took place or the visitor did not come",
      outcomeAt: "When staff noted that",
      outcomeBy: { is: "Email of the admin who noted it", of: ["staff"] },
      attemptKey: {
        is: "Hash of the key of the attempt that booked it; emptied only by a repeat after the hour",
        why: "once",
      },
      createdAt: "When it was booked",
      updatedAt: "When it last changed",
    },
  ),
  table(
    consultationCells,
    { of: ["staff"], why: "inquiry", keeps: ["unconfirmed", "inquiry"] },
    {
      adminId: "The admin whose time it is",
      startsAt: "A quarter hour that is taken",
      consultationId: "The consultation that takes it",
    },
  ),
  table(
    blockedTimes,
    { of: ["staff"], why: "work", keeps: ["blockedTime"] },
    {
      id: "Key of the blocked time",
      adminId: "The admin who takes no consultations then",
      startsAt: "When it begins",
      endsAt: "When it ends",
      note: "Why, in staff's words",
      madeBy: "Email of the admin who blocked it",
      createdAt: "When it was blocked",
    },
  ),
].flat();
