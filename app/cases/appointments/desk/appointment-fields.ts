/** What is wrong with a form of an appointment, by the name of its field. */
export type AppointmentProblems = Record<string, string | undefined>;

/** What a form of an appointment holds, as it was typed. */
export type AppointmentValues = {
  kind: string;
  day: string;
  time: string;
  zone: string;
  minutes: string;
  place: string;
  bring: string;
  status: boolean;
};
