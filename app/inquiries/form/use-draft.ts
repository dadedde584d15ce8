import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { emptyInquiry, type InquiryName, type InquiryValues, notSureYet, readInquiryForm } from "~/inquiries/inquiry";
import { type Attempt, dropDraft, readDraft, storeDraft } from "./client";
import type { InquiryAnswer } from "./request.server";
import { useUploads } from "./use-uploads";

export type InquiryDraft = ReturnType<typeof useInquiryDraft>;

const noAttempt: Attempt = { key: "", content: "" };

/** The initial values, and the draft in this tab, stored until the form is sent. */
export function useInquiryDraft(service: string, answered: InquiryAnswer | undefined) {
  const fresh = { ...emptyInquiry, visaService: service || notSureYet };
  const returned = answered?.result.ok && answered.result.reference !== undefined ? undefined : answered;
  const [start, setStart] = useState<{ round: number; values: InquiryValues; unfolded: boolean }>({
    round: 0,
    values: returned?.values ?? fresh,
    unfolded: false,
  });
  const files = useUploads(returned?.files ?? []);
  const form = useRef<HTMLFormElement>(null);
  const attempt = useRef(noAttempt);
  const cursor = useRef<Cursor>(undefined);

  function save() {
    const unfinished = files.unfinished.map(({ name, size }) => ({ name, size }));
    const draft = { files: files.stored, unfinished, attempt: attempt.current, service };
    if (form.current) storeDraft(form.current, draft);
  }
  /** After sending: an empty form with a new key. */
  function clear() {
    dropDraft();
    attempt.current = noAttempt;
    files.replace([]);
    setStart(({ round }) => ({ round: round + 1, values: fresh, unfolded: false }));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration.
  useEffect(() => {
    const draft = answered ? undefined : readDraft();
    if (answered) dropDraft();
    const early = form.current ? valuesTypedEarly(form.current, start.values) : {};
    if (!draft) {
      if (Object.keys(early).length === 0) return;
      return save();
    }
    attempt.current = draft.attempt ?? attempt.current;
    // A link from another service's page replaces the service of the draft.
    const visaService = service !== draft.service ? service || draft.values.visaService : draft.values.visaService;
    const values = { ...fresh, ...draft.values, visaService, ...early };
    cursor.current = cursorIn(form.current);
    setStart({ round: 1, values, unfolded: form.current?.querySelector("details")?.open ?? false });
    files.restore(draft.files, draft.unfinished ?? []);
  }, []);
  // The restored draft renders a new form: restore focus and caret.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form is replaced.
  useLayoutEffect(() => {
    if (cursor.current) returnTo(cursor.current);
    cursor.current = undefined;
  }, [start.round]);

  const chosen = [...files.stored.map(({ id }) => id), "", ...files.unfinished.map(({ key }) => key)].join(" ");
  const savedChoice = useRef(chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the set of files changes.
  useEffect(() => {
    if (savedChoice.current === chosen) return;
    savedChoice.current = chosen;
    if (chosen.trim() || readDraft()) save();
  }, [chosen]);

  return { start, files, form, attempt, save, clear };
}

/** Values typed before hydration, to be restored after it. */
function valuesTypedEarly(form: HTMLFormElement, sent: InquiryValues): Partial<InquiryValues> {
  const values = readInquiryForm(new FormData(form));
  const names = Object.keys(values) as InquiryName[];
  return Object.fromEntries(names.filter((name) => values[name] !== sent[name]).map((name) => [name, values[name]]));
}

type Cursor = { id: string; from: number | null; to: number | null };

/** The focused field of the form, and its selection. */
function cursorIn(form: HTMLFormElement | null): Cursor | undefined {
  const field = document.activeElement;
  if (!field?.id || !form?.contains(field)) return undefined;
  const text = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field : undefined;
  return { id: field.id, from: text?.selectionStart ?? null, to: text?.selectionEnd ?? null };
}

function returnTo({ id, from, to }: Cursor): void {
  const field = document.getElementById(id);
  field?.focus({ preventScroll: true });
  // Only text fields have a selection.
  const text = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field : undefined;
  if (text && from !== null && text.selectionStart !== null) text.setSelectionRange(from, to);
}
