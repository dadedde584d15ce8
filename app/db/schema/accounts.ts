import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";
import { adminRoles } from "./values";

// better-auth's tables: the library reads and writes them by these property names.
export const user = pgTable("user", {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
});

export const session = pgTable(
  "session",
  {
    id: text().primaryKey(),
    token: text().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** Ours: the last request of staff, to the minute. */
    lastUsedAt: createdAt(),
    /** Ours: the time of sign-in or of the last reauthentication. */
    freshAt: instant().default(sql`now()`),
  },
  (t) => [index().on(t.userId), index().on(t.expiresAt)],
);

export const account = pgTable(
  "account",
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index().on(t.userId), uniqueIndex().on(t.providerId, t.accountId)],
);

export const verification = pgTable(
  "verification",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index().on(t.identifier)],
);

export const adminRole = pgEnum("admin_role", adminRoles);

/** `{"monday": [["09:00", "17:00"]]}`, in Nassau time. */
export type StoredWeek = Readonly<Record<string, readonly (readonly [string, string])[]>>;

export const adminUsers = pgTable(
  "admin_users",
  {
    id: id(),
    userId: text()
      .notNull()
      .unique()
      .references(() => user.id, { onDelete: "cascade" }),
    email: text().notNull(),
    role: adminRole().notNull().default("regular_admin"),
    /** Shown for owner, notes, replies and log; empty until its owner has set it, and the email is shown. */
    name: text().notNull().default(""),
    /** Somebody else chose the password: the desk opens only after its owner has set another. */
    passwordIsTemporary: boolean().notNull().default(false),
    /** Whatever the setting: an invited admin sets up a second factor before the desk opens. */
    factorRequired: boolean().notNull().default(false),
    isActive: boolean().notNull().default(true),
    /** Whether single keys, such as `j`, are shortcuts for this admin. */
    singleKeys: boolean().notNull().default(true),
    /** When the admin takes consultations: spans by weekday like the setting `office_hours`; null for never. */
    consultationHours: jsonb().$type<StoredWeek>(),
    lastLoginAt: instant(),
    /** The last day, in Nassau, on which the desk opens without the second factor that the account needs. */
    secondFactorBy: date(),
    createdBy: uuid().references((): AnyPgColumn => adminUsers.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("admin_users_email").on(sql`lower(${t.email})`),
    check("admin_users_name_length", sql`char_length(${t.name}) <= 80`),
  ],
);

/** `changes`: see `app/core/activity-log/changes.ts`. */
type ActivityDetails = { changes?: readonly object[] } & {
  [fact: string]: string | number | boolean | null | readonly object[] | undefined;
};

/**
 * The activity log of staff. No foreign keys: it outlives its subjects. A trigger refuses updates and deletions, except
 * for the count of refused sign-ins and the sweep of old entries (K-LOG-5).
 */
export const adminActivityLog = pgTable(
  "admin_activity_log",
  {
    id: id(),
    actionType: text().notNull(),
    adminId: uuid(),
    adminEmail: text(),
    targetAdminEmail: text(),
    subjectType: text(),
    subjectId: text(),
    /** The subject's name or number, still readable after its deletion. */
    subjectName: text(),
    /** The case number if the subject belongs to a case; otherwise its name. */
    about: text().generatedAlwaysAs(sql`coalesce(details ->> 'number', subject_name)`),
    details: jsonb().$type<ActivityDetails>(),
    address: text(),
    /** Such as `Chrome on Android`; null if unknown. */
    browser: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt),
    index().on(t.subjectType, t.subjectId),
    index().on(t.actionType, t.createdAt),
    index().on(t.adminEmail, t.createdAt),
    index().on(t.about, t.createdAt),
    index("admin_activity_log_with_address").on(t.createdAt, t.id).where(sql`${t.address} is not null`),
    index("admin_activity_log_without_admin").on(t.createdAt, t.id).where(sql`admin_email is null`),
    index("admin_activity_log_few_digits").using("gin", sql`few_digits(folded(${t.subjectName}))`),
    index("admin_activity_log_subject_name").using("gin", sql`(folded(${t.subjectName})) gin_trgm_ops`),
  ],
);

export const limitCounts = pgTable(
  "limit_counts",
  {
    key: text().primaryKey(),
    windowEnds: instant().notNull(),
    count: integer().notNull(),
  },
  (t) => [index().on(t.windowEnds), check("limit_counts_count_positive", sql`${t.count} > 0`)],
);
