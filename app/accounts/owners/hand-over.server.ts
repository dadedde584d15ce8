import { and, eq, gt, sql } from "drizzle-orm";
import type { StaffWork } from "~/accounts/as-staff.server";
import { db, type Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { appointments } from "~/db/schema/case";
import { consultations } from "~/db/schema/consultations";
import { visaInquiries } from "~/db/schema/inquiries";
import { counted } from "./owned";
import { isNotDone } from "./owned-filters.server";
import { lockOwned, writeOwnership } from "./owned-records.server";

/**
 * An admin's open work. Appointments belong to their cases, and are handed over with them; consultations ahead stay,
 * and somebody else takes them one by one.
 */
export type OpenOwned = { cases: number; inquiries: number; appointments: number; consultations: number };

const openOf = (t: typeof visaApplications | typeof visaInquiries, adminId: string) =>
  and(eq(t.ownerId, adminId), isNotDone(t.status));

export async function countOwned(adminId: string, from: Queryable = db): Promise<OpenOwned> {
  const [[coming], cases, inquiries, booked] = await Promise.all([
    from
      .select({ n: sql<number>`count(*)::int` })
      .from(appointments)
      .innerJoin(visaApplications, eq(visaApplications.id, appointments.applicationId))
      .where(
        and(
          eq(visaApplications.ownerId, adminId),
          eq(appointments.state, "planned"),
          gt(appointments.startsAt, sql`now()`),
        ),
      ),
    from.$count(visaApplications, openOf(visaApplications, adminId)),
    from.$count(visaInquiries, openOf(visaInquiries, adminId)),
    from.$count(
      consultations,
      and(
        eq(consultations.adminId, adminId),
        eq(consultations.state, "booked"),
        gt(consultations.startsAt, sql`now()`),
      ),
    ),
  ]);
  return { cases, inquiries, appointments: coming?.n ?? 0, consultations: booked };
}

type Person = { id: string; name: string };

/** Gives an admin's open work to another one, logged as by `setOwner`; returns how much, as text. */
export async function handOver(work: StaffWork, from: Person, to: Person): Promise<string> {
  const parts: string[] = [];
  let all = 0;
  for (const kind of ["application", "inquiry"] as const) {
    const rows = await lockOwned(work.tx, kind, (t) => openOf(t, from.id));
    await writeOwnership(work.tx, kind, rows, { ownerId: to.id });
    for (const { id } of rows)
      await work.record({
        actionType: `${kind}_owner_set`,
        subjectType: kind,
        subjectId: id,
        details: { from: from.name, to: to.name, together: rows.length },
      });
    if (rows.length > 0) parts.push(counted(kind, rows.length));
    all += rows.length;
  }
  return all > 0 ? `. ${parts.join(" and ")} now ${all === 1 ? "belongs" : "belong"} to ${to.name}` : "";
}
