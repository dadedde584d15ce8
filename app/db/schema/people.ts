import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { visaApplications } from "./applications";
import { createdAt, id, instant } from "./columns";
import { visaInquiries } from "./inquiries";

/**
 * A person at the desk: what inquiries and applications belong together. Nobody types a person;
 * `people/assign.server.ts` makes them of what records have in common, and staff join them. What is shown of one (from
 * `name` on) is kept on the one that it was joined into, for all of them.
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
    lastContactAt: createdAt(),
    /** What the search compares: names, emails and phones, then their digits. */
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

/** Which person an application or an inquiry belongs to, and what it was found by. */
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
    name: text().notNull(),
    email: text().notNull(),
    phones: text().array().notNull(),
    /** Records with one of these in common are one person where nothing known contradicts it (F-NAME-3). */
    keys: text().array().notNull(),
    /** Persons with one of these in common may be one (K-PPL-4): `email:…`, `phone:…`, `passport:…`. */
    ties: text().array().notNull(),
    contactAt: instant().notNull(),
  },
  (t) => [
    index().on(t.personId),
    // Looked up for every record that is assigned, so that nothing is left for later.
    index("person_records_keys").using("gin", t.keys).with({ fastupdate: "off" }),
    index("person_records_ties").using("gin", t.ties).with({ fastupdate: "off" }),
    check("person_records_one_record", sql`num_nonnulls(${t.applicationId}, ${t.inquiryId}) = 1`),
  ],
);

/**
 * What is to be assigned, written by triggers: a record that was made or changed, a person whose record was deleted.
 * Rows are added, never changed, so that nobody who saves waits for it.
 */
export const peopleWaiting = pgTable(
  "people_waiting",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    applicationId: uuid(),
    inquiryId: uuid(),
    personId: uuid(),
  },
  (t) => [
    index("people_waiting_application").on(t.applicationId).where(sql`application_id is not null`),
    index("people_waiting_inquiry").on(t.inquiryId).where(sql`inquiry_id is not null`),
  ],
);

/** Two persons with an email, a phone or a passport in common; `oneId` is the smaller id. */
export const personPairs = pgTable(
  "person_pairs",
  {
    oneId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    otherId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** What they have in common: `email`, `phone`, `passport`. */
    same: text().array().notNull(),
    /** When staff said that they are not the same person; kept for good. */
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
