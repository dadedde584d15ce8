import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { useInlineChoice } from "~/ui/forms/use-inline-choice";

export type InlineStatusProps = {
  name: string;
  /** Whose status it is, for those who do not see the row. */
  label: string;
  value: string;
  onSave: (value: string) => void;
  busy: boolean;
  /** Ink and ground of a status. */
  lookOf: (value: string) => string;
  className?: string | undefined;
  /** The options. */
  children: ReactNode;
};

/** The status in a row, as a select in its color. */
export function InlineStatus({ name, label, value, onSave, busy, lookOf, className, children }: InlineStatusProps) {
  const { select, unsaved } = useInlineChoice({ value, onSave });
  return (
    <span className={classNames("relative inline-block rounded-sm", lookOf(select.value), className)}>
      <select
        {...select}
        name={name}
        data-status=""
        aria-label={label}
        autoComplete="off"
        aria-busy={busy || undefined}
        className={classNames("row-status", unsaved && "ring-2 ring-current")}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 opacity-80"
      />
      <span
        role="status"
        className={
          unsaved
            ? "absolute top-full left-0 z-10 mt-1 rounded-sm bg-navy px-2 py-1 text-2xs font-medium whitespace-nowrap text-white shadow-lg"
            : "sr-only"
        }
      >
        {unsaved ? "Enter saves it, Escape puts it back" : ""}
      </span>
    </span>
  );
}
