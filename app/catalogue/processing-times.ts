import type { ServiceTime } from "~/db/schema/catalogue";

/** The stored processing times in order; entries without label and time are skipped. */
export function timesOf(stored: unknown): ServiceTime[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null || !("label" in entry) || !("time" in entry)) return [];
    const { label, time } = entry;
    return typeof label === "string" && typeof time === "string" ? [{ label, time }] : [];
  });
}
