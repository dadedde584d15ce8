import { byDay, type OfferedDay, type OfferedTime } from "./booking";
import type { Booking } from "./check-booking.server";
import { readWindowFacts } from "./read-times.server";
import { type FreeTime, freeTimes } from "./slots";

const daysOfPage = 14;

/** Without who is free: visitors do not see that. */
const offered = ({ startsAt, day, time }: FreeTime): OfferedTime => ({ at: startsAt.toISOString(), day, time });

export type DaysPage = {
  days: OfferedDay[];
  /** The first days of the neighboring pages, if there are any. */
  earlier: string | null;
  later: string | null;
  minutes: number;
};

/** The days with free times, 14 a page, from the first one on or after `from`. */
export async function readDays(from: string | null, except?: string): Promise<DaysPage> {
  const facts = await readWindowFacts(except === undefined ? {} : { except });
  const all = byDay(freeTimes(facts).map(offered));
  const found = from === null ? 0 : all.findIndex(({ day }) => day >= from);
  const first = found < 0 ? Math.max(0, all.length - daysOfPage) : found;
  return {
    days: all.slice(first, first + daysOfPage),
    earlier: first > 0 ? (all[Math.max(0, first - daysOfPage)]?.day ?? null) : null,
    later: all[first + daysOfPage]?.day ?? null,
    minutes: facts.minutes,
  };
}

/** The free times nearest to one that is gone, in their order. */
export async function readNearest(startsAt: Booking["startsAt"], most = 6): Promise<OfferedTime[]> {
  const facts = await readWindowFacts();
  const at = (startsAt ?? facts.now).getTime();
  return freeTimes(facts)
    .toSorted((a, b) => Math.abs(a.startsAt.getTime() - at) - Math.abs(b.startsAt.getTime() - at))
    .slice(0, most)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    .map(offered);
}
