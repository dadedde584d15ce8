import { CalendarPlus, CalendarX2 } from "lucide-react";
import { calendarLongDate } from "~/core/time";
import type { ShownKeyDate } from "./read.server";

/** What ends when; nothing without any. */
export function KeyDates({ id, keyDates }: { id: string; keyDates: readonly ShownKeyDate[] }) {
  if (keyDates.length === 0) return null;
  return (
    <section aria-labelledby="key-dates" className="mt-8 print:mt-6">
      <h2 id="key-dates" className="text-2xl print:text-[14pt]">
        Expirations and deadlines
      </h2>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2">
        {keyDates.map((keyDate) => (
          <KeyDate key={keyDate.id} id={id} keyDate={keyDate} />
        ))}
      </ul>
      <p className="mt-3 max-w-prose text-sm text-stone">Renewing or paying in time remains your responsibility.</p>
    </section>
  );
}

function KeyDate({ id, keyDate }: { id: string; keyDate: ShownKeyDate }) {
  const { label, day, distance, hasPassed, settled, note, validFrom, isInCalendar } = keyDate;
  const state = settled ?? distance;
  return (
    <li className="break-inside-avoid rounded-xl border border-dune bg-white px-5 py-4">
      <h3 dir="auto" className="font-sans font-semibold wrap-anywhere">
        {label}
      </h3>
      {hasPassed && !settled ? (
        <p className="mt-0.5 text-lg tabular-nums first-letter:uppercase">{distance}</p>
      ) : (
        <p className="mt-0.5 text-lg tabular-nums">
          {day}
          {state ? <span className="text-base text-stone"> · {state}</span> : null}
        </p>
      )}
      {validFrom ? <p className="text-sm text-stone">Valid from {calendarLongDate(validFrom)}</p> : null}
      {note ? (
        <p dir="auto" className="mt-1.5 wrap-anywhere">
          {note}
        </p>
      ) : null}
      {isInCalendar ? (
        <a
          href={`/apply/${id}/key-dates/${keyDate.id}.ics`}
          className="no-print mt-1 inline-flex min-h-11 items-center gap-2 rounded-xs font-semibold text-sea-ink hover:underline"
        >
          {settled ? <CalendarX2 aria-hidden className="size-5" /> : <CalendarPlus aria-hidden className="size-5" />}
          {settled ? "Remove from calendar" : "Add to calendar"}
          <span className="sr-only">: {label}</span>
        </a>
      ) : null}
    </li>
  );
}
