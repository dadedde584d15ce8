import { ChevronDown } from "lucide-react";
import { calendarWeekday, nassauZone } from "~/core/time";
import type { OfferedDay, OfferedTime } from "../booking";
import { formatClock, otherClock } from "../times-text";

type TimesProps = {
  /** The visitor's zone. */
  zone: string;
  chosen: string;
  onChoose: (at: string) => void;
};

type TimeListProps = { times: readonly OfferedTime[]; id?: string | undefined; zone: string } & Partial<
  Omit<TimesProps, "zone">
>;

/** Free times as radio buttons. The first one's id is the target of the error summary. */
function Times({ times, id, zone, chosen, onChoose }: TimeListProps) {
  return (
    <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]">
      {times.map(({ at }, index) => {
        const other = otherClock(at, zone);
        return (
          <li key={at} className="min-w-0">
            <label className="relative flex h-full min-h-13 cursor-pointer flex-col items-center justify-center rounded-md border border-edge bg-white px-2 py-2 text-center leading-tight tabular-nums transition-colors hover:border-navy hover:bg-foam has-checked:border-navy has-checked:bg-navy has-checked:text-white has-focus-visible:outline-3 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-2">
              <input
                type="radio"
                id={index === 0 ? id : undefined}
                name="time"
                value={at}
                {...(chosen === undefined ? {} : { checked: chosen === at })}
                onChange={() => onChoose?.(at)}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-md focus-visible:outline-none forced-colors:static forced-colors:size-4 forced-colors:appearance-auto"
              />
              <span className="font-semibold">
                {formatClock(at, nassauZone)}
                {other ? <span className="font-normal"> Nassau</span> : <span className="sr-only"> Nassau time</span>}
              </span>
              {other ? (
                <span className="mt-0.5 text-sm">
                  {other.clock} {other.city}
                </span>
              ) : null}
            </label>
          </li>
        );
      })}
    </ul>
  );
}

/** The days of one page: each opens to its times. */
export function Days({ days, ...times }: TimesProps & { days: readonly OfferedDay[] }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {days.map(({ day, times: ofDay }, index) => (
        <details
          key={day}
          open={index === 0 || ofDay.some(({ at }) => at === times.chosen) || undefined}
          className="group/day"
        >
          <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 rounded-sm py-3 hover:text-sea-ink">
            <span className="min-w-0">
              <span className="block font-semibold text-navy">{calendarWeekday(day)}</span>
              <span className="block text-sm text-stone">
                {ofDay.length === 1 ? "1 free time" : `${ofDay.length} free times`}
              </span>
            </span>
            <ChevronDown
              aria-hidden
              className="size-5 shrink-0 text-sea-ink transition-transform duration-200 group-open/day:rotate-180"
            />
          </summary>
          <fieldset className="min-w-0 pt-1 pb-5">
            <legend className="sr-only">{calendarWeekday(day)}</legend>
            <Times {...times} times={ofDay} id={index === 0 ? "time" : undefined} />
          </fieldset>
        </details>
      ))}
    </div>
  );
}

/** The times of one day under its name, outside the list of days. */
export const TimesOfDay = ({ day, ...times }: TimeListProps & { day: string }) => (
  <fieldset className="min-w-0">
    <legend className="mb-2 font-semibold text-navy">{calendarWeekday(day)}</legend>
    <Times {...times} />
  </fieldset>
);
