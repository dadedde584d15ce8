import type { ServiceTime } from "~/db/schema/catalogue";

/**
 * The stored `processing_times` in their order (L-FACT-8): a list of label and time, or the object of label to time
 * that earlier releases stored. What is neither is left out.
 */
export function timesOf(stored: unknown): ServiceTime[] {
  if (typeof stored !== "object" || stored === null) return [];
  if (!Array.isArray(stored))
    return Object.entries(stored).flatMap(([label, time]) => (typeof time === "string" ? [{ label, time }] : []));
  return stored.flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null || !("label" in entry) || !("time" in entry)) return [];
    const { label, time } = entry;
    return typeof label === "string" && typeof time === "string" ? [{ label, time }] : [];
  });
}
