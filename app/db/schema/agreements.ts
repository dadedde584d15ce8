import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AgreementBlock } from "./agreement-templates";
import { visaApplications } from "./applications";
import { createdAt, id, instant } from "./columns";
import { agreementEventKinds } from "./values";

const applicationId = () =>
  uuid()
    .notNull()
    .references(() => visaApplications.id, { onDelete: "cascade" });

/** An agreement that an application's holder may sign, with the facts of that moment. */
export const agreementOffers = pgTable(
  "agreement_offers",
  {
    id: id(),
    applicationId: applicationId(),
    /** The template, which may be gone. */
    templateId: uuid().notNull(),
    version: integer().notNull(),
    /** The SHA-256 of the filled text, in hexadecimal: the form that signs it carries it. */
    textSha256: text().notNull(),
    workBeginsSigned: boolean().notNull(),
    /** Why it is offered again: the price, or by the hand of staff another version. Null for the first. */
    because: text({ enum: ["price", "version"] }),
    /** Null when the submission or a changed price offered it. */
    offeredBy: text(),
    offeredAt: createdAt(),
    /** When another offer took its place, unsigned or not. */
    replacedAt: instant(),
  },
  (t) => [
    index().on(t.applicationId, t.offeredAt),
    uniqueIndex("agreement_offers_current").on(t.applicationId).where(sql`${t.replacedAt} is null`),
    check("agreement_offers_because", sql`${t.because} in ('price', 'version')`),
  ],
);

/** A trigger refuses updates, and a deletion other than with its application. */
export const agreementSignatures = pgTable(
  "agreement_signatures",
  {
    id: id(),
    offerId: uuid()
      .notNull()
      .unique()
      .references(() => agreementOffers.id, { onDelete: "cascade" }),
    applicationId: applicationId(),
    /** Title, blocks, version and facts as they were read. */
    text: jsonb().$type<{ title: string; blocks: AgreementBlock[]; version: number; publishedAt: string }>().notNull(),
    facts: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    /** The sentence that was ticked. */
    agreedTo: text().notNull(),
    signature: text().notNull(),
    /** The IP address and kind of browser that it came from. */
    address: text().notNull(),
    browser: text().notNull(),
    /** Of its canonical form, in hexadecimal. */
    sha256: text().notNull(),
    signedAt: createdAt(),
  },
  (t) => [index().on(t.applicationId, t.signedAt)],
);

/** What became of a signature, once of each kind. A trigger refuses updates. */
export const agreementEvents = pgTable(
  "agreement_events",
  {
    id: id(),
    signatureId: uuid()
      .notNull()
      .references(() => agreementSignatures.id, { onDelete: "cascade" }),
    applicationId: applicationId(),
    kind: text({ enum: agreementEventKinds }).notNull(),
    /** Null when the applicant withdrew it. */
    adminEmail: text(),
    /** The admin's name, for a countersignature. */
    signature: text(),
    /** Of a countersignature's canonical form, in hexadecimal. */
    sha256: text(),
    /** The day on which it ended, and why. */
    endedOn: date(),
    reason: text(),
    at: createdAt(),
  },
  (t) => [
    unique("agreement_events_once").on(t.signatureId, t.kind),
    index().on(t.applicationId, t.at),
    check("agreement_events_kind", sql`${t.kind} in ('countersigned', 'withdrawn', 'ended')`),
    check("agreement_events_reason", sql`char_length(${t.reason}) between 1 and 500`),
  ],
);
