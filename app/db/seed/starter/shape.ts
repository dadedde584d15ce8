import type { countries, ServiceTime, VisaSubtype, visaServices } from "~/db/schema/catalogue";
import type { blogPosts, faqs, forms, seoMetadata, siteSettings } from "~/db/schema/content";
import type { formStepDefinitions } from "~/db/schema/form-steps";
import type { documentRequirements } from "~/db/schema/requirements";
import type { entryRules } from "~/db/schema/site/rules";

/** Table rows without ids; references use natural keys. */
type Filled<Row, Key extends keyof Row> = { [K in Key]-?: NonNullable<Row[K]> };

export type CountryContent = Filled<typeof countries.$inferInsert, "name" | "code" | "flagEmoji"> & {
  aliases: readonly string[];
};

export const categoryNames = ["Visitor", "Work", "Study", "Residence", "Transit"] as const;
type CategoryName = (typeof categoryNames)[number];

export const serviceSlugs = [
  "bahamian-evisa",
  "bahamas-work-visa",
  "permit-to-reside",
  "permanent-residence",
  "us-travel-b1-b2-visa",
  "us-student-f-1-visa",
  "canadian-visitor-visa-trv",
  "canadian-eta",
  "uk-visitor-visa",
  "uk-transit-visa",
  "schengen-visitor-visa",
  "jamaica-visitor-visa",
  "barbados-welcome-stamp",
  "uae-tourist-visa",
  "australia-visitor-visa",
] as const;
export type ServiceSlug = (typeof serviceSlugs)[number];

export type CountryCode = "BS" | "US" | "CA" | "GB" | "FR" | "JM" | "BB" | "AE" | "AU";

export type ServiceContent = Filled<
  typeof visaServices.$inferInsert,
  | "serviceName"
  | "serviceType"
  | "visaType"
  | "description"
  | "overview"
  | "entryType"
  | "processingTime"
  | "maxStay"
  | "validityPeriod"
  | "governmentFee"
  | "serviceFee"
  | "feeRecipient"
  | "furtherFee"
  | "eligibilityCriteria"
  | "importantNotes"
  | "applicationSteps"
  | "faqs"
  | "processingTimes"
  | "visaSubtypes"
  | "displayOrder"
  | "isFeatured"
  | "metaTitle"
  | "metaDescription"
  | "metaKeywords"
> & { slug: ServiceSlug; countryCode: CountryCode; category: CategoryName };

/** Pricing tiers are made from these when loading. */
export const subtype = (name: string, govFee: number, serviceFee: number, description: string): VisaSubtype => ({
  name,
  govFee,
  serviceFee,
  total: govFee + serviceFee,
  description,
});

export const steps = (...rows: [title: string, description: string][]) =>
  rows.map(([title, description], index) => ({ step: index + 1, title, description }));

export const times = (...rows: [label: string, time: string][]): ServiceTime[] =>
  rows.map(([label, time]) => ({ label, time }));

export const questions = (...rows: [question: string, answer: string][]) =>
  rows.map(([question, answer]) => ({ question, answer }));

export const paragraphs = (...texts: string[]) => texts.join("\n\n");

export type DocumentContent = Filled<
  typeof documentRequirements.$inferInsert,
  "documentType" | "documentName" | "description" | "isRequired"
> &
  Pick<typeof documentRequirements.$inferInsert, "purpose" | "photoRule" | "dateRule" | "dateAmount" | "dateUnit">;
export type StepDefinitionContent = Filled<
  typeof formStepDefinitions.$inferInsert,
  "stepCode" | "stepName" | "componentName" | "stepType" | "estimatedTimeMinutes"
>;
export type FaqContent = Filled<typeof faqs.$inferInsert, "question" | "answer" | "category"> & {
  namesRules?: boolean;
};
export type PostContent = Filled<
  typeof blogPosts.$inferInsert,
  | "slug"
  | "title"
  | "excerpt"
  | "content"
  | "category"
  | "author"
  | "publishedAt"
  | "metaTitle"
  | "metaDescription"
  | "metaKeywords"
>;
export type EntryRuleContent = Omit<
  typeof entryRules.$inferInsert,
  "id" | "destinationId" | "purpose" | "service" | "notNeeded" | "published"
> & { destination: CountryCode; needed?: ServiceSlug; notNeeded: readonly ServiceSlug[] };
export type FormContent = Omit<typeof forms.$inferInsert, "id" | "published">;
export type PageMetadataContent = Omit<typeof seoMetadata.$inferInsert, "id" | "updatedAt">;
export type SettingContent = Omit<typeof siteSettings.$inferInsert, "updatedAt">;
