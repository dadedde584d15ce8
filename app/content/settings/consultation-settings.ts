/** How consultations can be booked. Changed values apply to new bookings. */
export type ConsultationSettings = {
  isOpen: boolean;
  /** How long before its start a time can be booked at the latest. */
  leadHours: number;
  /** How far ahead times can be booked. */
  windowDays: number;
  /** How long after each consultation its admin takes no other. */
  bufferMinutes: number;
  /** How many consultations an admin takes on one day. */
  dailyMaximum: number;
  /** Until how long before the start visitors move or cancel it themselves. */
  changeHours: number;
};

export const defaultConsultationSettings: ConsultationSettings = {
  ...{ isOpen: true, leadHours: 4, windowDays: 30, bufferMinutes: 15, dailyMaximum: 6, changeHours: 4 },
};

export const bufferOptions = [0, 15, 30, 45, 60] as const;

/** The smallest and the largest value of each number. */
export const consultationLimits = {
  leadHours: [1, 168],
  windowDays: [1, 90],
  dailyMaximum: [1, 20],
  changeHours: [0, 72],
} as const satisfies Record<Exclude<keyof ConsultationSettings, "isOpen" | "bufferMinutes">, readonly [number, number]>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses the setting `consultations`, an object like `ConsultationSettings`; what it lacks has its default. */
export function readConsultationSettings(stored: unknown): ConsultationSettings {
  if (!isObject(stored)) return defaultConsultationSettings;
  const number = (name: keyof typeof consultationLimits) => {
    const value = stored[name];
    const [least, most] = consultationLimits[name];
    return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
      ? value
      : defaultConsultationSettings[name];
  };
  return {
    isOpen: typeof stored.isOpen === "boolean" ? stored.isOpen : defaultConsultationSettings.isOpen,
    ...{ leadHours: number("leadHours"), windowDays: number("windowDays") },
    bufferMinutes:
      bufferOptions.find((minutes) => minutes === stored.bufferMinutes) ?? defaultConsultationSettings.bufferMinutes,
    ...{ dailyMaximum: number("dailyMaximum"), changeHours: number("changeHours") },
  };
}
