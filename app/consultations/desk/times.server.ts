import { later } from "~/cases/appointments/desk/week.server";
import { readSlotFacts, readTakers } from "~/consultations/read-times.server";
import { type FreeTime, freeTimesOf } from "~/consultations/slots";
import { isDay, nassauDay } from "~/core/time";

export type DeskTimes = Awaited<ReturnType<typeof readDeskTimes>>;

const shownDays = 7;

type Asked = {
  from: string | null;
  /** A consultation that is moved: its own time does not count. */
  except?: string;
  /** The length of a consultation that exists. */
  minutes?: number;
  adminId?: string | undefined;
};

/** The free times of seven days for staff, who may book at short notice and beyond the booking window. */
export async function readDeskTimes({ from, except, minutes, adminId }: Asked, now = new Date()) {
  const today = nassauDay(now);
  const first = isDay(from) && from > today && from < later(today, 366) ? from : today;
  const last = later(first, shownDays - 1);
  const facts = await readSlotFacts({ from: first, to: last }, { now, ...(except === undefined ? {} : { except }) });
  const own = { ...facts, minutes: minutes ?? facts.minutes };
  const isFor = ({ adminIds }: FreeTime) => adminId === undefined || adminIds.includes(adminId);
  const days = Array.from({ length: shownDays }, (_, n) => later(first, n)).flatMap((day) => {
    const times = freeTimesOf(own, day, { ofStaff: true }).filter(isFor);
    return times.length > 0 ? [{ day, times: times.map(({ startsAt }) => startsAt.toISOString()) }] : [];
  });
  return {
    ...{ days, first, last },
    earlier: first > today ? later(first, -shownDays) : null,
    next: later(first, shownDays),
  };
}

/** The active admins who are free for the whole of a consultation that exists. */
export async function freeTakersAt(id: string, startsAt: Date, minutes: number): Promise<ReadonlySet<string>> {
  const day = nassauDay(startsAt);
  const facts = await readSlotFacts({ from: day, to: day }, { except: id });
  const free = freeTimesOf({ ...facts, minutes }, day, { ofStaff: true });
  return new Set(free.find((time) => time.startsAt.getTime() === startsAt.getTime())?.adminIds);
}

/** Who takes consultations, by name. */
export const listTakers = async () => (await readTakers()).map(({ id, name }) => ({ id, name }));
