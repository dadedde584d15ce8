import type { TestDatabase } from "./test-database";

const allDay = JSON.stringify(
  Object.fromEntries(
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map((day) => [
      day,
      [["00:00", "23:59"]],
    ]),
  ),
);

type Database = Pick<TestDatabase, "query">;

/** Opens the office all day on every day. */
export async function openAllDay(database: Database): Promise<void> {
  // In a year without holidays those of the country would apply.
  const year = new Date().getUTCFullYear();
  const holidays = [year, year + 1].map((of) => ({
    ...{ date: `${of}-01-01`, name: "A day like every other" },
    hours: [["00:00", "23:59"]],
  }));
  const settings = { office_hours: allDay, holidays: JSON.stringify(holidays) };
  for (const [key, value] of Object.entries(settings))
    await database.query(
      "insert into site_settings (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value",
      [key, value],
    );
}

/** Gives an admin consultation hours all day. */
export const takesConsultations = (database: Database, adminId: string) =>
  database.query("update admin_users set consultation_hours = $2::jsonb where id = $1", [adminId, allDay]);

/** How consultations are booked; what is left out has its default. */
export const bookingSettings = (database: Database, settings: object) =>
  database.query(
    "insert into site_settings (key, value) values ('consultations', $1::jsonb) on conflict (key) do update set value = excluded.value",
    [JSON.stringify(settings)],
  );

/** A full hour of Nassau's early morning in so many days. */
export function hourIn(days: number, hour = 14): Date {
  const at = new Date(Date.now() + days * 86_400_000);
  at.setUTCHours(hour, 0, 0, 0);
  return at;
}
