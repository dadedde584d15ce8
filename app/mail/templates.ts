import type { z } from "zod";
import type { MailKind } from "~/db/schema/values";
import type { Letter, Sender } from "./letter";
import type { Links } from "./template";
import { applicationStarted } from "./templates/application-started";
import { applicationSubmitted } from "./templates/application-submitted";
import { browsersEnded } from "./templates/browsers-ended";
import { contactAdminNotification } from "./templates/contact-admin-notification";
import { contactConfirmation } from "./templates/contact-confirmation";
import { draftExists } from "./templates/draft-exists";
import { manyReveals } from "./templates/many-reveals";
import { newApplication } from "./templates/new-application";
import { newsletterOptIn } from "./templates/newsletter-opt-in";
import { passwordReset } from "./templates/password-reset";
import { resumeLinkMail } from "./templates/resume-link";
import { signInSlowed } from "./templates/sign-in-slowed";
import { statusUpdate } from "./templates/status-update";
import { withdrawalNotification } from "./templates/withdrawal-notification";
import { withdrawalRequested } from "./templates/withdrawal-requested";

/** Every kind of mail that this release can write. A new kind is one file and one line here. */
const templates = {
  contact_confirmation: contactConfirmation,
  contact_admin_notification: contactAdminNotification,
  application_started: applicationStarted,
  application_submitted: applicationSubmitted,
  status_update: statusUpdate,
  resume_link: resumeLinkMail,
  draft_exists: draftExists,
  browsers_ended: browsersEnded,
  withdrawal_requested: withdrawalRequested,
  withdrawal_notification: withdrawalNotification,
  new_application: newApplication,
  newsletter_opt_in: newsletterOptIn,
  password_reset: passwordReset,
  sign_in_slowed: signInSlowed,
  many_reveals: manyReveals,
} as const;

type Templates = typeof templates;
export type WritableKind = keyof Templates;

/** What the words of a kind are made from, as the caller gives it. */
export type MailData<Kind extends WritableKind> = z.input<Templates[Kind]["data"]>;

type StoredData = Record<string, string | number | null>;

/** A mail ready to be worded: its kind and its data are known to belong together. */
export type Composed = {
  data: StoredData;
  subject: string;
  resumes: boolean;
  /** Who gets what is answered, when it is not the house. */
  replyTo: { name: string; address: string } | null;
  letter: (links: Links, sender: Sender) => Letter;
};

/** Parses the data of a kind. Null for a kind without a template here; throws a ZodError for data that do not fit. */
export function compose(kind: MailKind, data: unknown): Composed | null {
  switch (kind) {
    case "contact_confirmation":
      return composed(templates.contact_confirmation, data);
    case "contact_admin_notification":
      return composed(templates.contact_admin_notification, data);
    case "application_started":
      return composed(templates.application_started, data);
    case "application_submitted":
      return composed(templates.application_submitted, data);
    case "status_update":
      return composed(templates.status_update, data);
    case "resume_link":
      return composed(templates.resume_link, data);
    case "draft_exists":
      return composed(templates.draft_exists, data);
    case "browsers_ended":
      return composed(templates.browsers_ended, data);
    case "withdrawal_requested":
      return composed(templates.withdrawal_requested, data);
    case "withdrawal_notification":
      return composed(templates.withdrawal_notification, data);
    case "new_application":
      return composed(templates.new_application, data);
    case "newsletter_opt_in":
      return composed(templates.newsletter_opt_in, data);
    case "password_reset":
      return composed(templates.password_reset, data);
    case "sign_in_slowed":
      return composed(templates.sign_in_slowed, data);
    case "many_reveals":
      return composed(templates.many_reveals, data);
    default:
      return null;
  }
}

function composed<Data extends StoredData>(
  template: {
    data: z.ZodType<Data>;
    resumes: boolean;
    subject: (data: Data) => string;
    replyTo?: (data: Data) => { name: string; address: string };
    letter: (data: Data, links: Links, sender: Sender) => Letter;
  },
  given: unknown,
): Composed {
  const data = template.data.parse(given);
  return {
    data,
    subject: template.subject(data),
    resumes: template.resumes,
    replyTo: template.replyTo?.(data) ?? null,
    letter: (links, sender) => template.letter(data, links, sender),
  };
}
