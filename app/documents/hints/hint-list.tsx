import { TriangleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "~/ui/button";

type Press = Pick<ComponentProps<"button">, "name" | "value" | "onClick" | "disabled" | "formNoValidate">;

type HintListProps = {
  hints: readonly string[];
  /** The file's, for screen readers. */
  name: string;
  /** Submit buttons of the form around it. */
  keep: Press;
  /** Not for a file that is removed elsewhere. */
  remove: Press | undefined;
};

/** What we noticed about a file, and the two ways to answer. Neither is needed: the file is stored and counts. */
export function HintList({ hints, name, keep, remove }: HintListProps) {
  if (hints.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
      <ul aria-label={`Worth a second look: ${name}`} className="grid min-w-0 flex-1 basis-72 gap-1 text-sm">
        {hints.map((hint) => (
          <li key={hint} className="flex gap-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
            <span className="min-w-0">{hint}</span>
          </li>
        ))}
      </ul>
      <span className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="outline" aria-label={`Use it anyway: ${name}`} {...keep}>
          Use it anyway
        </Button>
        {remove ? (
          <Button type="submit" size="sm" variant="quiet" aria-label={`Remove it: ${name}`} {...remove}>
            Remove it
          </Button>
        ) : null}
      </span>
    </div>
  );
}
