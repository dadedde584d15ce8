import { z } from "zod";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import { signedRecord } from "~/applications/stored-answers/signed-record.server";
import { storeMessage } from "~/cases/messages/store-message.server";
import { textInput } from "~/core/input-schemas.server";
import { consumeIpAndIdentityLimits } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Queryable } from "~/db/client.server";
import type { MessageAbout } from "~/db/schema/case";

export const mistakeLimit = 1000;
const input = z.object({
  stepCode: z.string().max(120),
  name: z.string().max(120),
  text: textInput(mistakeLimit, "What is wrong"),
  attempt: z.uuid(),
});

const verb = {
  input,
  once: "case message",
  messages: {
    invalid: ({ issues }: z.ZodError) =>
      refuse(
        "invalid",
        issues.find(({ code }) => code === "custom")?.message ??
          `Please use at most ${mistakeLimit.toLocaleString("en-US")} characters.`,
      ),
  },
};

const hour = 3600;
/** Shared with messages. */
const limits = { address: { max: 60, seconds: hour }, identity: { max: 30, seconds: hour } };

/** A question of the signed record, by the code of its step and its name. */
async function signedQuestion(
  applicationId: string,
  stepCode: string,
  name: string,
  from?: Queryable,
): Promise<MessageAbout | undefined> {
  const record = await signedRecord(applicationId, from);
  const step = record?.steps.find(({ code }) => code === stepCode);
  const question = step?.answers.find((answer) => answer.name === name);
  return question && { stepCode, name, label: question.label };
}

/** A step of the signed record with its questions, to choose the one whose answer is wrong. */
export async function signedStep(
  applicationId: string,
  stepCode: string,
): Promise<{ title: string; questions: { name: string; label: string }[] } | undefined> {
  const record = await signedRecord(applicationId);
  const step = record?.steps.find(({ code }) => code === stepCode);
  return step && { title: step.title, questions: step.answers.map(({ name, label }) => ({ name, label })) };
}

/** Reports a signed answer as wrong: a message that names its question. */
export function reportMistake(context: HolderContext, applicationId: string, input: unknown): Promise<Done | Refused> {
  return asHolder(context, applicationId, verb, input, async ({ tx, record }, { stepCode, name, text }) => {
    if (text === "") return refuse("invalid", "Please tell us what’s wrong.");
    const about = await signedQuestion(applicationId, stepCode, name, tx);
    if (!about) return refuse("not-found");
    const by = { address: context.address, identity: applicationId, of: "application" } as const;
    const limit = await consumeIpAndIdentityLimits("case message", by, limits, tx);
    if (!limit.allowed) return refuse("limited", tooMany("messages were sent", limit));
    const body = `Something is wrong here: “${about.label}”\n\n${text}`;
    await storeMessage(tx, { applicationId, side: "applicant", body, files: [], about });
    await record({ actionType: "case_message_written", details: { by: "applicant", files: 0 } });
    return { ok: true };
  });
}
