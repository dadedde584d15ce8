import type { OwnerFormResult } from "~/accounts/owners/owned";
import type { ViewFormResult } from "~/accounts/views/view-form.server";
import type { ReplyFormResult } from "./replies/reply-answer";

/** What a form of the desk's inquiries is answered with. */
export type InquiryFormResult = {
  /** For the person; null when it is done, or when nothing is to be said. */
  problem?: string | null;
  /** Of a form that assigns or dates. */
  owned?: OwnerFormResult;
  /** Of a form of the saved views. */
  viewed?: ViewFormResult;
  /** What more there is to say of the problem. */
  detail?: string;
  /** How many inquiries have another status now. */
  changed?: number;
  /** The notes are saved, in this revision. */
  revision?: number;
  /** Somebody else saved other notes meanwhile; nothing was overwritten. */
  conflict?: { typed: string; stored: string; revision: number; by: string | null };
  /** Notes that could not be saved: they stay in their field. */
  typed?: string;
  /** A form of the thread that was not taken. */
  reply?: ReplyFormResult;
};

/** The words of the specification, and two of ours (A-INQ-22, A-INQ-24, A-INQ-25). */
export const inquiryProblems = {
  status: "Failed to update inquiry status",
  stale: "Somebody else changed it in the meantime; the page shows what it is now. Nothing was overwritten.",
  notes: "Failed to update admin notes",
  delete: "Failed to delete inquiry",
  none: "Please choose at least one inquiry.",
  noStatus: "Please select a status.",
} as const;

/** The input by which a form says which status of an inquiry it was made from: its id and the status. */
export const seenInput = "seen";
export const seenStatus = ({ id, status }: { id: string; status: string }) => `${id} ${status}`;

/** The input by which a script says that it wants the outcome, not a page. */
export const quietInput = "quiet";

/** The form as a script sends it. */
export function quietly(form: HTMLFormElement, submitter: HTMLElement | null = null): FormData {
  const fields = new FormData(form, submitter);
  fields.set(quietInput, "yes");
  return fields;
}
