import { z } from "zod";
import type { HolderContext } from "~/applications/access/as-holder.server";
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
import { attachToItem, removeFromItem } from "./draft-files.server";
import type { AnswerProblem } from "./drafted-items.server";
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
      signature: { given: Signature; problems: Problem[]; asked: Asked[] };
      sent?: Sent;
    };

type Held = {
  problems: AnswerProblem[];
  typed: Record<string, string>;
  corrections: Record<string, Changes>;
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
  const signature = { given: signatureIn(form), problems: [] as Problem[], asked: [] as Asked[] };
  const held: Held = { problems: [], typed: {}, corrections: {}, late: [], kept: 0 };
  const refused = (message: string) => {
    const { problems, typed, corrections } = held;
    return { kind: "refused" as const, message, problems, typed, corrections, signature };
  };
  if (known.size === 0) return refused(nothingOpen);
  if (!(await keepTyped(context, applicationId, { shown, form, isSend }, held))) return refused("");
  for (const item of shown) {
    const files = form.getAll(`file-${item}`).filter(isChosen);
    for (const [index, file] of files.entries()) {
      const given = { item, file, attempt: `${attempt} ${index}`, isSend };
      const stored = await attachToItem(context, applicationId, given);
      if (stored.ok) held.kept += stored.kept ? 1 : 0;
      else held.problems.push({ item, message: `${file.name}: ${stored.message || "Failed to upload file"}` });
    }
  }
  const remove = form.get("remove");
  if (remove) await removeFromItem(context, applicationId, remove);
  const { problems, late, kept } = held;
  if (!isSend) {
    for (const { item } of late)
      problems.push({ item, message: "This is no longer open. If you send it, we’ll keep it as a message." });
    const keptAlone = kept > 0 ? { sent: 0, of: 0, kept, left: [] } : undefined;
    if (problems.length > 0) return { ...refused(""), ...(keptAlone && { sent: keptAlone }) };
    if (keptAlone) return { kind: "sent", ...keptAlone };
    const pressed = pressedIn(form);
    return pressed ? { kind: "pressed", input: pressed.input } : { kind: "saved" };
  }
  const wrong = problems.map(({ item }) => item);
  const given = { attempt, shown, late, held: wrong, signature: signature.given };
  const result = await sendAnswers(context, applicationId, given);
  const lacking = result.ok ? result : result.reason === "invalid" ? result.detail : undefined;
  const all = [...problems, ...(lacking?.problems ?? []).filter(({ item }) => !wrong.includes(item))];
  const signed = { ...signature, problems: lacking?.signature ?? [], asked: lacking?.asked ?? [] };
  if (!result.ok) return { ...refused(result.message), problems: all, signature: signed };
  const { ok: _, problems: __, signature: ___, asked, ...sent } = result;
  if (all.length + signed.problems.length + asked.length > 0)
    return { ...refused(""), problems: all, signature: signed, sent };
  return { kind: "sent", ...sent };
}

type Typed = { shown: readonly string[]; form: FormData; isSend: boolean };

/** Saves all texts and corrections in one transaction; false if this browser does not hold the case. */
async function keepTyped(
  context: HolderContext,
  applicationId: string,
  { shown, form, isSend }: Typed,
  held: Held,
): Promise<boolean> {
  const inputs = shown.flatMap((item) => {
    const given = { item, revision: Number(form.get(`revision-${item}`)) || 0, isSend };
    const text = form.get(`text-${item}`);
    return [
      ...(form.has(fieldsInput(item)) ? [{ ...given, form }] : []),
      ...(typeof text === "string" ? [{ ...given, text }] : []),
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
      held.typed[item] = input.text;
      late = input.text.trim() === "" ? "" : normalizeText(input.text);
    } else {
      held.corrections[item] = typedCorrection(form, item, countryNames);
      late = JSON.stringify(held.corrections[item]);
    }
    if (!saved || saved.ok) continue;
    if (saved.reason === "closed" && late !== "") held.late.push({ item, text: late });
    else if (saved.reason === "invalid" && saved.detail)
      held.problems.push(...saved.detail.problems.map((problem) => ({ item, ...problem })));
    else if (saved.message) held.problems.push({ item, message: saved.message });
  }
  return true;
}
