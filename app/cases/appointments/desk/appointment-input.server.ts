import { z } from "zod";
import { lineInput, textInput } from "~/core/input-schemas.server";
import { normalizeFigures } from "~/core/text-input";
import { calendarLongDate, isDay } from "~/core/time";
import { type Refused, refuse } from "~/core/verbs/refused";
import { formatZone, instantOf, isClock, isZone } from "~/core/zones/wall-time";
import { appointmentKinds } from "~/db/schema/values";
import type { AppointmentProblems } from "./appointment-fields";

const chosen = (message: string, holds: (value: string) => boolean) =>
  z.string(message).transform(normalizeFigures).refine(holds, message);
const placeMessage = "Enter a place, or a link that starts with https://.";
const lengthWords = "Enter the length in minutes, from 5 to 1,440.";

/** `10:30` from an `<input type="time">`; some browsers add seconds. */
const clock = z
  .string("Choose a time.")
  .transform((time) => normalizeFigures(time).replace(/^(\d\d:\d\d):\d\d.*$/, "$1"))
  .refine(isClock, "Choose a time.");

const fields = {
  day: chosen("Choose a date.", isDay),
  time: clock,
  zone: chosen("Choose a time zone.", isZone),
  minutes: z
    .string(lengthWords)
    .transform(normalizeFigures)
    .refine((minutes) => /^\d{1,4}$/.test(minutes), lengthWords)
    .transform(Number)
    .refine((minutes) => minutes >= 5 && minutes <= 1440, lengthWords),
  place: lineInput(300, "Place or link")
    .refine((place) => place !== "", placeMessage)
    .refine((place) => !/^http:/i.test(place), placeMessage)
    .refine((place) => !/^https:/i.test(place) || isAddress(place), "This link can’t be opened. Please check it."),
  bring: textInput(2000, "What to bring").default(""),
  staffId: z.union([z.literal(""), z.uuid()], "Choose a person, or nobody.").default(""),
};

function isAddress(place: string): boolean {
  const url = URL.parse(place);
  return url?.protocol === "https:" && url.hostname !== "" && !/\s/.test(place) && place.startsWith("https://");
}

type When = { day: string; time: string; zone: string };

/** Reports times that a clock change skips, and times in the past, at the time field. */
function checkTime({ day, time, zone }: When, context: z.RefinementCtx) {
  if (!isDay(day) || !isClock(time) || !isZone(zone)) return;
  const startsAt = instantOf({ day, time }, zone);
  const message =
    startsAt === null
      ? `Clocks in ${formatZone(zone).replace(/ time$/, "")} go forward on ${calendarLongDate(day)}, and there is no ${time} on that day. Choose another time.`
      : startsAt <= new Date()
        ? "Choose a time in the future."
        : null;
  if (message) context.addIssue({ code: "custom", path: ["time"], message });
}

const form = {
  applicationId: z.uuid(),
  /** Idempotency key of the form that is shown: sent twice, it makes one appointment and one mail. */
  attempt: z.uuid().optional(),
  /** The unusual time that staff confirmed (`timeKey`). */
  sure: z.string().optional(),
  /** The time over a consultation that staff confirmed (`overlapKey`). */
  over: z.string().optional(),
};

export const newAppointment = z
  .object({
    ...form,
    kind: z.enum(appointmentKinds, "Choose what kind of appointment it is."),
    status: z.string().optional(),
    ...fields,
  })
  .superRefine(checkTime);

const present = {
  ...form,
  appointment: z.uuid(),
  /** The appointment's version when the form was shown. */
  seen: z.coerce.number().int(),
};

export const changedAppointment = z.object({ ...present, ...fields }).superRefine(checkTime);
export const cancelledAppointment = z.object(present);

/** Problems by field. */
export function problemsIn(error: z.ZodError): Refused<AppointmentProblems> {
  const problems: AppointmentProblems = {};
  for (const { path, message } of error.issues) problems[String(path[0])] ??= message;
  return refuse("invalid", "Please fix the highlighted fields.", problems);
}
