import type { z } from "zod";
import type { ChangedTexts, Composed, MailTexts } from "./template";
import { adminInvitation } from "./templates/account/admin-invitation";
import { manyReveals } from "./templates/account/many-reveals";
import { newSignIn } from "./templates/account/new-sign-in";
import { notificationAddressChanged } from "./templates/account/notification-address-changed";
import { passwordReset } from "./templates/account/password-reset";
import { recoveryCodeUsed } from "./templates/account/recovery-code-used";
import { secondFactorChanged } from "./templates/account/second-factor-changed";
import { signInSlowed } from "./templates/account/sign-in-slowed";
import { allLinks } from "./templates/all-links";
import { applicationInvitation } from "./templates/application-invitation";
import { applicationStarted } from "./templates/application-started";
import { applicationSubmitted } from "./templates/application-submitted";
import { browsersEnded } from "./templates/browsers-ended";
import { agreementOffered } from "./templates/case/agreement-offered";
import { agreementSigned } from "./templates/case/agreement-signed";
import { agreementSignedNotification } from "./templates/case/agreement-signed-notification";
import { agreementWithdrawn, agreementWithdrawnNotification } from "./templates/case/agreement-withdrawn";
import { appointmentMail } from "./templates/case/appointment";
import { appointmentOtherTime } from "./templates/case/appointment-other-time";
import { appointmentReminder } from "./templates/case/appointment-reminder";
import { caseItemsOverdue } from "./templates/case/case-items-overdue";
import { caseRequest } from "./templates/case/case-request";
import { caseRequestChanged } from "./templates/case/case-request-changed";
import { creditNoteMail } from "./templates/case/credit-note";
import { fileInfected } from "./templates/case/file-infected";
import { invoiceMail } from "./templates/case/invoice";
import { keyDateReminder } from "./templates/case/key-date-reminder";
import { keyDatesMail } from "./templates/case/key-dates";
import { caseMessage } from "./templates/case/message";
import { caseMessageNotification } from "./templates/case/message-notification";
import { payLinkMail } from "./templates/case/pay-link";
import { requestAnswered } from "./templates/case/request-answered";
import { requestReceived } from "./templates/case/request-received";
import { withdrawalNotification } from "./templates/case/withdrawal-notification";
import { withdrawalRequested } from "./templates/case/withdrawal-requested";
import { withdrawalTakenBack } from "./templates/case/withdrawal-taken-back";
import { withdrawalTakenBackNotification } from "./templates/case/withdrawal-taken-back-notification";
import { clientReminder } from "./templates/client-reminder";
import { consultationMail } from "./templates/consultation";
import { consultationConfirm } from "./templates/consultation-confirm";
import { consultationExists } from "./templates/consultation-exists";
import { consultationNotification } from "./templates/consultation-notification";
import { consultationReminder } from "./templates/consultation-reminder";
import { contactAdminNotification } from "./templates/contact-admin-notification";
import { contactConfirmation } from "./templates/contact-confirmation";
import { draftDeletion } from "./templates/draft-deletion";
import { draftExists } from "./templates/draft-exists";
import { emailChange } from "./templates/email-change";
import { emailChanged } from "./templates/email-changed";
import { inquiryMailNotification } from "./templates/inquiry-mail-notification";
import { inquiryReply } from "./templates/inquiry-reply";
import { newApplication } from "./templates/new-application";
import { newsletterIssue, newsletterTest } from "./templates/newsletter-issue";
import { newsletterOptIn } from "./templates/newsletter-opt-in";
import { paymentReceipt } from "./templates/payment-receipt";
import { caseRestricted } from "./templates/privacy/case-restricted";
import { dataCopyReady } from "./templates/privacy/data-copy-ready";
import { dataErased } from "./templates/privacy/data-erased";
import { dataLinkMail } from "./templates/privacy/data-link";
import { erasureConfirm } from "./templates/privacy/erasure-confirm";
import { erasureRefused } from "./templates/privacy/erasure-refused";
import { resumeLinkMail } from "./templates/resume-link";
import { statusUpdate } from "./templates/status-update";
import { tierChanged } from "./templates/tier-changed";
import { previewData } from "./texts/preview-data";
import { type TestMail, testMail } from "./texts/test-mail";

const mailTest: TestMail = testMail((kind, texts) => byKind.get(kind)?.compose(dataOf.get(kind), texts) ?? null);

/** In the order of the desk's filter. */
const templates = [
  contactConfirmation,
  contactAdminNotification,
  inquiryReply,
  inquiryMailNotification,
  consultationMail,
  consultationReminder,
  consultationNotification,
  applicationStarted,
  applicationInvitation,
  applicationSubmitted,
  statusUpdate,
  caseMessage,
  caseMessageNotification,
  caseRequest,
  caseRequestChanged,
  caseItemsOverdue,
  requestReceived,
  requestAnswered,
  fileInfected,
  tierChanged,
  invoiceMail,
  payLinkMail,
  agreementOffered,
  agreementSignedNotification,
  paymentReceipt,
  creditNoteMail,
  agreementSigned,
  agreementWithdrawn,
  agreementWithdrawnNotification,
  appointmentMail,
  appointmentReminder,
  appointmentOtherTime,
  keyDatesMail,
  keyDateReminder,
  clientReminder,
  resumeLinkMail,
  allLinks,
  draftExists,
  draftDeletion,
  newApplication,
  withdrawalRequested,
  withdrawalNotification,
  withdrawalTakenBack,
  withdrawalTakenBackNotification,
  consultationConfirm,
  consultationExists,
  newsletterOptIn,
  newsletterIssue,
  newsletterTest,
  dataCopyReady,
  dataLinkMail,
  erasureConfirm,
  erasureRefused,
  caseRestricted,
  dataErased,
  passwordReset,
  adminInvitation,
  browsersEnded,
  emailChange,
  emailChanged,
  signInSlowed,
  secondFactorChanged,
  recoveryCodeUsed,
  newSignIn,
  manyReveals,
  notificationAddressChanged,
  mailTest,
] as const;

type Templates = { [Entry in (typeof templates)[number] as Entry["kind"]]: Entry };
export type MailKind = keyof Templates;

export type MailData<Kind extends MailKind> = z.input<Templates[Kind]["data"]>;

export type MailParts<Kind extends MailKind> = (Templates[Kind]["about"] extends "application"
  ? { applicationId: string }
  : Templates[Kind]["about"] extends "inquiry"
    ? { contactInquiryId: string }
    : object) &
  (Templates[Kind]["to"] extends "office" ? { to?: string; toName?: string } : { to: string; toName: string });

const byKind = new Map<string, (typeof templates)[number]>(templates.map((template) => [template.kind, template]));
const dataOf = new Map<string, unknown>(Object.entries(previewData));
const kindsWhere = (holds: (template: (typeof templates)[number]) => boolean): MailKind[] =>
  templates.filter(holds).map(({ kind }) => kind);

export const mailKinds = kindsWhere(() => true);
export const accountKinds = kindsWhere(({ about }) => about === "account");
export const listedKinds = kindsWhere(({ about }) => about !== "account");
export const officeKinds = kindsWhere(({ to }) => to === "office");
export const waysIn = {
  always: kindsWhere(({ wayIn }) => wayIn === "always"),
  onceConfirmed: kindsWhere(({ wayIn }) => wayIn === "once-confirmed"),
};

export const wayInOf = (kind: string) => byKind.get(kind)?.wayIn;
export const addsUp = (kind: string): boolean => byKind.get(kind)?.addsUp ?? false;
export const canOthersCause = (kind: MailKind): boolean => byKind.get(kind)?.othersCause ?? true;

/**
 * `changed`: the owner's texts. Null for a kind that this release lacks; throws a ZodError for data that do not fit.
 */
export function compose(kind: MailKind, data: unknown, changed?: ChangedTexts): Composed;
export function compose(kind: string, data: unknown, changed?: ChangedTexts): Composed | null;
export function compose(kind: string, data: unknown, changed: ChangedTexts = {}): Composed | null {
  return byKind.get(kind)?.compose(data, changed) ?? null;
}

export type DeclaredMail = { kind: MailKind; about: string; to: "office" | "person"; texts: MailTexts };

/** Sent by staff to themselves, to try out other mails. */
const tests: readonly string[] = ["mail_test", "newsletter_test"];

/** Kinds with texts that the owner may change. */
export const declaredMails: readonly DeclaredMail[] = templates.filter(({ kind }) => !tests.includes(kind));

/** Null for an unknown kind. */
export const previewMail = (kind: string, texts: ChangedTexts): Composed | null =>
  compose(kind, dataOf.get(kind), texts);
