import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "~/ui/class-names";

type FoldProps = Omit<ComponentProps<"details">, "title"> & {
  title: ReactNode;
  /** At the end of the title's line, such as a count. */
  aside?: ReactNode;
};

/** A part of a page that unfolds; it prints unfolded. `pieces.css` has the look. */
export function Fold({ title, aside, className, children, ...details }: FoldProps) {
  return (
    <details {...details} className={classNames("fold prints-open", className)}>
      <summary>
        {/* In large text they don't fit into one line. */}
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <span className="min-w-0 flex-1 basis-32">{title}</span>
          {aside ? <span className="text-sm text-stone">{aside}</span> : null}
        </span>
        <ChevronDown aria-hidden className="fold-sign" />
      </summary>
      {children}
    </details>
  );
}
