import { sql } from "drizzle-orm";
import {
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
import { agreementTemplates } from "./agreement-templates";
import { createdAt, id, instant, money } from "./columns";
import { agreementOfferTimes, entryTypes } from "./values";

export type ServiceStep = { step: number; title: string; description: string };
export type ServiceFaq = { question: string; answer: string };
/** Such as `Standard` and `5–7 business days`. */
export type ServiceTime = { label: string; time: string };
export type VisaSubtype = { name: string; govFee: number; serviceFee: number; total: number; description: string };

/** Destinations. `code` is ISO 3166-1 alpha-2; `aliases` are the spellings that links use, upper case. */
export const countries = pgTable(
  "countries",
  {
    id: id(),
    name: text().notNull().unique(),
    code: text().notNull().unique(),
    flagEmoji: text().notNull(),
    aliases: text().array().notNull().default([]),
    /** Countries with the same position are sorted by name. */
    displayOrder: integer().notNull().default(0),
    /** Hidden countries have no button; their services stay. */
    isHidden: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [check("countries_code_alpha2", sql`${t.code} ~ '^[A-Z]{2}$'`)],
);

export const serviceCategories = pgTable("service_categories", {
  id: id(),
  name: text().notNull().unique(),
  displayOrder: integer().notNull().default(0),
  /** The editor offers a hidden one only where it is selected already. */
  isHidden: boolean().notNull().default(false),
});

export const entryType = pgEnum("entry_type", entryTypes);

export const visaServices = pgTable(
  "visa_services",
  {
    id: id(),
    slug: text().notNull().unique(),
    serviceName: text().notNull(),
    serviceType: text(),
    visaType: text(),
    countryId: uuid().references(() => countries.id, { onDelete: "restrict" }),
    categoryId: uuid().references(() => serviceCategories.id, { onDelete: "set null" }),
    description: text().notNull().default(""),
    overview: text().notNull().default(""),
    entryType: entryType().notNull().default("Single Entry"),
    processingTime: text(),
    maxStay: text(),
    validityPeriod: text(),
    governmentFee: money().notNull().default("0"),
    serviceFee: money().notNull().default("0"),
    totalPrice: money().notNull().generatedAlwaysAs(sql`government_fee + service_fee`),
    /** The government fee's recipient, such as `the embassy`; empty means `the government`. */
    feeRecipient: text().notNull().default(""),
    /** A fee that is due later, such as `plus the annual permit fee on approval`. */
    furtherFee: text().notNull().default(""),
    requirements: text().array().notNull().default([]),
    eligibilityCriteria: text().array().notNull().default([]),
    importantNotes: text().array().notNull().default([]),
    applicationSteps: jsonb().$type<ServiceStep[]>().notNull().default([]),
    faqs: jsonb().$type<ServiceFaq[]>().notNull().default([]),
    processingTimes: jsonb().$type<ServiceTime[]>().notNull().default([]),
    visaSubtypes: jsonb().$type<VisaSubtype[]>().notNull().default([]),
    /** When staff checked fees and rules, and where; both or neither. */
    checkedOn: date(),
    officialSource: text(),
    displayOrder: integer().notNull().default(0),
    isFeatured: boolean().notNull().default(false),
    isActive: boolean().notNull().default(true),
    /** Staff usually file within so many days of the submission. */
    filingDays: integer().notNull().default(0),
    /** The agreement that its applicants are offered, when (before or after the submission), and what waits for it. */
    agreementId: uuid().references(() => agreementTemplates.id, { onDelete: "set null" }),
    agreementOffered: text({ enum: agreementOfferTimes }).notNull().default("before"),
    workBeginsSigned: boolean().notNull().default(false),
    metaTitle: text(),
    metaDescription: text(),
    metaKeywords: text(),
    ogImage: text(),
    canonicalUrl: text(),
    structuredData: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index().on(t.isActive, t.serviceName),
    index().on(t.isFeatured, t.serviceName).where(sql`${t.isFeatured} and ${t.isActive}`),
    index().on(t.countryId),
    index().on(t.displayOrder),
    check("visa_services_slug_form", sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check("visa_services_name_present", sql`btrim(${t.serviceName}) <> ''`),
    check("visa_services_fees_not_negative", sql`${t.governmentFee} >= 0 and ${t.serviceFee} >= 0`),
    check("visa_services_checked_with_source", sql`num_nonnulls(${t.checkedOn}, ${t.officialSource}) <> 1`),
    check("visa_services_agreement_offered", sql`${t.agreementOffered} in ('before', 'after')`),
    check("visa_services_filing_days", sql`${t.filingDays} between 0 and 180`),
    check("visa_services_source_form", sql`${t.officialSource} like 'https://_%'`),
  ],
);

export const visaPricingTiers = pgTable(
  "visa_pricing_tiers",
  {
    id: id(),
    serviceId: uuid()
      .notNull()
      .references(() => visaServices.id, { onDelete: "cascade" }),
    tierName: text().notNull(),
    description: text().notNull().default(""),
    /** A trigger sets it to the sum of both fees (`keep_tier_sum`), which are null if unknown. */
    totalPrice: money().notNull(),
    governmentFee: money(),
    serviceFee: money(),
    displayOrder: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex().on(t.serviceId, t.displayOrder),
    check("visa_pricing_tiers_price_not_negative", sql`${t.totalPrice} >= 0`),
    check("visa_pricing_tiers_fees_not_negative", sql`${t.governmentFee} >= 0 and ${t.serviceFee} >= 0`),
    check("visa_pricing_tiers_sum", sql`${t.totalPrice} = ${t.governmentFee} + ${t.serviceFee}`),
  ],
);

export const visaServiceViews = pgTable(
  "visa_service_views",
  {
    id: id(),
    serviceId: uuid()
      .notNull()
      .references(() => visaServices.id, { onDelete: "cascade" }),
    sessionId: text().notNull(),
    userAgent: text(),
    referrer: text(),
    isSample: boolean().notNull().default(false),
    viewedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    index().on(t.serviceId),
    index().on(t.viewedAt),
    index("visa_service_views_sample").on(t.id).where(sql`${t.isSample}`),
  ],
);
