import { calendarLongDate } from "~/core/time";
import { type Due, overdueWords } from "./due";

/**
 * The due day of a record; once it is over, by how many days, in words (K-OWN-6). `short`: in a list these stand for
 * the day itself.
 */
export function DueText({ due, short = false }: { due: Due; short?: boolean }) {
  if (due.day === null) return <span className="text-stone">—</span>;
  const words = overdueWords(due);
  return (
    <span title={calendarLongDate(due.day)} className="text-xs whitespace-nowrap tabular-nums">
      <time dateTime={due.day} className={words && short ? "sr-only" : undefined}>
        {due.label}
      </time>
      {words ? <strong className="font-semibold text-error">{` ${words}`}</strong> : null}
    </span>
  );
}
