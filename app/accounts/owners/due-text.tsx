import { calendarLongDate } from "~/ground/time";
import { type Due, overdueWords } from "./due";

/** The due day of a record; once it is over, by how many days, in words (K-OWN-6). */
export function DueText({ due }: { due: Due }) {
  if (due.day === null) return <span className="text-stone">—</span>;
  const words = overdueWords(due);
  return (
    <span className="text-xs whitespace-nowrap tabular-nums">
      <time dateTime={due.day} title={calendarLongDate(due.day)}>
        {due.label}
      </time>
      {words ? <strong className="ml-1.5 font-semibold text-error">{words}</strong> : null}
    </span>
  );
}
