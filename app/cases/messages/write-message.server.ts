import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import { refuseUpload } from "~/applications/wizard/files/upload-limit.server";
import { consumeIpAndIdentityLimits } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { stripInvalidCharacters } from "~/core/text-input";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { receiveFiles } from "~/documents/store.server";
import { contentOf, type MessageForm, receiveMessageForm, shownDrafts, type Unsent } from "./message-form.server";
import { storeMessage } from "./store-message.server";

const hour = 3600;
const limits = { address: { max: 60, seconds: hour }, identity: { max: 30, seconds: hour } };

/** `unsent`: the form to show again if nothing was sent; `retryAfterSeconds` after a rate limit. */
export type MessageResult = Done<{ unsent?: Unsent; retryAfterSeconds?: number }> | Refused;

/** A refused form doesn't use up its idempotency key: sent again, it may succeed. */
export const isSent = (result: MessageResult) => result.ok && !result.unsent;

/**
 * Stores the applicant's message, in every status. Text and accepted files survive a refusal. Idempotent per browser
 * and key.
 */
export async function writeMessage(
  context: HolderContext,
  applicationId: string,
  messageForm: MessageForm,
): Promise<MessageResult> {
  const { address, holder } = context;
  const { attempt: key } = messageForm;
  if (!key) return refuse("invalid");
  const writer = { side: "applicant", owner: holder } as const;
  return receiveFiles(messageForm.files, (received) =>
    asHolder(context, applicationId, async ({ tx, application, once, record }): Promise<MessageResult> => {
      if (application.status === "draft") return refuse("closed");
      const attempt = { kind: "case message", key, content: [contentOf(messageForm, received)] };
      return once(
        attempt,
        async (): Promise<MessageResult> => {
          const mayStore = async () => (await refuseUpload(address, applicationId, tx))?.message;
          const form = await receiveMessageForm(tx, application, writer, messageForm, received, { mayStore });
          if ("problems" in form) return { ok: true, unsent: form };
          const limit = await consumeIpAndIdentityLimits(
            "case message",
            { address, identity: applicationId, of: "application" },
            limits,
            tx,
          );
          if (!limit.allowed) {
            const problems = { text: tooMany("messages were sent", limit), files: [] };
            const unsent = {
              text: stripInvalidCharacters(messageForm.text),
              problems,
              drafts: await shownDrafts(tx, applicationId, writer),
            };
            return { ok: true, unsent, retryAfterSeconds: limit.retryAfterSeconds };
          }
          await storeMessage(tx, { applicationId, side: "applicant", ...form });
          await record({ actionType: "case_message_written", details: { by: "applicant", files: form.files.length } });
          return { ok: true };
        },
        { isDone: isSent },
      );
    }),
  );
}
