import { Badge } from "~/ui/lists/badge";
import { shortHint } from "./describe-hint";
import type { FileHint } from "./hints.server";

/** The hints of a file for staff, in short. */
export function DeskHints({ hints }: { hints: readonly FileHint[] }) {
  if (hints.length === 0) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-xs text-stone">
      {hints.map((hint) => (
        <Badge key={hint.code} tone="sand">
          {shortHint(hint)}
        </Badge>
      ))}
      {hints.every(({ isKept }) => isKept) ? <span>Kept by the applicant</span> : null}
    </span>
  );
}
