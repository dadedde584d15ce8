import type { NamedAdmin } from "~/accounts/admins/names.server";

/** Owner filters besides the admins. */
export const ownerFilters = ["me", "none", "inactive"] as const;
export const ages = ["day", "week", "month", "older"] as const;
export const dues = ["overdue", "today", "week", "none"] as const;

const all = (label: string) => ({ value: "all", label });

export const ownerOptions = (admins: readonly NamedAdmin[]) => [
  all("Any owner"),
  { value: "me", label: "Owner: me" },
  { value: "none", label: "Owner: nobody" },
  { value: "inactive", label: "Owner: inactive" },
  ...admins.map(({ id, name }) => ({ value: id, label: `Owner: ${name}` })),
];

export const ageOptions = [
  all("Any age"),
  { value: "day", label: "Last 24 hours" },
  { value: "week", label: "Last 7 days" },
  { value: "month", label: "Last 30 days" },
  { value: "older", label: "Older than 30 days" },
];

export const dueOptions = [
  all("Any due date"),
  { value: "overdue", label: "Overdue" },
  { value: "today", label: "Due today" },
  { value: "week", label: "Due this week" },
  { value: "none", label: "No due date" },
];
