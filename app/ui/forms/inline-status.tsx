import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { InlineHint } from "~/ui/forms/inline-hint";
import { useInlineChoice } from "~/ui/forms/use-inline-choice";
import { RowIcon } from "~/ui/lists/row-icon";

export type InlineStatusProps = {
  name: string;
  /** For screen readers. */
  label: string;
  value: string;
  onSave: (value: string) => void;
  busy: boolean;
  lookOf: (value: string) => string;
  className?: string | undefined;
  children: ReactNode;
};

/** A row's status as a colored select. The page needs `RowIconDrawings`. */
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
      <RowIcon name="chevron" className="row-chevron" />
      <InlineHint unsaved={unsaved} />
    </span>
  );
}
