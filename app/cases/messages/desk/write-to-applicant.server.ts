import { hash } from "node:crypto";
import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { lockedApplication } from "~/cases/locked-application.server";
import type { Writer } from "~/cases/messages/drafts.server";
import { contentOf, type MessageForm, receiveMessageForm } from "~/cases/messages/message-form.server";
import { markMessagesAnswered, storeMessage } from "~/cases/messages/store-message.server";
import { isSent, type MessageResult } from "~/cases/messages/write-message.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { gapIn, gapMessage } from "~/content/replies/saved-texts";
import { refuse } from "~/core/verbs/refused";
import { receiveFiles } from "~/documents/store.server";

const messages = { forbidden: "Your account is no longer active." };
/**
 * The newest unanswered message when the form was shown; empty if there was none, so that later ones stay unanswered.
 */
const seenInput = z
  .union([z.literal(""), z.uuid()])
  .optional()
  .catch(undefined);
const target = z.object({ applicationId: z.uuid(), seen: seenInput });

/** An admin as the owner of unsent files in a message form. */
export const deskWriter = (adminId: string): Writer => ({
  side: "office",
  owner: hash("sha256", `admin ${adminId}`, "hex"),
});

/** Locks a case; undefined for a draft, which has no messages. */
async function lockCase(tx: StaffWork["tx"], id: string) {
  const application = await lockedApplication({ tx }, id);
  return application?.status === "draft" ? undefined : application;
}

/**
 * Sends a message of staff, in every status. It answers the applicant's messages up to `seen`. Idempotent per admin and
 * key; an unfilled gap of a saved reply is refused.
 */
export async function writeToApplicant(
  context: StaffContext,
  input: { applicationId: unknown; seen: unknown },
  form: MessageForm,
): Promise<MessageResult> {
  const { attempt: key } = form;
  if (!key) return refuse("invalid");
  return receiveFiles(form.files, (received) =>
    asStaff(context, { input: target, messages: messages }, input, async (work, to): Promise<MessageResult> => {
      const { tx, staff, once, record } = work;
      const application = await lockCase(tx, to.applicationId);
      if (!application) return refuse("not-found");
      const attempt = { kind: "case message", key, content: [application.id, contentOf(form, received)] };
      return once(
        attempt,
        async (): Promise<MessageResult> => {
          const writer = deskWriter(staff.adminId);
          const ready = await receiveMessageForm(tx, application, writer, form, received, { problemOf: gapProblem });
          if ("problems" in ready) return { ok: true, unsent: ready };
          await markMessagesAnswered(tx, application.id, to.seen);
          const message = { applicationId: application.id, side: "office" as const, adminEmail: staff.email, ...ready };
          await storeMessage(tx, message);
          await record({
            actionType: "case_message_written",
            subjectType: "application",
            subjectId: application.id,
            details: { number: application.applicationNumber, by: "office", files: ready.files.length },
          });
          return { ok: true };
        },
        { isDone: isSent },
      );
    }),
  );
}

function gapProblem(text: string): string | undefined {
  const gap = gapIn(text);
  return gap && gapMessage(gap, "message");
}

/** Marks a case's messages up to `seen` as needing no answer. */
export function needsNoAnswer(context: StaffContext, input: unknown) {
  return asStaff(
    context,
    { input: target, messages: messages },
    input,
    async ({ tx, record }, { applicationId, seen }) => {
      const application = await lockCase(tx, applicationId);
      if (!application) return refuse("not-found");
      const settled = await markMessagesAnswered(tx, applicationId, seen);
      if (settled === 0) return { ok: true };
      await updateTurn(tx, applicationId);
      await record({
        actionType: "case_message_needs_no_answer",
        subjectType: "application",
        subjectId: applicationId,
        details: { number: application.applicationNumber, messages: settled },
      });
      return { ok: true };
    },
  );
}
