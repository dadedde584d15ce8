import type { Change } from "~/core/activity-log/changes";

/** Such as `Service fee: $299.00 → $349.00`; a missing value is `none`. */
export function formatChange(line: Change): string {
  if ("hidden" in line) return `${line.field}: changed, not shown`;
  return `${line.field}: ${line.from || "none"} → ${line.to || "none"}`;
}
