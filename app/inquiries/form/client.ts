import { refuse } from "~/core/verbs/refused";
import { type InquiryFile, type InquiryValues, inquiryInputs, readInquiryForm } from "~/inquiries/inquiry";
import type { InquiryResult } from "./send-inquiry.server";

export const failedToSend = "Failed to submit your inquiry. Please try again.";

/** Sends the form's current values, with the ids of uploaded files. Never throws. */
export async function sendInquiryForm(
  form: HTMLFormElement,
  { documents, attempt }: { documents: string[]; attempt: string },
): Promise<InquiryResult> {
  const body = contentOf(form, documents);
  body.set(inquiryInputs.attempt, attempt);
  try {
    const response = await fetch("/contact/send", { method: "POST", body, credentials: "same-origin" });
    if (response.headers.get("content-type")?.includes("json")) return (await response.json()) as InquiryResult;
  } catch {
    // A network failure is reported like any other.
  }
  return refuse("failed");
}

/** The content without the idempotency key, to compare: equal content uses the same key. */
export function contentOf(form: HTMLFormElement, documents: string[]): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
  body.delete(inquiryInputs.document);
  for (const id of documents) body.append(inquiryInputs.document, id);
  return body;
}

export type Attempt = { key: string; content: string };

/** The typed values, uploaded and pending files, and the service. */
export type Draft = {
  values: InquiryValues;
  files: InquiryFile[];
  unfinished?: readonly { name: string; size: number }[];
  /** The latest attempt, whose response may have been lost: the same content again uses its key. */
  attempt?: Attempt;
  service: string;
};

const storageKey = "lucaya-inquiry";

/** Stores the draft in `sessionStorage`, for a reload or a discarded tab. Does nothing if storage is forbidden. */
export function storeDraft(form: HTMLFormElement, rest: Omit<Draft, "values">): void {
  const draft: Draft = { values: readInquiryForm(new FormData(form)), ...rest };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden.
  }
}

export function readDraft(): Draft | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as Draft | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is forbidden, so there is no draft.
  }
}
