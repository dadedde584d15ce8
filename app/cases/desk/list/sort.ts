/** Orders of the staff's list by their word in the address; newest first has none (A-APP-3). */
export const sorts = [
  { value: "", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "submitted", label: "Submitted, newest first" },
  { value: "submitted-oldest", label: "Submitted, oldest first" },
  { value: "status", label: "Status, oldest first" },
  { value: "status-back", label: "Status backwards" },
  { value: "number", label: "Number, A to Z" },
  { value: "number-back", label: "Number, Z to A" },
] as const;
export type Sort = (typeof sorts)[number]["value"];

/** The orders that a column's heading leads to: when first pressed, and when pressed again. */
const columns: Partial<Record<string, { first: Sort; second: Sort; descending: Sort }>> = {
  Application: { first: "number", second: "number-back", descending: "number-back" },
  Status: { first: "status", second: "status-back", descending: "status-back" },
  Submitted: { first: "submitted", second: "submitted-oldest", descending: "submitted" },
};

/** How a column is sorted now, and the order that its heading's link leads to; null for one that can't be sorted. */
export function columnSort(column: string, now: Sort) {
  const known = columns[column];
  if (!known) return null;
  const sorted = now === known.first || now === known.second;
  const direction = now === known.descending ? "descending" : "ascending";
  return {
    sort: sorted ? (direction as "ascending" | "descending") : ("none" as const),
    next: now === known.first ? known.second : known.first,
  };
}
