import { ChevronLeft, ChevronRight } from "lucide-react";
import { calendarLongDate, calendarWeekday, nassauZone } from "~/core/time";
import { formatWallClock, formatZone, isSameWall } from "~/core/zones/wall-time";
import { ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { describedBy, FieldError, FieldHint, wrongRule } from "~/ui/forms/field";
import type { DeskTimes } from "./times.server";

type TimeChoiceProps = {
  times: DeskTimes;
  /** The same page with other days. */
  pageOf: (from: string | null) => string;
  chosen?: string | undefined;
  error?: string | undefined;
  /** The visitor’s time zone, shown where its clocks differ. */
  zone?: string;
};

/** The free times of seven days, one press each. */
export function TimeChoice({ times, pageOf, chosen, error, zone = nassauZone }: TimeChoiceProps) {
  const { days, first, last, earlier, next } = times;
  const isElsewhere = days.some(({ times: [startsAt] }) => startsAt && !isSameWall(startsAt, zone, nassauZone));
  return (
    <div className={classNames("min-w-0", error ? wrongRule : "")}>
      <fieldset
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML allows it; it can be invalid.
        role="radiogroup"
        aria-describedby={describedBy("startsAt", isElsewhere, error)}
        aria-invalid={error ? true : undefined}
        className="min-w-0"
      >
        <legend className="p-0 text-sm font-semibold text-ink">Time in Nassau</legend>
        {isElsewhere ? (
          <FieldHint id="startsAt">The smaller times are {formatZone(zone)}, for the visitor.</FieldHint>
        ) : null}
        {error ? <FieldError id="startsAt">{error}</FieldError> : null}
        {days.length === 0 ? (
          <p className="mt-2 text-stone">
            Nobody is free from {calendarLongDate(first)} to {calendarLongDate(last)}.
          </p>
        ) : (
          <div className="mt-2 divide-y divide-line rounded-lg border border-line">
            {days.map(({ day, times: ofDay }, at) => (
              <div key={day} className="grid gap-x-4 gap-y-1.5 px-3 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
                <p className="text-sm font-semibold sm:pt-1.5">{calendarWeekday(day)}</p>
                <div className="flex flex-wrap gap-1.5">
                  {ofDay.map((startsAt, n) => (
                    <label
                      key={startsAt}
                      className="relative inline-flex min-h-9 cursor-pointer items-center rounded-md border border-edge/60 bg-white px-2.5 text-sm max-sm:px-2 tabular-nums hover:border-navy has-checked:border-navy has-checked:bg-navy has-checked:font-semibold has-checked:text-white has-focus-visible:outline-3 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-2 max-sm:min-h-11"
                    >
                      <input
                        id={at === 0 && n === 0 ? "startsAt" : `starts-${startsAt}`}
                        type="radio"
                        name="startsAt"
                        value={startsAt}
                        defaultChecked={startsAt === chosen}
                        className="absolute inset-0 cursor-pointer opacity-0"
                      />
                      <span>
                        <span className="sr-only">{calendarWeekday(day)}, </span>
                        {formatWallClock(startsAt, nassauZone)}
                        {isSameWall(startsAt, zone, nassauZone) ? null : (
                          <span className="ml-1.5 text-xs font-normal opacity-80 max-sm:ml-0 max-sm:block">
                            <span className="sr-only">{formatZone(zone)} </span>
                            {formatWallClock(startsAt, zone)}
                          </span>
                        )}
                      </span>
                    </label>
                  ))}
                </div>
              </div>
            ))}
          </div>
        )}
      </fieldset>
      <nav aria-label="Other days" className="mt-2 flex flex-wrap gap-2">
        {earlier === null ? null : (
          <ButtonLink
            to={pageOf(earlier)}
            preventScrollReset
            variant="outline"
            size="sm"
            before={<ChevronLeft aria-hidden />}
          >
            Earlier days
          </ButtonLink>
        )}
        <ButtonLink
          to={pageOf(next)}
          preventScrollReset
          variant="outline"
          size="sm"
          after={<ChevronRight aria-hidden />}
        >
          Later days
        </ButtonLink>
      </nav>
    </div>
  );
}
