import type { HolderContext } from "~/applications/access/as-holder.server";
import { type DraftRefused, saveDraft } from "./draft.server";
import { attachToItem, removeFromItem } from "./draft-files.server";
import { type AnswerProblem, type Sent, sendAnswers } from "./send.server";

/** What the form led to: `typed` is what it held, by item, where it is shown again. */
export type FormAnswer =
  | ({ kind: "sent" } & Sent)
  | { kind: "saved" }
  | { kind: "refused"; message: string; problems: AnswerProblem[]; typed: Record<string, string>; sent?: Sent };

/**
 * The form with all open items: its texts are kept as drafts first and its files stored one by one, each for itself
 * (C-ANS-3); then it sends, where `Send` was pressed. What was typed is never lost: it is stored, sent, kept as a
 * message, or in the answer.
 */
export async function answerItems(context: HolderContext, applicationId: string, form: FormData): Promise<FormAnswer> {
  const shown = form.getAll("item").map(String);
  const attempt = String(form.get("attempt") ?? "");
  const isSend = form.get("intent") === "send";
  const problems: AnswerProblem[] = [];
  const typed: Record<string, string> = {};
  const late: { item: string; text: string }[] = [];
  for (const item of shown) {
    const text = form.get(`text-${item}`);
    if (typeof text === "string") {
      typed[item] = text;
      const refused = await keepDraft(context, applicationId, { item, text, form, isSend });
      if (refused?.reason === "closed" && text.trim() !== "") late.push({ item, text: text.trim() });
      else if (refused?.message) problems.push({ item, message: refused.message });
    }
    const files = form.getAll(`file-${item}`).filter((one): one is File => one instanceof File && one.name !== "");
    for (const [index, file] of files.entries()) {
      const stored = await attachToItem(context, applicationId, { item, file, attempt: `${attempt} ${index}` });
      if (!stored.ok) problems.push({ item, message: `${file.name}: ${stored.message || "Failed to upload file"}` });
    }
  }
  const remove = form.get("remove");
  if (remove) await removeFromItem(context, applicationId, remove);
  if (!isSend) {
    for (const { item } of late)
      problems.push({ item, message: "This is not open any more. Send keeps it as a message." });
    return problems.length > 0 ? { kind: "refused", message: "", problems, typed } : { kind: "saved" };
  }
  const held = problems.map(({ item }) => item);
  const result = await sendAnswers(context, applicationId, { attempt, shown, late, held });
  if (!result.ok) {
    const others = result.reason === "invalid" ? result.detail.problems : [];
    const all = [...problems, ...others.filter(({ item }) => !held.includes(item))];
    return { kind: "refused", message: result.message, problems: all, typed };
  }
  const { ok: _, ...sent } = result;
  if (problems.length > 0) return { kind: "refused", message: "", problems, typed, sent };
  return { kind: "sent", ...sent };
}

type Typed = { item: string; text: string; form: FormData; isSend: boolean };

/** With `Send` what stands in the box counts, whatever another window saved; an empty box takes nothing away. */
async function keepDraft(
  context: HolderContext,
  applicationId: string,
  { item, text, form, isSend }: Typed,
): Promise<DraftRefused | undefined> {
  const revision = Number(form.get(`revision-${item}`)) || 0;
  const saved = await saveDraft(context, applicationId, { item, text, revision });
  if (saved.ok) return undefined;
  if (saved.reason !== "conflict" || !isSend) return saved;
  if (text.trim() === "") return undefined;
  const again = await saveDraft(context, applicationId, { item, text, revision: saved.detail.revision });
  return again.ok ? undefined : again;
}
