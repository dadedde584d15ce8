import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { bookForCaller } from "~/consultations/staff/book-for-caller.server";
import { staffMember } from "./staff";
import { hourIn, openAllDay, takesConsultations } from "./takers";
import type { TestDatabase } from "./test-database";

/** The hour of so many days ahead, as stored. */
export const at = (days: number, hour = 14) => hourIn(days, hour).toISOString();
/** The day of `at` in Nassau. */
export const dayIn = (days: number) => at(days).slice(0, 10);

/**
 * Anika, a super admin, and Theo, a regular one, who both take consultations at any time. Each test begins without
 * consultations.
 */
export function twoTakers(database: TestDatabase) {
  const people = {} as { anika: StaffContext; theo: StaffContext };
  beforeAll(async () => {
    await openAllDay(database);
    people.anika = await staffMember(database);
    people.theo = await staffMember(database, "regular_admin");
    await database.query("update admin_users set name = 'Anika Thompson' where id = $1", [people.anika.staff.adminId]);
    await database.query("update admin_users set name = 'Theo Knowles' where id = $1", [people.theo.staff.adminId]);
  });
  beforeEach(async () => {
    for (const table of [
      ...["consultations", "blocked_times", "visa_inquiries", "email_notifications", "admin_activity_log"],
    ])
      await database.query(`delete from ${table}`);
    await database.query("update admin_users set is_active = true");
    for (const { staff } of [people.anika, people.theo]) await takesConsultations(database, staff.adminId);
  });

  async function inquiry(columns: { email?: string; phone?: string } = {}): Promise<string> {
    const { email = "natasha@mail.example", phone = "+1 242 555 0111" } = columns;
    const [row] = await database.query<{ id: string }>(
      `insert into visa_inquiries (full_name, email, phone, visa_service, purpose, privacy_consent)
       values ('Natasha Rolle', $1, $2, 'Not sure yet', 'A visit to my sister', true) returning id`,
      [email, phone],
    );
    return row?.id ?? "";
  }

  /** A consultation of Anika that she booked for a caller. */
  async function booked(startsAt = at(3), by = people.anika, adminId = people.anika.staff.adminId) {
    const inquiryId = await inquiry();
    const done = await bookForCaller(by, { inquiryId, startsAt, way: "phone", adminId, attempt: randomUUID() });
    if (!done.ok) return expect.fail(done.message);
    return { inquiryId, id: done.id };
  }

  const records = async () =>
    (
      await database.query<{ action: string }>(
        "select action_type as action from admin_activity_log order by created_at",
      )
    ).map(({ action }) => action);

  return { people, inquiry, booked, records };
}
