import { timeKey } from "../../../app/cases/appointments/desk/odd-time";
import { defaultHours, promisedBy } from "../../../app/content/settings/hours";
import { nassauDay } from "../../../app/core/time";
import type { AppServer } from "../app-server";

const day = 86_400_000;
const onTheWall = (instant: Date, zone: string) => {
  const [date = "", time = ""] = instant.toLocaleString("sv-SE", { timeZone: zone }).split(" ");
  return { day: date, time: time.slice(0, 5) };
};

/** Day and time in Nassau so many days from now, as form values. */
export const inDays = (days: number, zone = "America/Nassau") => onTheWall(new Date(Date.now() + days * day), zone);

/** The first day, after so many, on which the office is open at 10:30, as a form value. */
export const openDay = (days: number): string =>
  nassauDay(promisedBy(new Date(Date.now() + days * day), defaultHours, null) ?? new Date());

/** The fields of an appointment with a confirmed time, on any weekday. */
export const surely = <Fields extends Parameters<typeof timeKey>[0]>(fields: Fields) => ({
  sure: timeKey(fields),
  ...fields,
});

/** An interview in two days, stored as if by staff; returns its id. */
export async function insertAppointment(
  { query }: Pick<AppServer, "query">,
  applicationId: string,
  {
    startsAt = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 2 * day),
    ...columns
  }: Record<string, unknown> & { startsAt?: Date } = {},
): Promise<string> {
  const zone = String(columns.zone ?? "America/Nassau");
  const row = {
    ...{ application_id: applicationId, kind: "interview", zone, starts_at: startsAt, minutes: 30 },
    ...{ place: "12 Shirley Street, Nassau", bring: "Your passport", admin_email: "staff@lucaya.example" },
    ...onTheWall(startsAt, zone),
    ...columns,
  };
  const names = Object.keys(row);
  const [stored] = await query<{ id: string }>(
    `insert into appointments (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")}) returning id`,
    Object.values(row),
  );
  return stored?.id ?? "";
}
