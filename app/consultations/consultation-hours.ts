import { type OfficeHours, spansOf, weekdays } from "~/content/settings/hours";

/** Parses `admin_users.consultation_hours`, spans by weekday; a missing or malformed day has none. */
export function readConsultationHours(stored: unknown): OfficeHours {
  const days = new Map(typeof stored === "object" && stored !== null ? Object.entries(stored) : []);
  const spansOn = (day: (typeof weekdays)[number]) => spansOf(days.get(day.toLowerCase()) ?? []) ?? [];
  return {
    ...{ Monday: spansOn("Monday"), Tuesday: spansOn("Tuesday"), Wednesday: spansOn("Wednesday") },
    ...{ Thursday: spansOn("Thursday"), Friday: spansOn("Friday"), Saturday: spansOn("Saturday") },
    Sunday: spansOn("Sunday"),
  };
}

export const hasConsultationHours = (hours: OfficeHours): boolean => weekdays.some((day) => hours[day].length > 0);
