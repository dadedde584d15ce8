import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { occupy } from "~/consultations/occupy.server";
import { readWindowFacts } from "~/consultations/read-times.server";
import { freeTimes } from "~/consultations/slots";
import { daysAfter, nassauDay, nassauInstant } from "~/core/time";
import type { Transaction } from "~/db/client.server";
import { adminUsers, type StoredWeek } from "~/db/schema/accounts";
import { type ConsultationEvent, consultations } from "~/db/schema/consultations";
import { visaInquiries } from "~/db/schema/inquiries";
import { emailNotifications } from "~/db/schema/mail";
import { bookedBy } from "./people/inquirers";

const minutes = 30;
const hour = 3_600_000;

const mornings = [["09:00", "12:00"]] as const;
const wholeDay = [...mornings, ["14:00", "16:30"]] as const;
const sampleHours: StoredWeek = {
  ...{ monday: wholeDay, tuesday: wholeDay, wednesday: wholeDay, thursday: wholeDay, friday: mornings },
};

/**
 * Gives the first super admin consultation hours, and makes consultations of two sample inquiries: one ahead, one whose
 * visitor did not come (D13). Runs after the first admin exists; does nothing if the sample people were removed.
 */
export async function loadSampleConsultations(tx: Transaction): Promise<void> {
  const [admin] = await tx
    .select()
    .from(adminUsers)
    .where(and(eq(adminUsers.role, "super_admin"), eq(adminUsers.isActive, true)))
    .orderBy(asc(adminUsers.createdAt), asc(adminUsers.id))
    .limit(1);
  const [ahead, missed] = [await sampleInquiry(tx, bookedBy.ahead), await sampleInquiry(tx, bookedBy.missed)];
  if (!admin || !ahead || !missed) return;
  if (!admin.consultationHours)
    await tx.update(adminUsers).set({ consultationHours: sampleHours }).where(eq(adminUsers.id, admin.id));
  await bookAhead(tx, ahead, admin);
  await bookMissed(tx, missed, admin);
}

/** The hours go with the sample people, unless somebody has changed them. */
export const removeSampleHours = (tx: Transaction) =>
  tx.update(adminUsers).set({ consultationHours: null }).where(eq(adminUsers.consultationHours, sampleHours));

type Inquiry = typeof visaInquiries.$inferSelect;
type Admin = Pick<typeof adminUsers.$inferSelect, "id" | "email">;

async function sampleInquiry(tx: Transaction, name: string): Promise<Inquiry | undefined> {
  const [row] = await tx
    .select()
    .from(visaInquiries)
    .where(and(eq(visaInquiries.fullName, name), eq(visaInquiries.isSample, true), isNull(visaInquiries.cameBy)));
  return row;
}

async function bookAhead(tx: Transaction, inquiry: Inquiry, admin: Admin): Promise<void> {
  const facts = await readWindowFacts({ source: tx });
  const time = freeTimes(facts).find(
    (free) =>
      free.startsAt.getTime() > Date.now() + 40 * hour && free.time >= "10:00" && free.adminIds.includes(admin.id),
  );
  if (!time) return;
  const { startsAt, day, time: clock } = time;
  const id = await insert(tx, inquiry, admin, {
    ...{ startsAt, day, time: clock, way: "phone", zone: "America/New_York" },
    history: [{ what: "booked", at: inquiry.createdAt.toISOString(), by: null }],
  });
  const keeps = { minutes, changeHours: facts.settings.changeHours };
  await occupy(tx, { consultationId: id, startsAt, keeps, adminId: admin.id });
}

async function bookMissed(tx: Transaction, inquiry: Inquiry, admin: Admin): Promise<void> {
  const day = lastWeekday();
  const startsAt = nassauInstant(day, "11:00");
  const markedAt = new Date(startsAt.getTime() + hour / 2);
  const history: ConsultationEvent[] = [
    { what: "booked", at: inquiry.createdAt.toISOString(), by: null },
    { what: "no_show", at: markedAt.toISOString(), by: admin.email },
  ];
  await insert(tx, inquiry, admin, {
    ...{ startsAt, day, time: "11:00", way: "whatsapp", zone: "Europe/Paris", history },
    ...{
      outcome: "no_show",
      outcomeAt: markedAt,
      outcomeBy: admin.email,
      dayReminderAt: startsAt,
      hoursReminderAt: startsAt,
    },
  });
}

/** Monday to Friday, before today in Nassau. */
function lastWeekday(): string {
  const yesterday = daysAfter(nassauDay(), -1);
  const weekday = new Date(yesterday).getUTCDay();
  return daysAfter(yesterday, weekday === 0 ? -2 : weekday === 6 ? -1 : 0);
}

type Booked = Pick<typeof consultations.$inferInsert, "startsAt" | "day" | "time" | "way" | "zone" | "history"> &
  Partial<typeof consultations.$inferInsert>;

/** What confirming would store: the inquiry came by the booking, is the admin's, and nothing confirmed it otherwise. */
async function insert(tx: Transaction, inquiry: Inquiry, admin: Admin, row: Booked): Promise<string> {
  const [made] = await tx
    .insert(consultations)
    .values({
      inquiryId: inquiry.id,
      adminId: admin.id,
      minutes,
      state: "booked",
      createdAt: inquiry.createdAt,
      ...row,
    })
    .returning({ id: consultations.id });
  if (!made) throw new Error("The insert of a sample consultation returned no row");
  await tx
    .update(visaInquiries)
    .set({
      ...{ cameBy: "Booking", ownerId: admin.id, uploadedDocuments: [] },
      promisedBy: new Date(row.startsAt.getTime() + minutes * 60_000),
    })
    .where(eq(visaInquiries.id, inquiry.id));
  await tx
    .delete(emailNotifications)
    .where(
      and(
        eq(emailNotifications.contactInquiryId, inquiry.id),
        inArray(emailNotifications.emailType, ["contact_confirmation", "contact_admin_notification"]),
      ),
    );
  return made.id;
}
