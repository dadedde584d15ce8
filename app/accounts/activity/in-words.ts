import type { Change } from "~/core/activity-log/changes";

/** A line as one text, such as `Service fee: $299.00 → $349.00`; what was not set stands as `none`. */
export function inWords(line: Change): string {
  if ("hidden" in line) return `${line.field}: changed, not shown`;
  return `${line.field}: ${line.from || "none"} → ${line.to || "none"}`;
}
