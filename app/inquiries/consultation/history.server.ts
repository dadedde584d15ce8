import { and, eq, type SQL } from "drizzle-orm";
import { namesByEmail, shownName } from "~/accounts/admins/names.server";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { type ConsultationEvent, consultations } from "~/db/schema/consultations";

export type ConsultationHistory = Awaited<ReturnType<typeof namedHistory>>;

/** What happened to a consultation, oldest first, with who did it; null for the visitor. */
export async function readHistory(id: string): Promise<ConsultationHistory> {
  const [row] = await db.select({ history: consultations.history }).from(consultations).where(eq(consultations.id, id));
  return namedHistory(row?.history ?? []);
}

async function namedHistory(history: readonly ConsultationEvent[]) {
  const names = await namesByEmail(
    db,
    history.flatMap(({ by }) => (by === null ? [] : [by])),
  );
  return history.map(({ what, at, by, was, reason }) => ({
    ...{ what, at },
    ...(was === undefined ? {} : { was }),
    ...(reason === undefined ? {} : { reason }),
    by: by === null ? null : { name: names.get(by.toLowerCase()) ?? by, email: by },
  }));
}

export type InquiryConsultationView = NonNullable<Awaited<ReturnType<typeof consultationOf>>>;

/** The consultation of an inquiry, if it ever had one. */
export async function consultationOf(inquiryId: string) {
  const [row] = await withTaker(eq(consultations.inquiryId, inquiryId));
  if (!row) return null;
  const { id, startsAt, minutes, way, state, outcome, history } = row.consultation;
  return {
    ...{ id, minutes, way, state, outcome, taker: row.taker },
    startsAt: startsAt.toISOString(),
    hasBegun: startsAt <= new Date(),
    history: await namedHistory(history),
  };
}

const withTaker = (where: SQL) =>
  db
    .select({ consultation: consultations, taker: { name: shownName, email: adminUsers.email } })
    .from(consultations)
    .leftJoin(adminUsers, and(eq(adminUsers.id, consultations.adminId), eq(adminUsers.isActive, true)))
    .where(where);
