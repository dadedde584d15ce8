import { nassauTime } from "~/core/time";
import type { ConsultationEvent } from "~/db/schema/consultations";

const texts: Record<Exclude<ConsultationEvent["what"], "moved">, string> = {
  booked: "Consultation booked",
  canceled: "Consultation canceled",
  given: "Consultation given to someone else",
  took_place: "Consultation took place",
  no_show: "The visitor was a no-show",
  outcome_removed: "Outcome removed",
};

export const eventText = ({ what, was }: Pick<ConsultationEvent, "what" | "was">): string =>
  what === "moved" ? `Consultation moved${was ? ` from ${nassauTime(was)}` : ""}` : texts[what];
