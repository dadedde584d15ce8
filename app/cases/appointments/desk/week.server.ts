import { and, asc, eq, gte, lt } from "drizzle-orm";
import { isDay, nassauDay, nassauInstant } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { appointments } from "~/db/schema/case";
import { applicantInformation } from "~/db/schema/steps";

/** Adds days to a `YYYY-MM-DD` day. */
export const later = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The Monday of the week of a day in Nassau; of the current week without a valid day. */
export function mondayOf(requestedDay: string | null, now = new Date()): string {
  const day = isDay(requestedDay) ? requestedDay : nassauDay(now);
  return later(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** The appointments of a week in Nassau, Monday to Sunday, without canceled ones. */
export function appointmentsOfWeek(monday: string) {
  return db
    .select({
      id: appointments.id,
      kind: appointments.kind,
      startsAt: appointments.startsAt,
      zone: appointments.zone,
      confirmedAt: appointments.confirmedAt,
      otherTime: appointments.otherTime,
      state: appointments.state,
      minutes: appointments.minutes,
      place: appointments.place,
      staffId: appointments.staffId,
      ownerId: visaApplications.ownerId,
      applicationId: visaApplications.id,
      number: visaApplications.applicationNumber,
      isSample: visaApplications.isSample,
      email: visaApplications.userEmail,
      firstName: applicantInformation.firstName,
      lastName: applicantInformation.lastName,
    })
    .from(appointments)
    .innerJoin(visaApplications, eq(visaApplications.id, appointments.applicationId))
    .leftJoin(applicantInformation, eq(applicantInformation.applicationId, visaApplications.id))
    .where(
      and(
        eq(appointments.state, "planned"),
        gte(appointments.startsAt, nassauInstant(monday, "00:00")),
        lt(appointments.startsAt, nassauInstant(later(monday, 7), "00:00")),
      ),
    )
    .orderBy(asc(appointments.startsAt), asc(appointments.id));
}
