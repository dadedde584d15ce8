import type { CheckedNote } from "../settings/checked-note";

/** `Checked on October 1, 2026 (official source)`. */
export function CheckedOn({ note }: { note: CheckedNote | null }) {
  if (!note) return null;
  return (
    <span className="mt-2 block text-sm text-stone">
      {note.text}
      {note.source ? (
        <>
          {" "}
          (
          <a href={note.source} rel="noopener" className="font-medium text-sea-ink underline underline-offset-4">
            official source
          </a>
          )
        </>
      ) : null}
    </span>
  );
}
