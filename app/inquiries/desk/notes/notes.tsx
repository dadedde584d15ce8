import { Check, CircleAlert } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { nassauTime } from "~/core/time";
import type { InquiryDetail } from "~/inquiries/desk/detail.server";
import { type InquiryFormResult, inquiryProblems, quietly } from "~/inquiries/desk/forms";
import { Button } from "~/ui/button";
import { Textarea } from "~/ui/forms/input";
import { useToast } from "~/ui/notices/toast";
import { StaffName } from "~/ui/staff-name";
import { NotesConflict } from "./notes-conflict";

export type NotesFormProps = {
  inquiry: InquiryDetail["inquiry"];
  /** The admin that the page was rendered for. */
  writer: string;
  savedBy: InquiryDetail["notesBy"];
  /** The result of a form without JavaScript. */
  answer: InquiryFormResult | undefined;
};

/** Notes, and the stored revision that they are based on. */
type Base = { text: string; revision: number };

/**
 * The notes of an inquiry, saved on blur; without JavaScript by a button. A failed save keeps the text and says so;
 * other notes saved by somebody else meanwhile are shown next to one's own.
 */
export function NotesForm({ inquiry, writer, savedBy, answer }: NotesFormProps) {
  const fetcher = useFetcher<InquiryFormResult>();
  const { show } = useToast();
  const form = useRef<HTMLFormElement>(null);
  const latest = fetcher.data ?? answer;
  const [settled, setSettled] = useState<InquiryFormResult>();
  const conflict = latest === settled ? undefined : latest?.conflict;
  const stored: Base = { text: inquiry.adminNotes ?? "", revision: inquiry.notesRevision };
  const [base, setBase] = useState<Base>(conflict ? { text: conflict.stored, revision: conflict.revision } : stored);
  const [text, setText] = useState(conflict?.typed ?? latest?.typed ?? stored.text);
  const saving = fetcher.state !== "idle";
  const dirty = text.trim() !== base.text.trim();

  function save() {
    if (form.current) fetcher.submit(quietly(form.current), { method: "post", preventScrollReset: true });
  }
  function restoreOwn() {
    setSettled(latest);
    setText(base.text);
  }

  const { text: storedText, revision: storedRevision } = stored;
  // Take over reloaded notes, unless something was typed: that is based on the older revision and must be saved with
  // it.
  useEffect(() => {
    if (storedRevision <= base.revision || dirty || saving) return;
    setBase({ text: storedText, revision: storedRevision });
    setText(storedText);
  }, [storedText, storedRevision, base, dirty, saving]);

  const sent = useRef("");
  if (fetcher.formData) sent.current = String(fetcher.formData.get("notes") ?? "");
  useEffect(() => {
    const answered = fetcher.data;
    if (!answered) return;
    if (answered.problem) show({ tone: "error", title: answered.problem, message: answered.detail });
    if (answered.revision !== undefined) setBase({ text: sent.current, revision: answered.revision });
    if (answered.conflict) setBase({ text: answered.conflict.stored, revision: answered.conflict.revision });
  }, [fetcher.data, show]);

  useNotesAtEnd(form, dirty && !conflict);

  // Null: the request failed, which the form shows itself.
  const failed = (fetcher.data === null || Boolean(latest?.problem)) && dirty && !saving;
  return (
    <section aria-labelledby="notes-title" className="rounded-xl border border-line bg-sand p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="notes-title" className="text-lg">
          Admin Notes
        </h2>
        <SaveStatus saving={saving} failed={failed} saved={fetcher.data?.revision !== undefined && !dirty} />
      </div>
      {conflict ? <NotesConflict conflict={conflict} busy={saving} onTake={restoreOwn} /> : null}
      <fetcher.Form
        ref={form}
        method="post"
        id="notes-form"
        data-keep="notes"
        data-saves-itself={conflict ? undefined : ""}
        data-failed={inquiryProblems.notes}
        className="mt-2"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <input type="hidden" name="intent" value="notes" />
        <input type="hidden" name="revision" value={base.revision} />
        <input type="hidden" name="writer" value={writer} />
        <Textarea
          name="notes"
          size="sm"
          rows={5}
          maxLength={10_000}
          aria-labelledby="notes-title"
          aria-describedby="notes-hint"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={() => {
            if (dirty && !saving && !conflict) save();
          }}
        />
        <p id="notes-hint" className="mt-1.5 text-xs text-stone">
          Staff only. Saved when you leave the field.
          {savedBy ? ` Last saved ${nassauTime(savedBy.at)}` : ""}
          {savedBy?.by ? (
            <>
              {" "}
              by <StaffName name={savedBy.by} email={savedBy.byEmail} />
            </>
          ) : null}
          {savedBy ? "." : ""}
        </p>
        <div className="mt-3 hidden noscript:block">
          <Button type="submit" variant="outline" size="sm">
            Save notes
          </Button>
        </div>
        {failed && latest?.detail ? <p className="mt-1.5 text-sm text-error">{latest.detail}</p> : null}
        {failed && latest?.problem ? (
          <Button type="submit" size="sm" className="mt-3">
            Try again
          </Button>
        ) : null}
      </fetcher.Form>
    </section>
  );
}

function SaveStatus({ saving, failed, saved }: { saving: boolean; failed: boolean; saved: boolean }) {
  return (
    <p role="status" className="text-xs font-semibold">
      {saving ? (
        <span className="text-stone">Saving…</span>
      ) : failed ? (
        <span className="inline-flex items-center gap-1 text-error">
          <CircleAlert aria-hidden className="size-4" />
          Not saved
        </span>
      ) : saved ? (
        <span className="inline-flex items-center gap-1 text-success">
          <Check aria-hidden className="size-4" />
          Saved
        </span>
      ) : null}
    </p>
  );
}

/** Sends unsaved notes by `sendBeacon` when their page is closed. */
function useNotesAtEnd(form: RefObject<HTMLFormElement | null>, unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const send = () => {
      if (form.current) navigator.sendBeacon(window.location.href, quietly(form.current));
    };
    window.addEventListener("pagehide", send);
    return () => window.removeEventListener("pagehide", send);
  }, [form, unsaved]);
}
