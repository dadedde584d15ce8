import { refuse } from "~/core/verbs/refused";
import { type InquiryFile, type InquiryValues, inquiryInputs, readInquiryForm } from "~/inquiries/inquiry";
import type { InquiryResult } from "./send-inquiry.server";

export const failedToSend = "Failed to submit your inquiry. Please try again.";

/** Sends the form as it stands, with the files that were sent ahead. Never throws. */
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

/** What is sent, but for the key of the attempt: the same content is the same attempt. */
export function contentOf(form: HTMLFormElement, documents: string[]): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
  body.delete(inquiryInputs.document);
  for (const id of documents) body.append(inquiryInputs.document, id);
  return body;
}

export type Attempt = { key: string; content: string };

/**
 * What was typed in this tab, the files that are stored and those that are not yet, and for which service.
 */
export type Draft = {
  values: InquiryValues;
  files: InquiryFile[];
  unfinished?: readonly { name: string; size: number }[];
  /** The latest attempt to send it, whose answer may have been lost: the same content again is the same attempt. */
  attempt?: Attempt;
  service: string;
};

const storageKey = "lucaya-inquiry";

/** Stores the draft in `sessionStorage`, for a reload or a discarded tab. Does nothing where storage is forbidden. */
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
