export const hour = 3_600_000;
export const day = 24 * hour;

/** Times relative to the load: the same people every time, but always of the last year. */
export type Clock = ReturnType<typeof clockAt>;

export function clockAt(now: Date) {
  const midnight = Date.parse(`${isoDay(now)}T00:00:00Z`);
  return {
    now,
    /** So many days ago at an hour of Nassau's standard time; at least a few minutes ago. */
    ago(days: number, atHour: number): Date {
      const time = midnight - Math.round(days) * day + (atHour + 5) * hour;
      return new Date(
        time < now.getTime() - hour / 6 ? time : time - Math.ceil((time - now.getTime() + hour) / day) * day,
      );
    },
    /** After `from`, by at least a second and at most four fifths of the time until now. */
    later(from: Date, byMilliseconds: number): Date {
      const room = now.getTime() - from.getTime();
      return new Date(from.getTime() + Math.max(1000, Math.min(byMilliseconds, room * 0.8)));
    },
  };
}

/** The UTC day of an instant, and a day `days` later, as YYYY-MM-DD. */
export const isoDay = (time: Date): string => time.toISOString().slice(0, 10);
export const dayAfter = (time: Date, days: number): string => isoDay(new Date(time.getTime() + days * day));
