import { and, asc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { daysAfter, nassauDay, nassauInstant, nassauSoon } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { appointments } from "~/db/schema/case";
import { consultations } from "~/db/schema/consultations";
import { visaInquiries } from "~/db/schema/inquiries";
import type { AppointmentKind } from "~/db/schema/values";
import { shortened } from "~/db/shortened.server";
import { referenceOf } from "~/inquiries/reference";
import { appointmentKindLabels } from "~/mail/calendar/appointment-words";
import type { Line } from "./lines";
import { byOwner, type Slice } from "./read-apart.server";

/** Today and tomorrow by the date in Nassau. */
function range(now = new Date()) {
  const today = nassauDay(now);
  return { from: nassauInstant(today, "00:00"), to: nassauInstant(daysAfter(today, 2), "00:00") };
}

const planned = ({ from, to } = range()) =>
  and(eq(appointments.state, "planned"), gte(appointments.startsAt, from), lt(appointments.startsAt, to));

/** Confirmed ones whose outcome nobody has recorded. */
const booked = ({ from, to } = range()) =>
  and(
    eq(consultations.state, "booked"),
    isNull(consultations.outcome),
    gte(consultations.startsAt, from),
    lt(consultations.startsAt, to),
  );

const meetings = () =>
  unionAll(
    db
      .select({
        id: appointments.id,
        kind: sql<AppointmentKind | null>`${appointments.kind}`.as("kind"),
        startsAt: sql<Date>`${appointments.startsAt}`.mapWith(appointments.startsAt).as("starts_at"),
        recordId: sql<string>`${visaApplications.id}`.as("record_id"),
        number: sql<string>`${visaApplications.applicationNumber}`.as("number"),
        name: sql<string>`${shortened(visaApplications.applicantName)}`.as("name"),
        owner: sql<string | null>`${visaApplications.ownerId}`.as("owner"),
        isSample: sql<boolean>`${visaApplications.isSample}`.as("is_sample"),
      })
      .from(appointments)
      .innerJoin(visaApplications, eq(visaApplications.id, appointments.applicationId))
      .where(planned()),
    db
      .select({
        id: consultations.id,
        kind: sql<AppointmentKind | null>`null`.as("kind"),
        startsAt: sql<Date>`${consultations.startsAt}`.mapWith(consultations.startsAt).as("starts_at"),
        recordId: sql<string>`${visaInquiries.id}`.as("record_id"),
        number: sql<string>`''`.as("number"),
        name: sql<string>`${shortened(visaInquiries.fullName)}`.as("name"),
        owner: sql<string | null>`${consultations.adminId}`.as("owner"),
        isSample: sql<boolean>`${visaInquiries.isSample}`.as("is_sample"),
      })
      .from(consultations)
      .innerJoin(visaInquiries, eq(visaInquiries.id, consultations.inquiryId))
      .where(booked()),
  ).as("meetings");

/** Appointments and consultations of today and tomorrow, including those that have begun. */
export async function readAppointments({ adminId, limit, offset }: Slice) {
  const all = meetings();
  const [appointmentCount, consultationCount, rows] = await Promise.all([
    db.$count(appointments, planned()),
    db.$count(consultations, booked()),
    db
      .select()
      .from(all)
      .orderBy(byOwner(sql`${all.owner}`, adminId), asc(all.startsAt), asc(all.id))
      .limit(limit)
      .offset(offset),
  ]);
  const line = ({ id, kind, startsAt, recordId, number, name, owner, isSample }: (typeof rows)[number]): Line => ({
    ...{ id, isSample, isMine: owner === adminId, name: name || "No name" },
    to: kind ? `/admin/applications/${recordId}/appointments` : `/admin/consultations/${id}`,
    number: kind ? number : referenceOf(recordId),
    says: `${kind ? appointmentKindLabels[kind] : "Consultation"} · ${nassauDay(startsAt) === nassauDay() ? "today" : "tomorrow"}, ${nassauSoon(startsAt).split(", ").at(-1)}`,
  });
  return { count: appointmentCount + consultationCount, lines: rows.map(line) };
}
