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
  /** The admin who takes part; empty for nobody in particular. */
  staffId: string;
  status: boolean;
};
