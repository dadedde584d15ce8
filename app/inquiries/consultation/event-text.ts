import { nassauTime } from "~/core/time";
import type { ConsultationEvent } from "~/db/schema/consultations";

const texts: Record<Exclude<ConsultationEvent["what"], "moved">, string> = {
  booked: "Booked",
  canceled: "Canceled",
  given: "Given to someone else",
  took_place: "Marked as having taken place",
  no_show: "Marked as a no-show",
  outcome_removed: "Outcome removed",
};

export const eventText = ({ what, was }: Pick<ConsultationEvent, "what" | "was">): string =>
  what === "moved" ? `Moved${was ? ` from ${nassauTime(was)}` : ""}` : texts[what];
