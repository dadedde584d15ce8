import type { OwnerFormResult } from "~/accounts/owners/owned";
import type { ViewFormResult } from "~/accounts/views/view-form.server";
import type { ReplyFormResult } from "./replies/reply-answer";

export type InquiryFormResult = {
  /** A message; null on success, or if there is nothing to say. */
  problem?: string | null;
  /** Result of a form that sets owner or due date. */
  owned?: OwnerFormResult;
  /** Result of a form of the saved views. */
  viewed?: ViewFormResult;
  /** Details of the problem. */
  detail?: string;
  /** How many inquiries changed their status. */
  changed?: number;
  /** The revision of the saved notes. */
  revision?: number;
  /** Somebody else saved different notes meanwhile; nothing was overwritten. */
  conflict?: { typed: string; stored: string; revision: number; by: string | null; byEmail: string | null };
  /** Notes that could not be saved: they remain in their field. */
  typed?: string;
  reply?: ReplyFormResult;
};

/** Messages by the specification, and two of our own. */
export const inquiryProblems = {
  status: "Failed to update inquiry status",
  stale: "Someone else has changed this. This page shows it as it is now. Nothing was overwritten.",
  notes: "Failed to update admin notes",
  delete: "Failed to delete inquiry",
  none: "Please choose at least one inquiry.",
  noStatus: "Please select a status.",
} as const;

/** The input with an inquiry's id and the status that the form was made from. */
export const seenInput = "seen";
export const seenStatus = ({ id, status }: { id: string; status: string }) => `${id} ${status}`;

/** Set by a script that wants the result as data instead of a redirect. */
export const quietInput = "quiet";

/** The form's data as a script sends it. */
export function quietly(form: HTMLFormElement, submitter: HTMLElement | null = null): FormData {
  const fields = new FormData(form, submitter);
  fields.set(quietInput, "yes");
  return fields;
}
