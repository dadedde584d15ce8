/** The most characters of what the applicant writes about another time. */
export const otherTimeLimit = 500;

/** What a form was answered: with what was typed, where it has to be corrected. */
export type AppointmentAnswer = {
  appointment: string;
  intent: "confirm" | "other-time";
  done: boolean;
  message: string;
  text: string;
};
