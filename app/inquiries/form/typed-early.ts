import { type InquiryName, type InquiryValues, readInquiryForm } from "~/inquiries/inquiry";

/** What the form says otherwise than it was sent: typed before its script was there, which it has to survive. */
export function typedEarly(form: HTMLFormElement, sent: InquiryValues): Partial<InquiryValues> {
  const typed = readInquiryForm(new FormData(form));
  const names = Object.keys(typed) as InquiryName[];
  return Object.fromEntries(names.filter((name) => typed[name] !== sent[name]).map((name) => [name, typed[name]]));
}

export type Place = { id: string; from: number | null; to: number | null };

/** The field of the form in which somebody is, and where in its text. */
export function placeIn(form: HTMLFormElement | null): Place | undefined {
  const field = document.activeElement;
  if (!field?.id || !form?.contains(field)) return undefined;
  const text = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field : undefined;
  return { id: field.id, from: text?.selectionStart ?? null, to: text?.selectionEnd ?? null };
}

export function returnTo({ id, from, to }: Place): void {
  const field = document.getElementById(id);
  field?.focus({ preventScroll: true });
  // Fields that are no text have no place in it.
  const text = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field : undefined;
  if (text && from !== null && text.selectionStart !== null) text.setSelectionRange(from, to);
}
