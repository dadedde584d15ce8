// An instant as the desk in Nassau sees it, the same on the server and in every browser.
const zone = { timeZone: "America/Nassau" } as const;
const day = new Intl.DateTimeFormat("en-US", { ...zone, year: "numeric", month: "short", day: "numeric" });
const clock = new Intl.DateTimeFormat("en-GB", { ...zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

const shortDay = new Intl.DateTimeFormat("en-US", { ...zone, month: "short", day: "numeric" });
const year = new Intl.DateTimeFormat("en-US", { ...zone, year: "numeric" });

/** For lists: the year only where it is another one, `Nov 20` or `Nov 20, 2025`. */
export const nassauListDate = (instant: Date) =>
  year.format(instant) === year.format(new Date()) ? shortDay.format(instant) : day.format(instant);

/** For what comes soon: `14:05`, and with the day when that is another one, `Nov 21, 14:05`. */
export const nassauSoon = (instant: Date) =>
  day.format(instant) === day.format(new Date())
    ? clock.format(instant)
    : `${shortDay.format(instant)}, ${clock.format(instant)}`;

/** With the time of day: `Nov 20, 2026, 14:05`. */
export const nassauTime = (instant: Date) => `${day.format(instant)}, ${clock.format(instant)}`;
