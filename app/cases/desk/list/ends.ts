/** Filters by the day on which a visa, permit or entry permission ends; numbers are days from today. */
export const endings = ["30", "60", "120", "ended", "none"] as const;

export const endsOptions = [
  { value: "all", label: "Any end" },
  { value: "30", label: "Ends within 30 days" },
  { value: "60", label: "Ends within 60 days" },
  { value: "120", label: "Ends within 120 days" },
  { value: "ended", label: "Ended" },
  { value: "none", label: "Approved without a key date" },
];

export const taskOptions = [
  { value: "all", label: "Any task" },
  { value: "due", label: "Tasks due" },
  { value: "overdue", label: "Tasks overdue" },
];

/** Within so many days it is highlighted. */
const soonDays = 30;
const dayMs = 86_400_000;

/** What its color says, in words; null if there is time. `today` in Nassau. */
export function describeEnd(day: string, today: string): { isOver: boolean; text: string } | null {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / dayMs);
  if (days > soonDays) return null;
  if (days < 0) return { isOver: true, text: "ended" };
  return { isOver: false, text: days === 0 ? "ends today" : days === 1 ? "ends tomorrow" : `ends in ${days} days` };
}
