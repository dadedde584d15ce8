import type { StaffContext } from "~/accounts/staff.server";
import { type MessageFormResult, messageFormResult } from "~/cases/messages/answer-form.server";
import { readMessageForm } from "~/cases/messages/message-form.server";
import { readForm } from "~/request-bodies/read-form.server";
import { repliesInCase } from "./replies-in-case.server";
import { writeToApplicant } from "./write-to-applicant.server";

/** Handles the desk's message form, sent with or without JavaScript. */
export async function handleDeskMessageForm(
  request: Request,
  context: StaffContext,
  applicationId: string,
): Promise<MessageFormResult> {
  const form = await readForm(request);
  const messageForm = readMessageForm(form);
  const result = await writeToApplicant(context, { applicationId, seen: form.get("seen") ?? undefined }, messageForm);
  const outcome = messageFormResult(result, messageForm.text);
  if (messageForm.intent !== "insert" || outcome.ok) return outcome;
  // Without a script, append the chosen saved reply to the typed text.
  const replies = await repliesInCase(context.staff, applicationId);
  const chosen = replies.find(({ id }) => id === form.get("saved"));
  const text = [outcome.unsent.text, chosen?.text ?? ""].filter(Boolean).join("\n\n");
  return { ...outcome, unsent: { ...outcome.unsent, text } };
}
