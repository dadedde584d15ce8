import { NotebookPen } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { nassauTime } from "~/core/time";
import { Button } from "~/ui/button";
import { EditorFold } from "~/ui/editor-fold";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { MessageBanner } from "~/ui/notices/banner";
import { StaffName } from "~/ui/staff-name";
import type { ApplicationDetail } from "../../case-data/case.server";
import { maxNoteLength } from "../../case-data/note-length";

/** A note that was not saved: its id, whether it was being edited, the reason, and the typed text. */
export type NoteProblem = { note: string; editing: boolean; message: string; text: string };
type Shown = Pick<ApplicationDetail, "notes" | "newNote"> & { problem: NoteProblem | undefined };

/** Staff's notes: everybody at the desk reads and writes them, applicants never see them. */
export function Notes({ notes, newNote, problem }: Shown) {
  const adding = problem && !problem.editing ? problem : undefined;
  // Clear the field only once its own note is in the list.
  const [writing, setWriting] = useState(newNote);
  if (notes.some(({ id }) => id === writing)) setWriting(newNote);
  return (
    <section aria-labelledby="notes">
      <h2 id="notes" className="scroll-mt-16 text-xl lg:scroll-mt-4">
        Notes
      </h2>
      <p className="text-xs text-stone">Staff only. The applicant never sees these.</p>
      {notes.length > 0 ? (
        <ul className="mt-2 grid gap-2">
          {notes.map((note) => (
            <Note
              key={note.id}
              note={note}
              problem={problem?.note === note.id && problem.editing ? problem : undefined}
            />
          ))}
        </ul>
      ) : null}
      <EditorFold
        title="Write a note"
        before={<NotebookPen aria-hidden />}
        opens={adding !== undefined}
        className="mt-3 scroll-mt-16"
      >
        <NoteForm key={writing} id="new-note" note={writing} label="New note" intent="add-note" problem={adding}>
          Add note
        </NoteForm>
      </EditorFold>
    </section>
  );
}

function Note({ note, problem }: { note: Shown["notes"][number]; problem: NoteProblem | undefined }) {
  const details = useRef<HTMLDetailsElement>(null);
  const { revision } = note;
  // Saved: the list shows the new text, so close the editor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new revision: it was saved.
  useEffect(() => {
    if (details.current && !problem) details.current.open = false;
  }, [revision]);
  return (
    <li className="rounded-lg border border-line bg-mist/60 px-3.5 py-2.5">
      <p dir="auto" className="break-words whitespace-pre-line">
        {note.body}
      </p>
      <p className="mt-1 text-xs break-words text-stone">
        <StaffName name={note.author ?? ""} email={note.authorEmail} /> · {nassauTime(note.createdAt)}
        {note.editedAt && note.editor ? (
          <>
            {" · changed by "}
            <StaffName name={note.editor} email={note.editorEmail} />, {nassauTime(note.editedAt)}
          </>
        ) : null}
      </p>
      <details ref={details} open={problem !== undefined} className="mt-0.5">
        <summary className="inline-flex min-h-6 w-fit cursor-pointer items-center rounded-xs text-xs font-semibold text-sea-ink hover:underline">
          Edit<span className="sr-only"> the note of {nassauTime(note.createdAt)}</span>
        </summary>
        <NoteForm
          id={`note-${note.id}`}
          note={note.id}
          revision={revision}
          label="The note"
          intent="edit-note"
          text={note.body}
          problem={problem}
        >
          Save note
        </NoteForm>
      </details>
    </li>
  );
}

type NoteFormProps = {
  id: string;
  note: string;
  revision?: number;
  label: string;
  intent: "add-note" | "edit-note";
  text?: string;
  problem: NoteProblem | undefined;
  children: string;
};

function NoteForm({ id, note, revision, label, intent, text, problem, children }: NoteFormProps) {
  const { formData } = useNavigation();
  const busy = formData?.get("intent") === intent && formData.get("note") === note;
  return (
    <Form
      method="post"
      replace
      preventScrollReset
      data-keep={id}
      data-new={intent === "add-note" ? "note" : undefined}
      className="mt-2 grid gap-2.5"
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="note" value={note} />
      {revision ? <input type="hidden" name="revision" value={revision} /> : null}
      <MessageBanner message={problem?.message} className="bg-white" />
      <Field id={id} label={label} size="sm" labelHidden={intent === "edit-note"}>
        <Textarea name="body" size="sm" rows={3} maxLength={maxNoteLength} defaultValue={problem?.text ?? text} />
      </Field>
      <div>
        <Button type="submit" variant="outline" size="sm" busy={busy} busyLabel="Saving…">
          {children}
        </Button>
      </div>
    </Form>
  );
}
