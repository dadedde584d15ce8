export const otherTimeLimit = 500;

/** Result of a form, with the typed text if it has to be corrected. */
export type AppointmentAnswer = {
  appointment: string;
  intent: "confirm" | "other-time";
  done: boolean;
  message: string;
  text: string;
};
