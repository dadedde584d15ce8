import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { visaApplications } from "./applications";
import { clients } from "./clients";
import { createdAt, id, instant } from "./columns";
import { visaInquiries } from "./inquiries";

/**
 * A person at the desk: inquiries, applications and imported clients that belong together. `people/assign.server.ts`
 * derives persons from what records have in common, and staff join them. Columns from `name` on are those of the
 * whole joined person, stored on the one it was joined into.
 */
export const people = pgTable(
  "people",
  {
    id: id(),
    /** The person that staff joined this one into; its records stay its own, so that it can be separated again. */
    joinedInto: uuid().references((): AnyPgColumn => people.id),
    name: text().notNull().default(""),
    emails: text().array().notNull().default([]),
    phones: text().array().notNull().default([]),
    inquiries: integer().notNull().default(0),
    cases: integer().notNull().default(0),
    /** Clients taken over from elsewhere. */
    clients: integer().notNull().default(0),
    /** When the latest of them was taken over. */
    importedAt: instant(),
    lastContactAt: createdAt(),
    searchText: text().notNull().default(""),
    createdAt: createdAt(),
  },
  (t) => [
    index("people_last_contact").on(t.lastContactAt, t.id).where(sql`joined_into is null`),
    index("people_joined").on(t.joinedInto).where(sql`joined_into is not null`),
    index("people_search_text").using("gin", sql`${t.searchText} gin_trgm_ops`),
    index("people_few_digits").using("gin", sql`few_digits(${t.searchText})`),
  ],
);

export const personRecords = pgTable(
  "person_records",
  {
    id: id(),
    personId: uuid()
      .notNull()
      .references(() => people.id),
    applicationId: uuid()
      .unique()
      .references(() => visaApplications.id, { onDelete: "cascade" }),
    inquiryId: uuid()
      .unique()
      .references(() => visaInquiries.id, { onDelete: "cascade" }),
    clientId: uuid()
      .unique()
      .references(() => clients.id, { onDelete: "cascade" }),
    name: text().notNull(),
    email: text().notNull(),
    phones: text().array().notNull(),
    /** Records that share one are one person, unless known facts contradict it (F-NAME-3). */
    keys: text().array().notNull(),
    /** Persons who share one may be the same: `email:…`, `phone:…`, `passport:…`. */
    ties: text().array().notNull(),
    contactAt: instant().notNull(),
  },
  (t) => [
    index().on(t.personId),
    // Looked up for every assigned record, so no pending list.
    index("person_records_keys").using("gin", t.keys).with({ fastupdate: "off" }),
    index("person_records_ties").using("gin", t.ties).with({ fastupdate: "off" }),
    check("person_records_one_record", sql`num_nonnulls(${t.applicationId}, ${t.inquiryId}, ${t.clientId}) = 1`),
  ],
);

/** Written by triggers. Rows are inserted, never updated, so that no save waits for them. */
export const peopleWaiting = pgTable(
  "people_waiting",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    applicationId: uuid(),
    inquiryId: uuid(),
    clientId: uuid(),
    personId: uuid(),
  },
  (t) => [
    index("people_waiting_application").on(t.applicationId).where(sql`application_id is not null`),
    index("people_waiting_inquiry").on(t.inquiryId).where(sql`inquiry_id is not null`),
    index("people_waiting_client").on(t.clientId).where(sql`client_id is not null`),
  ],
);

/** Persons with a common email, phone or passport; `oneId` is the smaller id. */
export const personPairs = pgTable(
  "person_pairs",
  {
    oneId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    otherId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** `email`, `phone`, `passport`. */
    same: text().array().notNull(),
    /** When staff declared them different persons; permanent. */
    declaredAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.oneId, t.otherId] }),
    index().on(t.otherId),
    index("person_pairs_open").on(t.createdAt, t.oneId).where(sql`declared_at is null`),
    check("person_pairs_order", sql`${t.oneId} < ${t.otherId}`),
  ],
);
