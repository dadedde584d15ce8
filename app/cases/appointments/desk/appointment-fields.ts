export type AppointmentProblems = Record<string, string | undefined>;

/** The fields of the form as they were typed. */
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
