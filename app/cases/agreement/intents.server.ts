import { data, redirect } from "react-router";
import { normalizeLine, stripInvalidCharacters } from "~/core/text-input";
import { formStatusOf } from "~/core/verbs/refused";
import { confirmingInput, readConfirmed } from "~/form-engine/confirmed-part";
import { changedMessage, type SigningProblems, signAgreement } from "./sign-agreement.server";
import { withdrawSignature } from "./withdraw-signature.server";

/** A question about the name that was typed, with the checkbox that confirms it: the page has no form engine. */
export type ConfirmName = { sentence: string; input: string; mark: string };

/** Why a form of the page changed nothing, with what was typed into it. */
export type RefusedForm = {
  message: string;
  problems: SigningProblems;
  asked: ConfirmName[];
  typed: { agrees: boolean; name: string };
  /** Refused was a withdrawal, not a signature. */
  isWithdrawal?: true;
};

type SentForm = {
  context: { address: string; browser: string; holder: string };
  id: string;
  form: FormData | URLSearchParams;
};

/** Redirects to the page, which says what was done, or returns why nothing was. */
type Intent = (sent: SentForm) => Promise<ReturnType<typeof data<RefusedForm>>>;

const textIn = (form: SentForm["form"], name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

const sign: Intent = async ({ context, id, form }) => {
  const name = normalizeLine(textIn(form, "signature"));
  const typed = { agrees: textIn(form, "agrees") === "yes", name };
  const [attempt, sha256] = [textIn(form, "attempt"), textIn(form, "sha256")];
  const result = await signAgreement(context, id, { attempt, sha256, ...typed, confirmed: readConfirmed(form) });
  if (result.ok) throw redirect(`/apply/${id}/agreement?done=signed`);
  if (result.reason === "forbidden") throw redirect(`/apply/${id}`);
  const { problems, asked: questions } = result.reason === "invalid" ? result.detail : { problems: {}, asked: [] };
  const asked = questions.map(({ key, mark, sentence }) => ({ sentence, mark, input: confirmingInput(key) }));
  // The new text has to be agreed to again.
  const agrees = typed.agrees && result.message !== changedMessage;
  const shown = { ...typed, agrees, name: stripInvalidCharacters(name) };
  return data<RefusedForm>({ message: result.message, problems, asked, typed: shown }, formStatusOf(result));
};

const nothingTyped = { agrees: false, name: "" };

const withdraw: Intent = async ({ context, id, form }) => {
  const result = await withdrawSignature(context, id, { signature: textIn(form, "signature") });
  if (result.ok) throw redirect(`/apply/${id}/agreement?done=withdrawn`);
  if (result.reason === "forbidden") throw redirect(`/apply/${id}`);
  const refused = {
    message: result.message,
    problems: {},
    asked: [],
    typed: nothingTyped,
    isWithdrawal: true,
  } as const;
  return data<RefusedForm>({ ...refused, asked: [] }, formStatusOf(result));
};

/** The forms of the page by their button's value. */
export const intents: Readonly<Partial<Record<string, Intent>>> = { sign, withdraw };
