import { z } from "zod";
import { fewerPlease, isLongerThan } from "~/core/character-count";
import { invalidCharactersMessage, isValidText, normalizeText, stripInvalidCharacters } from "~/core/text-input";
import type { Transaction } from "~/db/client.server";
import { isChosen } from "~/documents/file-rules";
import { messageDraft } from "~/documents/of-case.server";
import { type CheckedFile, type ReceivedFiles, storeIfRoom } from "~/documents/store.server";
import { type DraftFile, discardDraft, draftsOf, type Writer } from "./drafts.server";
import { emptyMessage, longestMessage, mostFiles, tooManyMessage } from "./message-limits";

/** A sent message form; `intent` differs from `send` if a button only changes the form. */
export type MessageForm = {
  text: string;
  attempt: string | undefined;
  /** Ids of the unsent files that the form showed. */
  drafts: string[];
  /** The file to remove. */
  remove: string | undefined;
  intent: string;
  files: File[];
};

const uuid = z.uuid();

export function readMessageForm(form: FormData): MessageForm {
  const text = form.get("text");
  const remove = uuid.safeParse(form.get("remove")).data;
  return {
    text: typeof text === "string" ? text : "",
    attempt: uuid.safeParse(form.get("attempt")).data,
    drafts: form.getAll("draft").filter((id): id is string => uuid.safeParse(id).success),
    remove,
    intent: remove ? "remove" : String(form.get("intent") ?? "send"),
    files: form.getAll("file").filter(isChosen),
  };
}

/** The content for the idempotency key: a form that was edited after its response was lost is another message. */
export const contentOf = ({ text, drafts, remove, intent }: MessageForm, { checked, refused }: ReceivedFiles): string =>
  JSON.stringify([
    normalizeText(text),
    drafts,
    remove,
    intent,
    checked.map(({ name, sha256 }) => [name, sha256]),
    refused,
  ]);

/** The form to show again: text, problems, and unsent files; `drafts` is null if they did not change. */
export type Unsent = { text: string; problems: { text?: string; files: string[] }; drafts: DraftFile[] | null };

function textProblem(text: string): string | undefined {
  if (!isValidText(text)) return invalidCharactersMessage("The message");
  return isLongerThan(text, longestMessage) ? fewerPlease(longestMessage, text) : undefined;
}

/** A message that can be stored. */
export type Ready = { body: string; files: string[] };

/** Further checks: `mayStore` says why no more files are accepted; `problemOf` checks a valid text. */
type Judges = { mayStore?: () => Promise<string | undefined>; problemOf?: (text: string) => string | undefined };

/**
 * Stores the form's files as unsent ones and validates the form. Accepted files survive even if the rest is refused.
 */
export async function receiveMessageForm(
  tx: Transaction,
  { id }: { id: string },
  writer: Writer,
  form: MessageForm,
  received: ReceivedFiles,
  { mayStore, problemOf }: Judges = {},
): Promise<Ready | Unsent> {
  if (form.remove) await discardDraft(tx, id, writer, form.remove);
  const shown = (await draftsOf(tx, id, writer)).filter((draft) => form.drafts.includes(draft.id));
  const problems: Unsent["problems"] = { files: [...received.refused] };
  const files = shown.map((draft) => draft.id);
  const isThere = (file: CheckedFile) => shown.some(({ sha256, name }) => sha256 === file.sha256 && name === file.name);
  for (const file of received.checked) {
    if (isThere(file)) continue;
    if (files.length >= mostFiles) {
      problems.files.push(tooManyMessage);
      break;
    }
    const refused = await mayStore?.();
    const stored = refused ?? (await storeIfRoom(tx, documentOf(id, writer, file)));
    if (typeof stored === "string") problems.files.push(stored);
    else if ("full" in stored) problems.files.push(`${file.name}: ${stored.full}`);
    else files.push(stored.id);
  }
  if (files.length > mostFiles) problems.files.push(tooManyMessage);
  for (const { name, scan } of shown)
    if (scan === "infected")
      problems.files.push(`${name}: We found a virus in this file. Please remove it, then send your message.`);

  const body = normalizeText(form.text);
  const isEmpty = body === "" && files.length === 0 && problems.files.length === 0;
  const wrong =
    form.intent === "send" ? (textProblem(body) ?? (isEmpty ? emptyMessage : problemOf?.(body))) : undefined;
  if (wrong) problems.text = wrong;
  if (form.intent === "send" && !wrong && problems.files.length === 0) return { body, files };
  return { text: stripInvalidCharacters(form.text), problems, drafts: await shownDrafts(tx, id, writer) };
}

const documentOf = (applicationId: string, { side, owner }: Writer, file: CheckedFile) => ({
  applicationId,
  documentType: messageDraft[side],
  file,
  uploadedBy: owner,
  byOffice: side === "office",
});

export async function shownDrafts(...args: Parameters<typeof draftsOf>): Promise<DraftFile[]> {
  return (await draftsOf(...args)).map(({ id, name, bytes, scan }) => ({ id, name, bytes, scan }));
}
