import { failedMails, ignoredMails, mailboxes, receivedMails, takenMails } from "../schema/received-mails";
import { table } from "./entry";

const nobody = { of: ["nobody"], why: "once", keeps: ["takenMail"] } as const;

export const receivedMailRegister = [
  table(
    receivedMails,
    { of: ["applicant", "inquirer"], why: "application", keeps: ["application", "inquiry", "unverifiedMail"] },
    {
      id: "Key of the received email",
      applicationId: "The application in whose thread it is, or that its address names",
      inquiryId: "The inquiry in whose thread it is, or that its address names",
      state: "Whether it is in a thread or still unverified",
      why: "Why it was not put into a thread by itself",
      sender: "Address of its sender",
      senderName: "Name of its sender",
      subject: "Its subject",
      body: { is: "What was written; any words", of: ["applicant", "named", "inquirer"] },
      quoted: { is: "What it quotes; any words", of: ["applicant", "named", "inquirer"] },
      refusedFiles: "Names of files that were not taken, and why",
      leftOut: "How many small pictures and other parts were left out",
      answeredAt: "When it was answered, or staff said that it needs no answer",
      decidedBy: { is: "Email of the admin who put it into a thread", of: ["staff"] },
      decidedAt: "When that was",
      receivedAt: "When it came",
    },
  ),
  table(takenMails, nobody, {
    messageHash: "Keyed digest of an email's id, so that it is taken once",
    recipientHash: "Keyed digest of the address that it came to",
    takenAt: "When it was taken",
  }),
  table(
    failedMails,
    { of: ["nobody"], why: "work", keeps: ["trouble", "unverifiedMail"] },
    {
      mailbox: "The mailbox that an email is in which could not be saved",
      key: "Its number there, or a keyed digest of it",
      tries: "How often it was tried",
      nextTryAt: "When it is tried again",
      receivedMailId: "What staff see of it",
      isGone: "Whether it was deleted from the mailbox",
      failedAt: "When it first failed",
    },
  ),
  table(
    ignoredMails,
    { of: ["nobody"], why: "work", keeps: ["always"] },
    { day: "A day in Nassau", why: "Why emails were ignored", count: "How many on that day" },
  ),
  table(
    mailboxes,
    { of: ["nobody"], why: "work", keeps: ["latest"] },
    {
      name: "Which mailbox replies are read from",
      uidValidity: "Its number of validity",
      lastUid: "The last email that was read",
      checkedAt: "When it was last read",
      waiting: "How many emails wait in it because the list of unverified ones is full",
    },
  ),
].flat();
