const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Nassau" });
const hour = 3_600_000;

/** When the next day begins in Nassau (four or five hours behind Greenwich), in milliseconds since 1970. */
export function nextNassauMidnight(now: number): number {
  const tomorrow = Date.parse(`${day.format(now)}T00:00:00Z`) + 24 * hour;
  const summer = tomorrow + 4 * hour;
  return Date.parse(`${day.format(summer)}T00:00:00Z`) === tomorrow ? summer : summer + hour;
}
