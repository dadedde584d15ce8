import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgEnum, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { visaApplications } from "./applications";
import { createdAt, id, instant } from "./columns";
import { visaInquiries } from "./inquiries";
import { mailStatuses } from "./values";

type StoredValue = string | number | boolean | null | undefined | StoredValue[] | { [name: string]: StoredValue };
export type StoredData = Record<string, StoredValue>;

export const mailStatus = pgEnum("mail_status", mailStatuses);

/** The owner's published changes to the texts of a kind of mail; unchanged defaults are not in it. */
export const mailTextOverrides = pgTable("mail_words", {
  kind: text().primaryKey(),
  words: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
  changedAt: createdAt(),
});

/**
 * Outbox and log in one: the row is written in the transaction that causes the mail, the worker renders and sends it.
 * `templateData` never contains a secret: private links are made when sending (D17).
 */
export const emailNotifications = pgTable(
  "email_notifications",
  {
    id: id(),
    /** A kind of `mail/templates.ts`, which checks it. */
    emailType: text().notNull(),
    templateName: text().notNull(),
    templateData: jsonb().$type<StoredData>().notNull().default({}),
    recipientName: text().notNull().default(""),
    recipientEmail: text().notNull(),
    subject: text().notNull(),
    /** The owner's texts used for the last send; null for the defaults. */
    words: jsonb().$type<Readonly<Record<string, string>>>(),
    status: mailStatus().notNull().default("pending"),
    attempts: integer().notNull().default(0),
    errorMessage: text(),
    messageId: text().notNull().unique(),
    applicationId: uuid().references(() => visaApplications.id, { onDelete: "set null" }),
    contactInquiryId: uuid().references(() => visaInquiries.id, { onDelete: "set null" }),
    isSample: boolean().notNull().default(false),
    /** The earliest time to send; null for at once. Delays mails over an address's hourly limit. */
    dueAt: instant(),
    /** The undoable change (`undo_offers.id`) whose undoing also cancels this mail. */
    undoId: uuid(),
    sentAt: instant(),
    /** When the recipient's server accepted it, as the mail service reports. */
    deliveredAt: instant(),
    /** When the recipient's server refused it permanently, at once or later. */
    bouncedAt: instant(),
    /** When text, data, subject and recipient were removed at the end of their retention. */
    textRemovedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.status, t.createdAt, t.id),
    index().on(t.emailType, t.createdAt, t.id),
    index().on(t.applicationId, t.createdAt),
    index().on(t.contactInquiryId),
    index("email_notifications_recipient").on(sql`lower(${t.recipientEmail})`, t.createdAt),
    index("email_notifications_with_text").on(t.createdAt, t.id).where(sql`${t.textRemovedAt} is null`),
    index("email_notifications_undo").on(t.undoId).where(sql`${t.undoId} is not null`),
    index("email_notifications_sample").on(t.id).where(sql`${t.isSample}`),
    index("email_notifications_found_by").using(
      "gin",
      sql`(folded(${t.recipientName} || ' ' || ${t.recipientEmail} || ' ' || ${t.subject})) gin_trgm_ops`,
    ),
    index("email_notifications_few_digits").using(
      "gin",
      sql`few_digits(folded(${t.recipientName} || ' ' || ${t.recipientEmail} || ' ' || ${t.subject}))`,
    ),
  ],
);
