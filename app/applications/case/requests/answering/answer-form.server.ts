import { z } from "zod";
import type { HolderContext } from "~/applications/access/as-holder.server";
import type { Changes } from "~/applications/case/amendments/corrected";
import { fieldsInput, pressedIn, typedCorrection } from "~/applications/case/amendments/correcting/typed-correction";
import { type Signature, signatureIn } from "~/applications/case/amendments/signing/sign-corrections.server";
import type { Asked } from "~/applications/steps/contradictions/asked";
import type { Problem } from "~/applications/steps/engine/definition";
import { countryNames } from "~/ground/countries.server";
import { typedText } from "~/ground/typed-text";
import type { AnswerProblem } from "./begun.server";
import { type CorrectionRefused, type DraftRefused, saveCorrection, saveDraft } from "./draft.server";
import { attachToItem, removeFromItem } from "./draft-files.server";
import { type Sent, sendAnswers } from "./send.server";

/** What the form led to; `typed` and `corrections` are what it held, by item, where it is shown again. */
export type FormAnswer =
  | ({ kind: "sent" } & Sent)
  | { kind: "saved" }
  /** A button of a question was pressed without script, whose input this is. */
  | { kind: "pressed"; input: string }
  | {
      kind: "refused";
      message: string;
      problems: AnswerProblem[];
      typed: Record<string, string>;
      corrections: Record<string, Changes>;
      signature: { given: Signature; problems: Problem[]; asked: Asked[] };
      sent?: Sent;
    };

/** What a form held. */
type Held = {
  problems: AnswerProblem[];
  typed: Record<string, string>;
  corrections: Record<string, Changes>;
  late: { item: string; text: string }[];
  /** How many files came for closed items, and are messages now. */
  kept: number;
};

/**
 * The form with all open items: its texts are kept as drafts first and its files stored one by one, each for itself
 * (C-ANS-3); then it sends, where `Send` was pressed. What was typed is never lost: it is stored, sent, kept as a
 * message, or in the answer.
 */
export async function answerItems(context: HolderContext, applicationId: string, form: FormData): Promise<FormAnswer> {
  const shown = [...new Set(form.getAll("item").map(String))];
  const attempt = z.uuid().safeParse(form.get("attempt")).data ?? crypto.randomUUID();
  const isSend = form.get("intent") === "send";
  const held: Held = { problems: [], typed: {}, corrections: {}, late: [], kept: 0 };
  for (const item of shown) {
    if (form.has(fieldsInput(item))) await keepCorrection(context, applicationId, { item, form, isSend }, held);
    const text = form.get(`text-${item}`);
    if (typeof text === "string") await keepText(context, applicationId, { item, text, form, isSend }, held);
    const files = form.getAll(`file-${item}`).filter((one): one is File => one instanceof File && one.name !== "");
    for (const [index, file] of files.entries()) {
      const given = { item, file, attempt: `${attempt} ${index}`, isSend };
      const stored = await attachToItem(context, applicationId, given);
      if (stored.ok) held.kept += stored.kept ? 1 : 0;
      else held.problems.push({ item, message: `${file.name}: ${stored.message || "Failed to upload file"}` });
    }
  }
  const remove = form.get("remove");
  if (remove) await removeFromItem(context, applicationId, remove);
  const { problems, late, typed, corrections, kept } = held;
  const signature = { given: signatureIn(form), problems: [] as Problem[], asked: [] as Asked[] };
  const again = { kind: "refused" as const, message: "", typed, corrections };
  if (!isSend) {
    for (const { item } of late)
      problems.push({ item, message: "This is not open any more. Send keeps it as a message." });
    const keptAlone = kept > 0 ? { sent: 0, of: 0, kept, left: [] } : undefined;
    if (problems.length > 0) return { ...again, problems, signature, ...(keptAlone && { sent: keptAlone }) };
    if (keptAlone) return { kind: "sent", ...keptAlone };
    const pressed = pressedIn(form);
    return pressed ? { kind: "pressed", input: pressed.input } : { kind: "saved" };
  }
  const refused = problems.map(({ item }) => item);
  const given = { attempt, shown, late, held: refused, signature: signature.given };
  const result = await sendAnswers(context, applicationId, given);
  const lacking = result.ok ? result : result.reason === "invalid" ? result.detail : undefined;
  const all = [...problems, ...(lacking?.problems ?? []).filter(({ item }) => !refused.includes(item))];
  const signed = { ...signature, problems: lacking?.signature ?? [], asked: lacking?.asked ?? [] };
  if (!result.ok) return { ...again, message: result.message, problems: all, signature: signed };
  const { ok: _, problems: __, signature: ___, asked, ...sent } = result;
  if (all.length + signed.problems.length + asked.length > 0)
    return { ...again, problems: all, signature: signed, sent };
  return { kind: "sent", ...sent };
}

type Given = { item: string; form: FormData; isSend: boolean };
const revisionIn = (form: FormData, item: string) => Number(form.get(`revision-${item}`)) || 0;

/** With `Send` what stands in the box counts, whatever another window saved; an empty box takes nothing away. */
async function keepText(
  context: HolderContext,
  applicationId: string,
  { item, text, form, isSend }: Given & { text: string },
  held: Held,
): Promise<void> {
  held.typed[item] = text;
  const save = async (revision: number): Promise<DraftRefused | undefined> => {
    const saved = await saveDraft(context, applicationId, { item, text, revision });
    return saved.ok ? undefined : saved;
  };
  let refused = await save(revisionIn(form, item));
  if (refused?.reason === "conflict" && isSend)
    refused = text.trim() === "" ? undefined : await save(refused.detail.revision);
  if (refused?.reason === "closed" && text.trim() !== "") held.late.push({ item, text: typedText(text) });
  else if (refused?.message) held.problems.push({ item, message: refused.message });
}

/** The same of a correction. */
async function keepCorrection(
  context: HolderContext,
  applicationId: string,
  { item, form, isSend }: Given,
  held: Held,
): Promise<void> {
  const typed = typedCorrection(form, item, countryNames);
  held.corrections[item] = typed;
  const save = async (revision: number): Promise<CorrectionRefused | undefined> => {
    const saved = await saveCorrection(context, applicationId, { item, form, revision });
    return saved.ok ? undefined : saved;
  };
  let refused = await save(revisionIn(form, item));
  if (refused?.reason === "conflict" && isSend) refused = await save(refused.detail.revision);
  if (refused?.reason === "closed") held.late.push({ item, text: JSON.stringify(typed) });
  else if (refused?.reason === "invalid")
    held.problems.push(...refused.detail.problems.map((problem) => ({ item, ...problem })));
  else if (refused?.message) held.problems.push({ item, message: refused.message });
}
