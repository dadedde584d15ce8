const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/Nassau" });

/** `October 11, 2025`, as the calendar in the office has it. */
export function longDate(instant: Date): string {
  return long.format(instant);
}
