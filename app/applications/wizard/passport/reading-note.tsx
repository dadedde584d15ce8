import type { PassportReadingState } from "~/db/schema/values";
import { Button } from "~/ui/button";

type ReadingNoteProps = {
  application: string;
  /** Undefined for a file that is not read. */
  state: PassportReadingState | undefined;
  /** Something else was noticed about the picture. */
  isHinted: boolean;
};

/** How far the reading of a passport page is, below its file. Nothing to say once it is read: the box says it. */
export function ReadingNote({ application, state, isHinted }: ReadingNoteProps) {
  if (!state || state === "read") return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p role="status" className="min-w-0 flex-1 basis-60">
        {state === "waiting"
          ? "We are reading the two lines at the bottom. You can go on meanwhile."
          : `We could not read the two lines at the bottom of this page. That is no problem: please type what your passport says.${isHinted ? " A sharp, straight picture of the whole page helps." : ""}`}
      </p>
      {state === "waiting" ? (
        // A link to this page with its fragment would not load it again.
        <form method="get" action={`/apply/${application}/documents`} className="hidden noscript:block">
          <Button type="submit" size="sm" variant="outline">
            Look again
          </Button>
        </form>
      ) : null}
    </div>
  );
}
