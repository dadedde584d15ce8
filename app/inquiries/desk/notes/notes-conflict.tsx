import { Link, useLocation } from "react-router";
import type { InquiryFormResult } from "~/inquiries/desk/forms";
import { Button } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import { StaffName } from "~/ui/staff-name";

export type NotesConflictProps = {
  conflict: NonNullable<InquiryFormResult["conflict"]>;
  busy: boolean;
  /** Called when the admin accepts the saved notes. */
  onTake: () => void;
};

/** Shows both versions of notes that two admins wrote, for the second to choose. Works without JavaScript. */
export function NotesConflict({ conflict: { stored, by, byEmail }, busy, onTake }: NotesConflictProps) {
  const { pathname, search } = useLocation();
  return (
    <div className="mt-3">
      <Banner tone="warning" role="alert" title="Someone else changed these notes" className="bg-white">
        {by ? <StaffName name={by} email={byEmail} /> : "Somebody"} saved different notes while you were writing.
        Nothing was overwritten.
      </Banner>
      <h3 className="mt-4 font-sans text-xs font-semibold tracking-normal text-stone">Saved notes</h3>
      <p
        dir="auto"
        className="mt-1 border-l-2 border-shallows bg-white px-3 py-2 whitespace-pre-line [overflow-wrap:anywhere]"
      >
        {stored || "The notes were cleared."}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" form="notes-form" size="sm" busy={busy}>
          Keep mine
        </Button>
        <Link
          to={`${pathname}${search}`}
          replace
          preventScrollReset
          onClick={onTake}
          className="inline-flex min-h-9 items-center rounded-md border border-edge bg-white px-3 text-sm font-semibold hover:border-navy hover:bg-foam"
        >
          Use the saved ones
        </Link>
      </div>
      <h3 className="mt-4 font-sans text-xs font-semibold tracking-normal text-stone">Yours, not saved yet</h3>
    </div>
  );
}
