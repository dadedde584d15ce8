import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { visaServices } from "./catalogue";
import { createdAt, id, instant } from "./columns";
import { clientImportBases, clientImportStates, importedLineOutcomes } from "./values";

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));

/** An import of clients from a file, with its progress, so that it resumes after a crash. */
export const clientImports = pgTable(
  "client_imports",
  {
    id: id(),
    fileName: text().notNull(),
    /** The encrypted file in the bucket; null once its bytes are deleted. */
    storageKey: text().unique(),
    /** The file's own key, wrapped by the master key `fileKeyBy`. */
    fileKey: text(),
    fileKeyBy: text(),
    byteSize: integer().notNull(),
    encoding: text().notNull(),
    separator: text().notNull(),
    dateFormat: text(),
    /** The field of each of the file's columns; a column without one is left out. */
    mapping: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
    basis: text({ enum: clientImportBases }),
    /** Where the data come from. */
    source: text().notNull().default(""),
    /** Whether these clients get reminders by email. */
    isReminded: boolean().notNull().default(false),
    state: text({ enum: clientImportStates }).notNull().default("checked"),
    /** The last line that was read. */
    cursor: integer().notNull().default(0),
    total: integer().notNull().default(0),
    created: integer().notNull().default(0),
    joined: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    removed: integer().notNull().default(0),
    /** The admin's email. */
    madeBy: text().notNull(),
    createdAt: createdAt(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  (t) => [
    uniqueIndex("client_imports_one_at_a_time").on(sql`(true)`).where(sql`${t.state} in ('running', 'undoing')`),
    index().on(t.createdAt, t.id),
    index("client_imports_file_key").on(t.fileKeyBy, t.id).where(sql`file_key_by is not null`),
    check("client_imports_state_known", sql`${t.state} in (${oneOf(clientImportStates)})`),
    check("client_imports_basis_known", sql`${t.basis} in (${oneOf(clientImportBases)})`),
    check("client_imports_source_length", sql`char_length(${t.source}) <= 200`),
  ],
);

/** Clients from before this program, taken over to watch their key dates. */
export const clients = pgTable(
  "clients",
  {
    id: id(),
    importId: uuid()
      .notNull()
      .references(() => clientImports.id),
    line: integer().notNull(),
    name: text().notNull(),
    /** Empty if unknown; either email or phone is required. */
    email: text().notNull().default(""),
    phone: text().notNull().default(""),
    nationality: text(),
    serviceId: uuid().references(() => visaServices.id, { onDelete: "set null" }),
    /** The office's own. */
    reference: text().notNull().default(""),
    isReminded: boolean().notNull().default(false),
    /** When staff last changed it or its key dates; null since the import. */
    changedAt: instant(),
    revision: integer().notNull().default(0),
    isSample: boolean().notNull().default(false),
    /** For the desk's search: name, email and reference, then the digits of the phone. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`folded(name || ' ' || email || ' ' || reference) || ' ' || chr(31) || digits(phone)`),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex().on(t.importId, t.line),
    index().on(t.serviceId),
    // The nightly run goes through them in this order.
    index("clients_created").on(t.createdAt, t.id),
    index("clients_email").on(sql`lower(${t.email})`),
    index("clients_search_text").using("gin", sql`${t.searchText} gin_trgm_ops`),
    index("clients_few_digits").using("gin", sql`few_digits(${t.searchText})`),
    check("clients_reachable", sql`${t.email} <> '' or ${t.phone} <> ''`),
    check("clients_lengths", sql`char_length(${t.name}) between 1 and 120 and char_length(${t.reference}) <= 60`),
  ],
);

export type ClientRow = typeof clients.$inferSelect;

/** What became of each line of an import. Holds no text of the file. */
export const clientImportLines = pgTable(
  "client_import_lines",
  {
    importId: uuid()
      .notNull()
      .references(() => clientImports.id, { onDelete: "cascade" }),
    line: integer().notNull(),
    outcome: text({ enum: importedLineOutcomes }).notNull(),
    /** A code, such as `already_here`. */
    reason: text(),
    clientId: uuid().references(() => clients.id, { onDelete: "set null" }),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    index().on(t.clientId),
    check("client_import_lines_outcome_known", sql`${t.outcome} in (${oneOf(importedLineOutcomes)})`),
  ],
);
