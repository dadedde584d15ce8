import { type InquiryName, type InquiryValues, readInquiryForm } from "~/inquiries/inquiry";

/** Values that differ from the rendered ones: typed before the script ran, and to be restored after hydration. */
export function typedEarly(form: HTMLFormElement, sent: InquiryValues): Partial<InquiryValues> {
  const typed = readInquiryForm(new FormData(form));
  const names = Object.keys(typed) as InquiryName[];
  return Object.fromEntries(names.filter((name) => typed[name] !== sent[name]).map((name) => [name, typed[name]]));
}

export type Place = { id: string; from: number | null; to: number | null };

/** The focused field of the form, and the selection in its text. */
export function placeIn(form: HTMLFormElement | null): Place | undefined {
  const field = document.activeElement;
  if (!field?.id || !form?.contains(field)) return undefined;
  const text = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field : undefined;
  return { id: field.id, from: text?.selectionStart ?? null, to: text?.selectionEnd ?? null };
}

export function returnTo({ id, from, to }: Place): void {
  const field = document.getElementById(id);
  field?.focus({ preventScroll: true });
  // Only text fields have a selection.
  const text = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field : undefined;
  if (text && from !== null && text.selectionStart !== null) text.setSelectionRange(from, to);
}
