import { calendarLongDate } from "~/core/time";
import { type Due, formatOverdue } from "./due";

/** The width of a list's column: a dash needs little, a date less than `Overdue by 12 days`. */
export const dueWidth = (rows: readonly { due: Due }[]) =>
  rows.some(({ due }) => formatOverdue(due)) ? "w-32" : rows.some(({ due }) => due.day !== null) ? "w-24" : "w-14";

/** An overdue date says by how many days; with `short` only that. */
export function DueText({ due, short = false }: { due: Due; short?: boolean }) {
  if (due.day === null) return <span className="text-stone">—</span>;
  const text = formatOverdue(due);
  return (
    <span title={calendarLongDate(due.day)} className="text-xs whitespace-nowrap tabular-nums">
      <time dateTime={due.day} className={text && short ? "sr-only" : undefined}>
        {due.label}
      </time>
      {text ? <strong className="font-semibold text-error">{` ${text}`}</strong> : null}
    </span>
  );
}
