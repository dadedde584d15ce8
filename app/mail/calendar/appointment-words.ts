import type { AppointmentKind } from "~/db/schema/values";

export const appointmentKindLabels: Record<AppointmentKind, string> = {
  interview: "Interview",
  biometrics: "Biometrics",
  collection: "Collection",
  call: "Call",
};

/** Within a sentence: `your interview`. */
export const yourKind: Record<AppointmentKind, string> = {
  interview: "your interview",
  biometrics: "your biometrics appointment",
  collection: "your collection appointment",
  call: "our call with you",
};

export const isLink = (place: string): boolean => place.startsWith("https://");

/** `45 minutes`, `1 hour 30 minutes` */
export function formatLength(minutes: number): string {
  const [hours, remainder] = [Math.floor(minutes / 60), minutes % 60];
  const of = (n: number, unit: string) => (n === 0 ? [] : [`${n} ${unit}${n === 1 ? "" : "s"}`]);
  return [...of(hours, "hour"), ...of(remainder, "minute")].join(" ");
}
