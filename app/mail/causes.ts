import type { MailKind } from "~/db/schema/values";

/**
 * Which kinds somebody else than their recipient can cause: who knows an address has mails sent to it by typing it into
 * a form. Of these together an address gets six an hour (V-ATK-20). The others are those of an application's own
 * course, which staff or its holder move, and the office's own notifications. Mails that staff send, or send again, are
 * never counted, nor is a link that the holder of an application with a confirmed email asks for.
 */
export const othersCause: Readonly<Record<MailKind, boolean>> = {
  application_started: true,
  draft_exists: true,
  resume_link: true,
  contact_confirmation: true,
  newsletter_opt_in: true,
  password_reset: true,
  sign_in_slowed: true,
  application_submitted: false,
  status_update: false,
  withdrawal_requested: false,
  browsers_ended: false,
  new_application: false,
  withdrawal_notification: false,
  contact_admin_notification: false,
  many_reveals: false,
};
