import type { ConsultationOutcome, ConsultationState, ConsultationWay } from "~/db/schema/values";

export const wayLabels: Record<ConsultationWay, string> = {
  phone: "Phone",
  whatsapp: "WhatsApp",
  office: "At our office",
};

export const outcomeLabels: Record<ConsultationOutcome, string> = { took_place: "Took place", no_show: "No-show" };

export const stateLabels: Record<ConsultationState, string> = {
  unconfirmed: "Waiting for confirmation",
  booked: "Confirmed",
  canceled: "Canceled",
};

export const nobodyTakes = "Nobody takes this yet";
