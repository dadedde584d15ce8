import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { newIdempotencyKey } from "~/core/idempotency-key";
import { isChosen } from "~/documents/file-rules";
import { notSaved, trackScriptedSubmit } from "~/ui/forms/recovery/form-tracker";
import type { Unsent } from "./message-form.server";
import { mostBytes, mostFiles, tooHeavyMessage, tooManyMessage } from "./message-limits";

const noLine = "You’re offline. Your message is still here. Please try again when you’re back online.";
const refused = "We couldn’t send your message. It’s still here. Please try again.";

type Answer = { ok: true } | { ok: false; message?: string; unsent?: Unsent };
type Problems = Unsent["problems"];

/** Whether text and files are unchanged since the send: what was added in the meantime must stay. */
function asSent(formElement: HTMLFormElement, sent: FormData) {
  const [text, chooser] = [formElement.elements.namedItem("text"), formElement.elements.namedItem("file")];
  const chosen = chooser instanceof HTMLInputElement ? [...(chooser.files ?? [])] : [];
  const keyOf = (files: readonly FormDataEntryValue[]) =>
    JSON.stringify(files.flatMap((file) => (isChosen(file) ? [[file.name, file.size]] : [])));
  return {
    text: text instanceof HTMLTextAreaElement && text.value === sent.get("text"),
    files: keyOf(chosen) === keyOf(sent.getAll("file")),
  };
}

/**
 * Sends a message's form by script, so that its text stays until it was sent. Calls `waits` before each. `round` is the
 * key of the text field and `tries` that of the file input: a new one remounts it empty.
 */
export function useMessage(action: string, first: string, initial: Unsent | undefined, waits?: () => Promise<boolean>) {
  const { revalidate } = useRevalidator();
  const [attempt, setAttempt] = useState(first);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>(initial?.problems ?? { files: [] });
  const [drafts, setDrafts] = useState(initial?.drafts ?? null);
  const [counts, setCounts] = useState({ round: 0, tries: 0 });
  const [status, setStatus] = useState("");

  async function answerTo(form: FormData): Promise<Answer> {
    const files = form.getAll("file").filter(isChosen);
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    const tooMuch = files.length > mostFiles ? tooManyMessage : bytes > mostBytes ? tooHeavyMessage : "";
    if (tooMuch) return { ok: false, unsent: { text: "", problems: { files: [tooMuch] }, drafts: null } };
    try {
      if (waits && !(await waits())) {
        // Another admin signed in from another tab: reload the page as theirs.
        await revalidate();
        return { ok: false, message: refused };
      }
      const response = await fetch(`${action}/send`, { method: "POST", body: form });
      const isJson = response.headers.get("content-type")?.startsWith("application/json");
      return isJson ? await response.json() : { ok: false, message: refused };
    } catch {
      return { ok: false, message: noLine };
    }
  }

  /** Clears the fields that are unchanged since the send: both, or the file input alone. */
  function renew(formElement: HTMLFormElement, form: FormData, only?: "file") {
    const { text, files } = asSent(formElement, form);
    setCounts(({ round, tries }) => ({ round: round + Number(text && !only), tries: tries + Number(files) }));
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { nativeEvent, currentTarget } = event;
    if (busy) return;
    const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    const form = new FormData(currentTarget, button);
    setBusy(true);
    setStatus("");
    const sent = trackScriptedSubmit(currentTarget, form.get("attempt"));
    const answer = await answerTo(form);
    if (answer.ok) sent.answered(200);
    else if (answer.unsent) sent.answered(422);
    else sent.failed(notSaved);
    if (answer.ok) {
      await revalidate();
      setProblems({ files: [] });
      setDrafts([]);
      setAttempt(newIdempotencyKey());
      renew(currentTarget, form);
      setStatus("Your message was sent.");
    } else {
      const { problems: found, drafts: stored } = answer.unsent ?? {
        // At the desk the form itself shows the message.
        problems: { ...(sent.isKept ? {} : { text: answer.message || refused }), files: [] },
        drafts: null,
      };
      setProblems(found);
      // The accepted files are stored: clear the file input.
      if (stored) {
        setDrafts(stored);
        renew(currentTarget, form, "file");
      }
      if (form.has("remove")) setStatus("The file was removed.");
    }
    setBusy(false);
  }

  return { attempt, busy, problems, drafts, ...counts, status, send };
}
