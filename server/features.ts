import { staffReads } from "~/accounts/document-readers.server";
import { registerPasswordReset, registerSessionSweep } from "~/accounts/passwords/own-password.server";
import { registerSlowedSignIn } from "~/accounts/sign-in/slowed-mail.server";
import { holderReads } from "~/applications/access/document-readers.server";
import { registerLinks } from "~/applications/access/resume.server";
import { registerReminders } from "~/applications/case/appointments/reminders.server";
import { registerEncryption } from "~/applications/encryption/encrypt.server";
import { renewPassportDigests } from "~/applications/encryption/renew-digests.server";
import { registerMigration } from "~/applications/migration/run.server";
import { registerDraftMails } from "~/applications/start/draft-mail.server";
import { registerSweep } from "~/applications/sweep.server";
import { registerNewsletterSweep } from "~/content/newsletter/subscribe.server";
import { registerFileEncryption } from "~/documents/at-rest/encrypt-job.server";
import { registerDocuments } from "~/documents/discard.server";
import { registerReader } from "~/documents/readers.server";
import { registerReconcile } from "~/documents/reconcile.server";
import { registerScans } from "~/documents/scan-job.server";
import { registerRenewal } from "~/encryption/renew.server";
import { registerInquirySweep } from "~/inquiries/sweep.server";
import { registerCounting } from "~/jobs/sum-counts.server";
import { registerMail } from "~/mail/deliver.server";
import { registerReviewSync } from "~/reviews/sync.server";
import { registerSamples } from "~/sample/remove-files.server";

/** Registers with lower folders what they can't import from higher ones: who may read a document, what a job does. */
export function registerFeatures() {
  registerCounting();
  registerMail();
  registerDocuments();
  registerReconcile();
  registerScans();
  registerFileEncryption();
  registerRenewal(renewPassportDigests);
  registerMigration();
  registerEncryption();
  registerSweep();
  registerLinks();
  registerDraftMails();
  registerReminders();
  registerReviewSync();
  registerInquirySweep();
  registerNewsletterSweep();
  registerPasswordReset();
  registerSlowedSignIn();
  registerSessionSweep();
  registerSamples();
  registerReader("staff", staffReads);
  registerReader("holder of the application", holderReads);
}
