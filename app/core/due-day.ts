import { isDay } from "./time";

export const wrongDay = "Choose today or a later day, at most a year ahead.";

/** Whether a day is today or at most 365 days ahead; `today` is Nassau's. */
export const isDueDay = (day: string, today: string): boolean =>
  isDay(day) && day >= today && Date.parse(day) - Date.parse(today) <= 365 * 86_400_000;
