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
        <span className="min-w-0 flex-1">{title}</span>
        {aside ? <span className="shrink-0 text-sm text-stone">{aside}</span> : null}
        <ChevronDown aria-hidden className="fold-sign" />
      </summary>
      {children}
    </details>
  );
}
