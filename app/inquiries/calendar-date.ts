const day = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", year: "numeric", month: "short", day: "numeric" });

/** A date without time, `2027-08-20`, as `Aug 20, 2027`: the same day in every time zone (decision 12). */
export const calendarDate = (date: string): string => day.format(new Date(`${date}T00:00:00Z`));
