import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { adminUsers } from "./accounts";
import { createdAt, id, instant } from "./columns";
import { visaInquiries } from "./inquiries";
import { consultationOutcomes, consultationStates, consultationWays, type inquiryStatuses } from "./values";

/**
 * An entry of the inquiry's thread. `by`: the admin's email; null for the visitor. `was`: the former start. `reply`:
 * the answer that an outcome added to the thread; `status`: the inquiry's before that.
 */
export type ConsultationEvent = {
  what: "booked" | "moved" | "canceled" | "given" | "took_place" | "no_show" | "outcome_removed";
  at: string;
  by: string | null;
  was?: string;
  reason?: string;
  reply?: string;
  status?: (typeof inquiryStatuses)[number];
};

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));

/** Consultations that visitors or staff book. A confirmed one has an inquiry, which then holds what was typed. */
export const consultations = pgTable(
  "consultations",
  {
    id: id(),
    /** Null until the booking is confirmed. */
    inquiryId: uuid()
      .unique()
      .references(() => visaInquiries.id, { onDelete: "cascade" }),
    /** Who takes it. */
    adminId: uuid().references(() => adminUsers.id, { onDelete: "set null" }),
    /** Day and time in Nassau, `2026-11-23` and `10:30`, and the same as an instant. */
    day: date().notNull(),
    time: text().notNull(),
    startsAt: instant().notNull(),
    minutes: integer().notNull(),
    /**
     * Until how many hours before the start its visitor may move or cancel it: as in the settings when it was booked.
     */
    changeHours: integer().notNull().default(4),
    way: text({ enum: consultationWays }).notNull(),
    state: text({ enum: consultationStates }).notNull().default("unconfirmed"),
    /** When its time is free again unless it is confirmed; null for those that staff book. */
    unconfirmedUntil: instant(),
    /** What was typed, until the inquiry holds it. */
    name: text().notNull().default(""),
    email: text().notNull().default(""),
    phone: text().notNull().default(""),
    topic: text().notNull().default(""),
    about: text().notNull().default(""),
    /** The visitor's time zone. */
    zone: text().notNull(),
    /** Of the calendar file: counts moves and the cancellation. */
    sequence: integer().notNull().default(0),
    /** What the mailed links are signed over. */
    linkSecret: uuid().notNull().defaultRandom(),
    history: jsonb().$type<readonly ConsultationEvent[]>().notNull().default([]),
    /** When each reminder for the present start was due, set once it was sent or skipped. */
    dayReminderAt: instant(),
    hoursReminderAt: instant(),
    outcome: text({ enum: consultationOutcomes }),
    outcomeAt: instant(),
    /** The admin's email. */
    outcomeBy: text(),
    /** The idempotency hash: sent twice, it is stored once. */
    attemptKey: uuid().unique(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index().on(t.adminId, t.startsAt),
    index("consultations_booked").on(t.startsAt, t.id).where(sql`state = 'booked'`),
    index("consultations_unconfirmed").on(t.createdAt, t.id).where(sql`inquiry_id is null`),
    index("consultations_unconfirmed_email").on(sql`lower(${t.email})`).where(sql`state = 'unconfirmed'`),
    check("consultations_minutes", sql`${t.minutes} between 5 and 480`),
    check("consultations_change_hours", sql`${t.changeHours} between 0 and 72`),
    check("consultations_way_known", sql`${t.way} in (${oneOf(consultationWays)})`),
    check("consultations_state_known", sql`${t.state} in (${oneOf(consultationStates)})`),
    check("consultations_outcome_known", sql`${t.outcome} in (${oneOf(consultationOutcomes)})`),
    check("consultations_outcome_whole", sql`num_nonnulls(${t.outcome}, ${t.outcomeAt}, ${t.outcomeBy}) in (0, 3)`),
    check("consultations_booked_has_inquiry", sql`${t.state} <> 'booked' or ${t.inquiryId} is not null`),
    check("consultations_about_length", sql`char_length(${t.about}) <= 150`),
  ],
);

export type ConsultationRow = typeof consultations.$inferSelect;

/**
 * The quarter hours that each consultation takes of its admin, its buffer included. The primary key guarantees that a
 * time is given away once, and that changed settings leave earlier bookings as they are.
 */
export const consultationCells = pgTable(
  "consultation_cells",
  {
    adminId: uuid()
      .notNull()
      .references(() => adminUsers.id, { onDelete: "cascade" }),
    startsAt: instant().notNull(),
    consultationId: uuid()
      .notNull()
      .references(() => consultations.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.startsAt] }), index().on(t.consultationId)],
);

/** Time in which an admin takes no consultations. */
export const blockedTimes = pgTable(
  "blocked_times",
  {
    id: id(),
    adminId: uuid()
      .notNull()
      .references(() => adminUsers.id, { onDelete: "cascade" }),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** For staff alone. */
    note: text().notNull().default(""),
    /** The admin's email. */
    madeBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.adminId, t.endsAt),
    index().on(t.endsAt),
    check("blocked_times_order", sql`${t.endsAt} > ${t.startsAt}`),
    check("blocked_times_note_length", sql`char_length(${t.note}) <= 120`),
  ],
);
