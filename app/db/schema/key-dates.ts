import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { visaApplications } from "./applications";
import { clients } from "./clients";
import { createdAt, id, instant } from "./columns";
import { emailNotifications } from "./mail";
import { keyDateKinds, keyDateSettlements } from "./values";

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));

/**
 * Expiration dates and deadlines that staff recorded, of an approved case or of a client. In force while the case is
 * approved and `suspendedAt` is null. What they were before is in the activity log alone.
 */
export const keyDates = pgTable(
  "key_dates",
  {
    id: id(),
    applicationId: uuid().references(() => visaApplications.id, { onDelete: "cascade" }),
    clientId: uuid().references(() => clients.id, { onDelete: "cascade" }),
    kind: text({ enum: keyDateKinds }).notNull(),
    /** Of the kind `other` only. */
    name: text().notNull().default(""),
    validFrom: date(),
    /** Null: no expiration date. */
    endsOn: date(),
    /** For the applicant. */
    note: text().notNull().default(""),
    /** Staff chose reminders for a visa that would get none. */
    isRemindedAnyway: boolean().notNull().default(false),
    /** Of the calendar file: counts changes. */
    sequence: integer().notNull().default(0),
    settledAs: text({ enum: keyDateSettlements }),
    settledAt: instant(),
    /** The admin's email. */
    settledBy: text(),
    /** When its recipient stopped the reminders. */
    stoppedAt: instant(),
    /** Set when the case is no longer approved; cleared by staff alone. */
    suspendedAt: instant(),
    /**
     * Reminders whose day was earlier are passed over. A trigger sets it to the day in Nassau on which `endsOn` was
     * corrected, or the key date got reminders again after it was settled, stopped or suspended; `correctKeyDate` does
     * where another correction decides whether there are reminders.
     */
    remindersFrom: date().notNull().default(sql`(now() at time zone 'America/Nassau')::date`),
    revision: integer().notNull().default(0),
    /** The admin's email. */
    madeBy: text().notNull(),
    /**
     * In force, with a day, not settled, and not replaced by a submitted renewal: Today shows it near its day. Set by
     * the trigger `watch_key_date`.
     */
    isWatched: boolean().notNull().default(false),
    /** A copy of its case's owner, for Today's order. Set by the same trigger. */
    ownerId: uuid(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    unique("key_dates_same").on(t.applicationId, t.clientId, t.kind, t.name, t.endsOn).nullsNotDistinct(),
    index().on(t.clientId),
    index("key_dates_ending")
      .on(t.endsOn, t.id)
      .where(sql`settled_at is null and suspended_at is null and ends_on is not null`),
    index("key_dates_watched").on(t.endsOn, t.id).where(sql`is_watched`),
    index("key_dates_watched_owner").on(t.ownerId, t.endsOn, t.id).where(sql`is_watched`),
    // The reports count settled ones too.
    index("key_dates_of_cases").on(t.endsOn).where(sql`application_id is not null`),
    check("key_dates_one_owner", sql`num_nonnulls(${t.applicationId}, ${t.clientId}) = 1`),
    check("key_dates_kind_known", sql`${t.kind} in (${oneOf(keyDateKinds)})`),
    check("key_dates_name_of_other", sql`(${t.kind} = 'other') = (${t.name} <> '')`),
    check("key_dates_has_day", sql`${t.endsOn} is not null or ${t.kind} in ('visa', 'permit', 'entry_permission')`),
    check("key_dates_order", sql`${t.endsOn} > ${t.validFrom}`),
    check("key_dates_settled_as_known", sql`${t.settledAs} in (${oneOf(keyDateSettlements)})`),
    check("key_dates_settled_whole", sql`num_nonnulls(${t.settledAs}, ${t.settledAt}, ${t.settledBy}) in (0, 3)`),
    check("key_dates_lengths", sql`char_length(${t.name}) <= 80 and char_length(${t.note}) <= 200`),
  ],
);

export type KeyDateRow = typeof keyDates.$inferSelect;

/** Reminders that were sent or passed over. The primary key makes each of them happen once. */
export const keyDateReminders = pgTable(
  "key_date_reminders",
  {
    keyDateId: uuid()
      .notNull()
      .references(() => keyDates.id, { onDelete: "cascade" }),
    /** The day that the key date had then: a corrected day has reminders of its own. */
    endsOn: date().notNull(),
    /** How many days before `endsOn`. */
    days: integer().notNull(),
    /** Null if it was passed over. */
    mailId: uuid().references(() => emailNotifications.id, { onDelete: "set null" }),
    passedOver: boolean().notNull().default(false),
    /** How and on which day staff told the recipient of a failed reminder. */
    toldAs: text(),
    toldOn: date(),
    /** The admin's email. */
    toldBy: text(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.keyDateId, t.endsOn, t.days] }),
    index().on(t.mailId),
    check("key_date_reminders_days", sql`${t.days} between 1 and 365`),
    check("key_date_reminders_told_whole", sql`num_nonnulls(${t.toldAs}, ${t.toldOn}, ${t.toldBy}) in (0, 3)`),
  ],
);
