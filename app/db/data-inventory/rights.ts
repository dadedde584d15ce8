import {
  dataCopies,
  dataLinks,
  erasureRequests,
  erasures,
  restrictedCases,
  retainedInvoices,
  retainedReceipts,
} from "../schema/privacy/rights";
import { table } from "./entry";

const everybody = ["applicant", "inquirer", "reader"] as const;

export const rights = [
  table(
    dataCopies,
    { of: ["applicant"], why: "rights", keeps: ["application"] },
    {
      id: "Key of the copy",
      applicationId: "The application that it is a copy of",
      state: "Whether it is being made, is offered or is gone",
      fileKey: { is: "The key of its bytes, itself encrypted", keeps: ["copy"] },
      byteSize: "How many bytes it has",
      offeredUntil: "Until when it is offered",
      createdAt: "When it was asked for",
    },
  ),
  table(
    erasureRequests,
    { of: everybody, why: "rights", keeps: ["erasureAsked", "erasureRefused"] },
    {
      id: "Key of the request",
      groupId: "Those that were asked for together",
      applicationId: "The application that is to be erased",
      inquiryId: "The inquiry that is to be erased",
      subscriberId: "The subscription that is to be erased",
      clientId: "The imported client that is to be erased",
      email: "Email that the request was confirmed from and that the answer goes to",
      reason: "Why it is asked for, in any words; may be empty",
      state: "How far it is: asked, open, decided or refused",
      secret: "What the mailed link is signed over; random",
      confirmedAt: "When its link was used, from when on the 30 days count",
      decidedAt: "When it was decided",
      decidedBy: { is: "Email of the admin who decided", of: ["staff"] },
      answer: "Why it was refused, as the person was told",
      createdAt: "When it was asked for",
    },
  ),
  table(
    dataLinks,
    { of: everybody, why: "rights", keeps: ["dataLink"] },
    {
      id: "Key of the link",
      email: "Email whose data it opens",
      secret: "What the mailed link is signed over; random",
      createdAt: "When it was asked for",
    },
  ),
  table(
    erasures,
    { of: ["applicant", "inquirer"], why: "rights", keeps: ["erased"] },
    {
      id: "Key that the erased application, inquiry or imported client had",
      kind: "Which of them it was",
      number: "Its application number or reference",
      startedOn: "The day on which it was begun",
      submittedOn: "The day on which it was submitted",
      decidedOn: "The day of its last decision",
      erasedAt: "When it was erased",
    },
  ),
  table(
    retainedReceipts,
    { of: ["nobody"], why: "payment", keeps: ["keptReceipt"] },
    {
      receiptNumber: "Number of a receipt whose application was deleted",
      kind: "Whether it was a payment, a refund or a reversal",
      amount: "How much",
      day: "Which day",
    },
  ),
  table(
    retainedInvoices,
    { of: ["nobody"], why: "payment", keeps: ["keptReceipt"] },
    {
      number: "Number of an invoice or credit note whose application was deleted",
      kind: "Which of both it was",
      amount: "How much",
      vat: "The VAT contained in it",
      day: "Which day",
    },
  ),
  table(
    restrictedCases,
    { of: ["applicant"], why: "rights", keeps: ["restricted"] },
    {
      id: "Key of the application",
      applicationNumber: "Its number",
      serviceName: "Its service",
      status: "Its status",
      documentId: "The encrypted file that holds all of it",
      dataDocumentId: "The encrypted file that holds its answers and what was said",
      startedOn: "The day on which it was begun",
      submittedOn: "The day on which it was submitted",
      decidedOn: "The day of its last decision",
      restrictedUntil: "The day on which it is erased",
      restrictedAt: "When it was restricted",
    },
  ),
].flat();
