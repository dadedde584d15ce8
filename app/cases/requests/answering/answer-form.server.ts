import { z } from "zod";
import type { HolderContext } from "~/applications/access/as-holder.server";
import { type FileProblem, typedFileDatesIn } from "~/applications/required-files/write-file-date.server";
import type { Asked } from "~/applications/steps/contradictions/asked";
import type { Changes } from "~/cases/request-items/corrected";
import { fieldsInput, pressedIn, typedCorrection } from "~/cases/requests/amendments/correcting/typed-correction";
import { type Signature, signatureIn } from "~/cases/requests/amendments/signing/sign-corrections.server";
import { nothingOpen } from "~/cases/requests/request-words";
import { countryNames } from "~/core/countries.server";
import { normalizeText } from "~/core/text-input";
import { isChosen } from "~/documents/file-rules";
import type { Problem } from "~/form-engine/definition";
import { itemIds, saveDrafts } from "./draft.server";
import { attachToItem, keepHintOfItem, moveItemPage, removeFromItem } from "./draft-files.server";
import type { AnswerProblem } from "./drafted-items.server";
import { datesOfUnsent, saveFileDate } from "./save-file-date.server";
import { type Sent, sendAnswers } from "./send.server";

/** Result of the form; `typed` and `corrections` are its input by item, to be shown again. */
export type RequestsFormResult =
  | ({ kind: "sent" } & Sent)
  | { kind: "saved" }
  /** A question's button was clicked without script; `input` is its input. */
  | { kind: "pressed"; input: string }
  | {
      kind: "refused";
      message: string;
      problems: AnswerProblem[];
      typed: Record<string, string>;
      corrections: Record<string, Changes>;
      dates: FileProblem[];
      signature: { values: Signature; problems: Problem[]; asked: Asked[] };
      sent?: Sent;
    };

type CollectedInput = {
  problems: AnswerProblem[];
  typed: Record<string, string>;
  corrections: Record<string, Changes>;
  dates: FileProblem[];
  late: { item: string; text: string }[];
  /** Number of files for closed items that became messages. */
  kept: number;
};

/**
 * Handles the form with all open items: saves its texts as drafts, stores its files one by one, then sends if `Send`
 * was clicked. Input is never lost: it is stored, sent, turned into a message, or returned.
 */
export async function handleRequestsForm(
  context: HolderContext,
  applicationId: string,
  form: FormData,
): Promise<RequestsFormResult> {
  const known = await itemIds(applicationId);
  const shown = [...new Set(form.getAll("item").map(String))].filter((item) => known.has(item));
  const attempt = z.uuid().safeParse(form.get("attempt")).data ?? crypto.randomUUID();
  const isSend = form.get("intent") === "send";
  const signature = { values: signatureIn(form), problems: [] as Problem[], asked: [] as Asked[] };
  const collected: CollectedInput = { problems: [], typed: {}, corrections: {}, dates: [], late: [], kept: 0 };
  const refused = (message: string) => {
    const { problems, typed, corrections, dates } = collected;
    return { kind: "refused" as const, message, problems, typed, corrections, dates, signature };
  };
  if (known.size === 0) return refused(nothingOpen);
  if (!(await saveInput(context, applicationId, { shown, form, isSend }, collected))) return refused("");
  await saveDates(context, applicationId, { shown, form, isSend }, collected);
  for (const item of shown) {
    const files = form.getAll(`file-${item}`).filter(isChosen);
    for (const [index, file] of files.entries()) {
      const upload = { item, file, attempt: `${attempt} ${index}`, isSend };
      const stored = await attachToItem(context, applicationId, upload);
      if (stored.ok) collected.kept += stored.kept ? 1 : 0;
      else collected.problems.push({ item, message: `${file.name}: ${stored.message || "Failed to upload file"}` });
    }
  }
  const remove = form.get("remove");
  if (remove) await removeFromItem(context, applicationId, remove);
  const usedAnyway = form.get("keep-hint");
  if (usedAnyway) await keepHintOfItem(context, applicationId, usedAnyway);
  const [move, documentId] = String(form.get("move") ?? "").split(":");
  if (documentId) await moveItemPage(context, applicationId, { documentId, isUp: move === "up" });
  const { problems, late, kept } = collected;
  if (!isSend) {
    for (const { item } of late)
      problems.push({ item, message: "This is no longer open. If you send it, we’ll keep it as a message." });
    const onlyLate = kept > 0 ? { sent: 0, of: 0, kept, left: [] } : undefined;
    if (problems.length > 0) return { ...refused(""), ...(onlyLate && { sent: onlyLate }) };
    if (onlyLate) return { kind: "sent", ...onlyLate };
    const clicked = pressedIn(form);
    return clicked ? { kind: "pressed", input: clicked.input } : { kind: "saved" };
  }
  const wrong = problems.map(({ item }) => item);
  const input = { attempt, shown, late, refusedItems: wrong, signature: signature.values };
  const result = await sendAnswers(context, applicationId, input);
  const missing = result.ok ? result : result.reason === "invalid" ? result.detail : undefined;
  const all = [...problems, ...(missing?.problems ?? []).filter(({ item }) => !wrong.includes(item))];
  const signed = { ...signature, problems: missing?.signature ?? [], asked: missing?.asked ?? [] };
  if (!result.ok) return { ...refused(result.message), problems: all, signature: signed };
  const { ok: _, problems: __, signature: ___, asked, ...sent } = result;
  if (all.length + signed.problems.length + asked.length > 0)
    return { ...refused(""), problems: all, signature: signed, sent };
  return { kind: "sent", ...sent };
}

/** Saves the dates of files that were not sent yet; one that can't be read is shown again at its file. */
async function saveDates(
  context: HolderContext,
  applicationId: string,
  { shown, form }: SubmittedItems,
  { dates, problems }: CollectedInput,
) {
  for (const typed of await datesOfUnsent(applicationId, typedFileDatesIn(form))) {
    const saved = await saveFileDate(context, applicationId, typed);
    if (saved.ok || saved.reason !== "invalid") continue;
    dates.push(saved.detail);
    // A sent file’s date can’t be corrected, so its item waits.
    if (shown.includes(typed.item)) problems.push({ item: typed.item, message: saved.message });
  }
}

type SubmittedItems = { shown: readonly string[]; form: FormData; isSend: boolean };

/** Saves all texts and corrections in one transaction; false if this browser does not hold the case. */
async function saveInput(
  context: HolderContext,
  applicationId: string,
  { shown, form, isSend }: SubmittedItems,
  collected: CollectedInput,
): Promise<boolean> {
  const inputs = shown.flatMap((item) => {
    const common = { item, revision: Number(form.get(`revision-${item}`)) || 0, isSend };
    const text = form.get(`text-${item}`);
    return [
      ...(form.has(fieldsInput(item)) ? [{ ...common, form }] : []),
      ...(typeof text === "string" ? [{ ...common, text }] : []),
    ];
  });
  if (inputs.length === 0) return true;
  const result = await saveDrafts(context, applicationId, inputs);
  if (!result.ok) return false;
  for (const [index, input] of inputs.entries()) {
    const { item } = input;
    const saved = result.saved[index];
    let late = "";
    if ("text" in input) {
      collected.typed[item] = input.text;
      late = input.text.trim() === "" ? "" : normalizeText(input.text);
    } else {
      collected.corrections[item] = typedCorrection(form, item, countryNames);
      late = JSON.stringify(collected.corrections[item]);
    }
    if (!saved || saved.ok) continue;
    if (saved.reason === "closed" && late !== "") collected.late.push({ item, text: late });
    else if (saved.reason === "invalid" && saved.detail)
      collected.problems.push(...saved.detail.problems.map((problem) => ({ item, ...problem })));
    else if (saved.message) collected.problems.push({ item, message: saved.message });
  }
  return true;
}
