const day = 86_400_000;
const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"} ago`;

/** Formats the age of a review; both arguments are dates without time, such as `2025-10-11`. */
export function reviewAge(reviewDate: string, today: string): string {
  const days = Math.round((Date.parse(today) - Date.parse(reviewDate)) / day);
  if (days < 1) return "Today";
  if (days < 30) return plural(days, "day");
  if (days < 365) return plural(Math.floor(days / 30), "month");
  return plural(Math.floor(days / 365), "year");
}
