import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { shownName } from "~/accounts/admins/names.server";
import { endOf } from "~/consultations/change.server";
import { takesTime } from "~/consultations/read-times.server";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { consultations } from "~/db/schema/consultations";
import { visaInquiries } from "~/db/schema/inquiries";
import { notSureYet } from "~/inquiries/inquiry";
import { referenceOf } from "~/inquiries/reference";

/**
 * Consultations that take their time, earliest first. Those that wait for their confirmation have no name: their email
 * is unproven. `taker` is null where nobody active takes it.
 */
export async function listConsultations(where: SQL | undefined, now = new Date()) {
  const rows = await select(and(takesTime, where));
  return rows.map((row) => shown(row, now));
}

/** Any consultation, also a canceled one. `id` is a uuid. */
export async function findConsultation(id: string, now = new Date()) {
  const [row] = await select(eq(consultations.id, id));
  return row && shown(row, now);
}

const select = (where: SQL | undefined) =>
  db
    .select({
      consultation: consultations,
      inquiry: {
        name: visaInquiries.fullName,
        email: visaInquiries.email,
        phone: visaInquiries.phone,
        topic: visaInquiries.visaService,
        about: visaInquiries.purpose,
        status: visaInquiries.status,
        isSample: visaInquiries.isSample,
      },
      taker: { id: adminUsers.id, name: sql<string>`${shownName}`, email: adminUsers.email },
    })
    .from(consultations)
    .leftJoin(visaInquiries, eq(visaInquiries.id, consultations.inquiryId))
    .leftJoin(adminUsers, and(eq(adminUsers.id, consultations.adminId), eq(adminUsers.isActive, true)))
    .where(where)
    .orderBy(asc(consultations.startsAt), asc(consultations.id));

function shown({ consultation, inquiry, taker }: Awaited<ReturnType<typeof select>>[number], now: Date) {
  const { id, inquiryId, day, startsAt, minutes, way, state, outcome, zone, history } = consultation;
  return {
    ...{ id, inquiryId, day, minutes, way, state, outcome, zone, taker },
    startsAt: startsAt.toISOString(),
    endsAt: endOf(consultation).toISOString(),
    hasBegun: startsAt <= now,
    /** The version that a form was made from. */
    seen: history.length,
    isSample: inquiry?.isSample ?? false,
    person:
      inquiryId && inquiry
        ? { ...inquiry, topic: inquiry.topic === notSureYet ? null : inquiry.topic, reference: referenceOf(inquiryId) }
        : null,
  };
}
