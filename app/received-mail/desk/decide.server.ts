import { eq } from "drizzle-orm";
import { z } from "zod";
import { nameAdmin } from "~/accounts/admins/names.server";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { config } from "~/config.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { receivedMails } from "~/db/schema/received-mails";
import { attachMailFiles } from "~/documents/unattached.server";
import { discardFailed, tryFailedAgain } from "~/received-mail/failed-mails.server";
import { mailboxSettings } from "~/received-mail/mailbox/open-mailbox.server";
import { lockCaseOfMail, storeMailMessages } from "~/received-mail/place/put-into-case.server";
import { addToThread, lockInquiryOfMail } from "~/received-mail/place/put-into-inquiry.server";
import type { MailTarget } from "~/received-mail/place/received-mail";
import { columnsOf, removeReceivedMail } from "~/received-mail/place/store-received-mail.server";
import { findTarget, unknownNumberMessage } from "./find-target.server";

type Mail = typeof receivedMails.$inferSelect;

const common = {
  rethrowsUnavailable: true,
  failed: "an unverified email could not be decided",
  messages: {
    forbidden: "Your account is no longer active.",
    failed: "This could not be saved. Please try again.",
  },
};
const notSaved = "This email couldn’t be saved, so there is nothing to put into a thread.";
const goneMessage = "This email no longer exists. Someone has discarded it, or its 30 days are over.";

/** A mail that nobody has decided about, locked; otherwise who has put it into a thread. */
async function lockUndecided(tx: Transaction, mailId: string): Promise<{ mail: Mail } | Refused> {
  const [mail] = await tx.select().from(receivedMails).where(eq(receivedMails.id, mailId)).for("update");
  if (!mail) return refuse("not-found", goneMessage);
  if (mail.state === "unverified") return { mail };
  const by = mail.decidedBy === null ? "Someone else" : await nameAdmin(tx, mail.decidedBy);
  return refuse("conflict", `${by} has already put this email into a thread.`);
}

const putInput = z.object({
  mailId: z.uuid(),
  /** Empty for the case or inquiry that its address names. */
  number: z.string().default(""),
  named: z.literal("yes").optional().catch(undefined),
});

/**
 * Puts an unverified email with its files into the thread of the case or inquiry that its address names, or of the one
 * whose number is given. Of two admins the first decides.
 */
export function putReceivedMail(context: StaffContext, rawInput: unknown) {
  return asStaff(
    context,
    { input: putInput, ...common },
    rawInput,
    async (work, { mailId, number, named }): Promise<Done | Refused> => {
      const { tx } = work;
      // The owner is locked before its mail, as when an application is erased.
      const target = named ? await namedBy(tx, mailId) : await findTarget(tx, number);
      if (typeof target === "string") return refuse("invalid", target);
      return target.kind === "case" ? intoCase(work, mailId, target) : intoInquiry(work, mailId, target);
    },
  );
}

/** What the address of a mail names. */
async function namedBy(tx: Transaction, mailId: string): Promise<MailTarget | string> {
  const [mail] = await tx.select().from(receivedMails).where(eq(receivedMails.id, mailId));
  if (mail?.applicationId) return { kind: "case", id: mail.applicationId };
  if (mail?.inquiryId) return { kind: "inquiry", id: mail.inquiryId };
  return mail ? unknownNumberMessage : goneMessage;
}

async function intoCase(work: StaffWork, mailId: string, target: MailTarget): Promise<Done | Refused> {
  const { tx } = work;
  const application = await lockCaseOfMail(tx, target.id);
  if (!application) return refuse("not-found", unknownNumberMessage);
  const found = await lockUndecided(tx, mailId);
  if (!("mail" in found)) return found;
  const { mail } = found;
  if (mail.why === "not_stored") return refuse("invalid", notSaved);
  await markPut(work, mail, target, application.number);
  const { files, refused } = await attachMailFiles(tx, mail.id, columnsOf(target));
  const all = [...mail.refusedFiles, ...refused];
  await storeMailMessages(tx, application, { id: mail.id, body: mail.body, files, refused: all });
  return { ok: true };
}

async function intoInquiry(work: StaffWork, mailId: string, target: MailTarget): Promise<Done | Refused> {
  const { tx } = work;
  const inquiry = await lockInquiryOfMail(tx, target.id);
  if (!inquiry) return refuse("not-found", unknownNumberMessage);
  const found = await lockUndecided(tx, mailId);
  if (!("mail" in found)) return found;
  const { mail } = found;
  if (mail.why === "not_stored") return refuse("invalid", notSaved);
  await markPut(work, mail, target);
  const { files, refused } = await attachMailFiles(tx, mail.id, columnsOf(target));
  const all = [...mail.refusedFiles, ...refused];
  await addToThread(tx, inquiry, { id: mail.id, body: mail.body, files: files.length, refused: all });
  return { ok: true };
}

async function markPut({ tx, staff, record }: StaffWork, { id, why }: Mail, target: MailTarget, number?: string) {
  await tx
    .update(receivedMails)
    .set({ ...columnsOf(target), state: "in_thread", decidedBy: staff.email, decidedAt: new Date() })
    .where(eq(receivedMails.id, id));
  await record({
    actionType: "received_email_put",
    subjectType: target.kind === "case" ? "application" : "inquiry",
    subjectId: target.id,
    details: { why, ...(number ? { number } : {}) },
  });
}

const notInMailbox = "This email is not in the mailbox, so it can’t be tried again.";

/** Has an email that couldn’t be saved tried again by the next look at the mailbox. */
export function tryReceivedMailAgain(context: StaffContext, rawInput: unknown) {
  const verb = { input: z.object({ mailId: z.uuid() }), ...common };
  return asStaff(context, verb, rawInput, async ({ tx, record }, { mailId }): Promise<Done | Refused> => {
    const found = await lockUndecided(tx, mailId);
    if (!("mail" in found)) return found;
    const isTried = config.IMAP_URL && (await tryFailedAgain(tx, mailId, mailboxSettings(config.IMAP_URL).name));
    if (!isTried) return refuse("conflict", notInMailbox);
    await record({ actionType: "received_email_tried_again", details: { why: found.mail.why } });
    return { ok: true };
  });
}

/** Deletes an unverified email with its files. Of two admins the first decides; a missing one counts as discarded. */
export function discardReceivedMail(context: StaffContext, rawInput: unknown) {
  const verb = { input: z.object({ mailId: z.uuid() }), ...common };
  return asStaff(context, verb, rawInput, async ({ tx, record }, { mailId }): Promise<Done | Refused> => {
    const found = await lockUndecided(tx, mailId);
    if (!("mail" in found)) return found.reason === "not-found" ? { ok: true } : found;
    const { id, why } = found.mail;
    await discardFailed(tx, id);
    await removeReceivedMail(tx, id);
    await record({ actionType: "received_email_discarded", details: { why } });
    return { ok: true };
  });
}
