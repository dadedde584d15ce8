import {
  applicationHolders,
  applicationNotes,
  applicationStatusHistory,
  applicationSubmissions,
  visaApplications,
} from "../schema/applications";
import { attempts } from "../schema/attempts";
import { applicationEmailChanges } from "../schema/email-changes";
import { table } from "./entry";

const ofApplicant = { of: ["applicant"], why: "application", keeps: ["draft", "application"] } as const;

const submitted = { ...ofApplicant, keeps: ["application"] } as const;
const opening = (is: string) => ({ is, why: "opening" }) as const;
const protection = (is: string) => ({ is, why: "protection" }) as const;
const payment = (is: string) => ({ is, why: "payment" }) as const;

export const applications = [
  table(visaApplications, ofApplicant, {
    id: "Key of the application; it stands in its address",
    applicationNumber: "Number that the applicant and staff call it by; random",
    visaServiceId: "The service that is applied for; none where it was begun without one",
    userEmail: "Email that all mail about it goes to; empty once its owner has said that they did not begin it",
    emailConfirmedAt: opening("When a link that was mailed to this email was first followed"),
    refusedEmailHashes: {
      is: "Plain SHA-256 hashes of emails whose owners said that they did not begin it: these are not taken again",
      of: ["visitor"],
      why: "opening",
    },
    emailHandled: "Email of step 1 when it was last compared with the one that mail goes to",
    keptEmails: "Emails that look misspelt and that the applicant kept, so that they are not asked about again",
    begunWith: opening("Kind of browser that it was begun with, such as Chrome on Android"),
    begunAtDesk: opening("Whether staff began it for a caller or out of an inquiry"),
    opensByLinkOnly: opening("Whether only a mailed link opens it, because browsers or links of it were ended"),
    applicantName: "First and last name, taken from the answers of step 1 for the desk's lists and search",
    applicationType: "Type of visa of the service, as it was at the start",
    status: "How far the case is, from draft to approved, denied or withdrawn",
    currentStep: "The step that was open last",
    furthestStep: "The furthest step that was reached",
    totalSteps: "How many steps the service has",
    completionPercentage: "How much of it is done, by its steps",
    totalAmountDue: payment(
      "Price of the service or of the chosen tier, as it was then, in US dollars; once submitted, all charges of the ledger",
    ),
    tierName: payment("Name of the pricing tier that was chosen, as it was then; none where none was"),
    governmentFee: payment("The government's part of that price, in US dollars"),
    serviceFee: payment("Our part of that price, in US dollars"),
    amountPaid: payment("What was paid and not refunded, in US dollars, as the ledger says"),
    paymentStatus: payment(
      "Whether nothing, a part or all of what is due to us was paid, or all of it refunded, as the ledger says",
    ),
    resumeToken: opening("Random value that mailed links are signed over; a new one ends them all"),
    metadata: {
      is: "Every answer of every step as it was typed; once submitted, those that were signed",
      of: ["applicant", "named"],
      sensitive: "answers",
    },
    revisions: "How often each step was saved, so that an older tab overwrites nothing",
    answerDigests: protection("Keyed digests of steps, which tell whether a save changes anything"),
    passportDigests: protection("Keyed digests of passport numbers, to find the application by one of them"),
    isEncrypted: protection("Whether what is sensitive in it is encrypted"),
    isSample: "Whether it belongs to a made-up person",
    createdAt: "When it was begun",
    submittedAt: "When it was submitted",
    lastUpdatedAt: "When answers, files of answers or the status last changed",
    linkSentAt: opening("When a link was last mailed"),
    draftMailSentAt: opening("When its owner was last told by mail that this draft is there"),
    withdrawalRequestedAt: {
      is: "When the applicant asked to withdraw it",
      keeps: ["request", "application"],
    },
    turn: { is: "Whose turn it is in the case", keeps: ["application"] },
    turnSince: { is: "Since when", keeps: ["application"] },
    filedOn: { is: "When it was filed with the authorities", keeps: ["application"] },
    decisionExpectedBy: { is: "Until when their decision is expected", keeps: ["application"] },
    ownerId: { is: "The admin whose case it is, if it is one's", of: ["staff", "applicant"] },
    dueOn: "The day until which staff set it to be done",
    ruleDueOn: "The earliest day of its open requests and coming appointments",
    dueDay: "The due day in force: the one set, or else the earliest",
    inquiryId: { is: "The inquiry that staff made it from, if they did", of: ["applicant", "inquirer"] },
    withdrawalReason: { is: "Why, in the applicant's words", keeps: ["request", "application"] },
  }),
  table(
    applicationHolders,
    { ...ofApplicant, why: "opening", keeps: ["right", "draft", "application"] },
    {
      tokenHash: "SHA-256 hash of the token in the cookie of a browser that may open the application",
      applicationId: "The application that it may open",
      id: "Key of the row, for the list of browsers",
      browser: "Kind of the browser, such as Safari on iPhone",
      began: "Whether it is the browser that the application was begun with",
      expiresAt: "When the right ends",
      lastUsedAt: "When the browser last used it, to ten minutes",
      createdAt: "When the browser got the right",
    },
  ),
  table(
    applicationEmailChanges,
    { ...ofApplicant, why: "opening" },
    {
      applicationId: "The application that gets another email",
      newEmail: "The email that was asked for and is not confirmed yet",
      secret: "Random value that the mailed link is signed over",
      askedBy: "The browser that asked",
      adminId: { is: "Key of the admin who asked", of: ["staff"] },
      adminEmail: { is: "Email of the admin who asked", of: ["staff"] },
      mailedAt: "When the link was last mailed",
      createdAt: "When it was asked for",
    },
  ),
  table(
    attempts,
    { of: ["applicant", "staff"], why: "once", keeps: ["attempt"] },
    {
      key: "Hash of the random key of one attempt, bound to the browser or admin who made it",
      kind: "What was attempted: a start, an upload, a submission, a status",
      result: "What came of it: keys, and of an upload the name and address of the file",
      createdAt: "When it was made",
    },
  ),
  table(applicationStatusHistory, ofApplicant, {
    id: "Key of the line",
    applicationId: "The application",
    fromStatus: "Status before",
    toStatus: "Status after; the same where the applicant asked to withdraw",
    message: "What staff wrote to the applicant, or the applicant's reason to withdraw; any words",
    event: "What else the line tells of: a request to withdraw that was taken back",
    nextSteps: "What staff say that the applicant does after a decision; any words",
    adminEmail: { is: "Email of the admin who set the status", of: ["staff"] },
    createdAt: "When it changed; a decision is dated by this",
  }),
  table(applicationNotes, ofApplicant, {
    id: "Key of the note",
    applicationId: "The application",
    body: "What staff noted about the case; any words",
    authorEmail: { is: "Email of the admin who wrote it", of: ["staff"] },
    revision: "How often it was changed, so that nobody overwrites a change unseen",
    editedBy: { is: "Email of the admin who changed it last", of: ["staff"] },
    editedAt: { is: "When it was changed last", of: ["staff"] },
    createdAt: "When it was written",
  }),
  table(
    applicationSubmissions,
    { ...submitted, why: "proof" },
    {
      id: "Key of the signed record",
      applicationId: "The application",
      attemptKey: "Hash of the key of the attempt that submitted it",
      serviceName: "Name of the service at the time",
      steps: {
        is: "Every question as it was worded, with the answer that was signed",
        of: ["applicant", "named"],
        sensitive: "answers",
      },
      documents: "The files at the time: name, kind, size and SHA-256 hash of each",
      certifications: "What the applicant certified, as it was worded",
      electronicSignature: "The name that the applicant signed with",
      submittedAt: "When it was signed",
    },
  ),
].flat();
