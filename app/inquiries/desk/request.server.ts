import { data, redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import { handleOwnerForm } from "~/accounts/owners/owner-form.server";
import type { StaffContext } from "~/accounts/staff.server";
import { stripInvalidCharacters } from "~/core/text-input";
import { statusOf } from "~/core/verbs/refused";
import { log } from "~/log.server";
import { readForm } from "~/request-bodies/read-form.server";
import { type InquiryFormResult, inquiryProblems, quietInput, seenInput } from "./forms";
import { saveNotes } from "./notes/save-notes.server";
import { setInquiryPriority } from "./set-priority.server";
import { setInquiryStatus } from "./set-status.server";

/**
 * Handles the forms of the desk's inquiries: status, priority, notes. A form sent by script (`quiet`) gets the result;
 * others redirect to their page. `id`: the inquiry of a detail page; a list's forms contain theirs, and `others`
 * handles the list's own forms.
 */
export async function handleInquiryForm<Extra = never>(
  context: StaffContext,
  request: Request,
  here: string,
  id?: string,
  handleOther?: (form: FormData) => Promise<Extra | null>,
) {
  const form = await readForm(request);
  const by = { ...context, attempt: form.get("attempt") };
  const answered = (await handleOwnerForm("inquiry", by, form, id)) ?? (await handleOther?.(form)) ?? null;
  if (answered) return answered;
  const inquiryIds = id ? [id] : form.getAll("inquiry").map(String);
  const [inquiryId] = inquiryIds;
  const done = (result: InquiryFormResult) => {
    if (form.has(quietInput)) return data(result);
    const hash = !id && inquiryIds.length === 1 ? `#inquiry-${inquiryId}` : "";
    throw redirect(`${here}${hash}`, { headers: { "Set-Cookie": flash("inquiry-saved") } });
  };
  switch (form.get("intent")) {
    case "status": {
      const status = form.get("status");
      if (inquiryIds.length === 0) return data<InquiryFormResult>({ problem: inquiryProblems.none }, 400);
      if (status === "") return data<InquiryFormResult>({ problem: inquiryProblems.noStatus }, 400);
      const seen = Object.fromEntries(form.getAll(seenInput).map((pair) => String(pair).split(" ", 2)));
      const result = await setInquiryStatus(by, { inquiryIds, status, seen });
      if (result.ok) return done({ problem: null, changed: result.changed });
      const more = result.reason === "conflict" ? { detail: inquiryProblems.stale } : {};
      return data<InquiryFormResult>({ problem: inquiryProblems.status, ...more }, statusOf(result));
    }
    case "priority": {
      const result = await setInquiryPriority(by, { inquiryId, priority: form.get("priority") });
      if (result.ok) return done({ problem: null });
      // The form shows the message.
      log.warn({ inquiryId, reason: result.reason }, "the priority of an inquiry was not changed");
      return data<InquiryFormResult>({ problem: null }, statusOf(result));
    }
    case "notes": {
      const notes = String(form.get("notes") ?? "");
      const [revision, writer] = [form.get("revision"), form.get("writer")];
      const result = await saveNotes(by, { inquiryId, notes, revision, writer });
      if (result.ok) return done({ problem: null, revision: result.revision });
      const status = statusOf(result);
      if (result.detail)
        return data<InquiryFormResult>({ problem: null, conflict: { typed: notes, ...result.detail } }, status);
      const more = result.message ? { detail: result.message } : {};
      return data<InquiryFormResult>(
        { problem: inquiryProblems.notes, typed: stripInvalidCharacters(notes), ...more },
        status,
      );
    }
    default:
      throw data(null, 400);
  }
}
