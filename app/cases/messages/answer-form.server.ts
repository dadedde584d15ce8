import { findForHolder } from "~/applications/access/find.server";
import { requireUploadLimit } from "~/applications/wizard/files/upload-limit.server";
import { stripInvalidCharacters } from "~/core/text-input";
import { formStatusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { readMessageForm, type Unsent } from "./message-form.server";
import { type MessageResult, writeMessage } from "./write-message.server";

/** Result of a message form: sent, or shown again with an HTTP status. */
export type MessageFormResult =
  | { ok: true }
  | { ok: false; status: number; headers: Record<string, string>; unsent: Unsent };

const notSent = "We couldn’t send your message. Please try again.";

export function messageFormResult(result: MessageResult, text: string): MessageFormResult {
  if (!result.ok) {
    const problems = { text: result.message || notSent, files: [] };
    const unsent = { text: stripInvalidCharacters(text), problems, drafts: null };
    return { ok: false, status: formStatusOf(result), headers: {}, unsent };
  }
  const { unsent, retryAfterSeconds } = result;
  if (!unsent) return { ok: true };
  if (retryAfterSeconds !== undefined)
    return { ok: false, status: 429, headers: { "Retry-After": String(retryAfterSeconds) }, unsent };
  const isWrong = unsent.problems.text !== undefined || unsent.problems.files.length > 0;
  return { ok: false, status: isWrong ? 422 : 200, headers: {}, unsent };
}

/**
 * Handles the holder's message form, sent with or without JavaScript. Checks the cookie, then the IP's upload limit,
 * then reads the form. Undefined for anybody else, and for a draft.
 */
export async function handleApplicantMessageForm(
  request: Request,
  id: string,
  ip: string,
): Promise<(MessageFormResult & { id: string }) | undefined> {
  const found = await findForHolder(request, id);
  if (!found || found.application.status === "draft") return undefined;
  await requireUploadLimit(request, ip);
  const messageForm = readMessageForm(await readForm(request));
  const result = await writeMessage({ address: ip, holder: found.holder }, found.application.id, messageForm);
  return { ...messageFormResult(result, messageForm.text), id: found.application.id };
}
