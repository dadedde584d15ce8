import { inArray } from "drizzle-orm";
import { cacheContent } from "~/content/cache-content.server";
import { readExtra } from "~/content/read.server";
import { readConsultationSettings } from "~/content/settings/consultation-settings";
import { defaultSettings, fallbackLanguages } from "~/content/settings/default-settings";
import {
  formatLicence,
  readDegrees,
  readLicences,
  readLine,
  readProfiles,
  readThresholds,
} from "~/content/settings/facts";
import { formatHoliday, holidaysAhead, readHolidays, readHours } from "~/content/settings/hours";
import { hasConsultationTakers } from "~/content/settings/takes-bookings.server";
import { figureSentences } from "~/content/texts/figures";
import { figuresOf, textOverridesOf } from "~/content/texts/published-texts.server";
import { termsPaths } from "~/content/texts/terms-paths";
import type { RequestContext } from "~/core/request-context";
import { nassauDay } from "~/core/time";
import { db, type Queryable } from "~/db/client.server";
import { siteSettings } from "~/db/schema/content";

/** Settings with structured values, which pages state as facts. */
const facts = [
  ...["office_hours", "holidays", "office_latitude", "office_longitude"],
  ...["approval_period", "licences", "profiles", "thresholds", "consultations"],
];

type Row = Pick<typeof siteSettings.$inferSelect, "key" | "value">;

/** Shown while the database is unavailable: the phone number of a default would be a wrong one. */
let lastRead: readonly Row[] = [];

const currentSettings = cacheContent(async (): Promise<readonly Row[]> => {
  const keys = [...Object.keys(defaultSettings), ...facts, "languages"];
  lastRead = await db.select().from(siteSettings).where(inArray(siteSettings.key, keys));
  return lastRead;
});

const storedSettings = async (visit: RequestContext): Promise<readonly Row[]> =>
  visit.preview?.settings ?? readExtra(visit, "the site settings", currentSettings(), lastRead);

export type PublicSettings = Awaited<ReturnType<typeof publicSettings>>;

/**
 * The settings of the public site. A failed read is logged and yields those last read, or the defaults, so that no
 * page fails.
 */
export async function publicSettings(visit: RequestContext) {
  const rows = await storedSettings(visit);
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  const setting = (key: keyof typeof defaultSettings) => {
    const value = stored.get(key);
    return typeof value === "string" && value.trim() ? value : defaultSettings[key];
  };
  const listed = stored.get("languages");
  const licences = readLicences(stored.get("licences"));
  const officeHours = readHours(stored.get("office_hours"));
  const isBookable =
    readConsultationSettings(stored.get("consultations")).isOpen &&
    (await readExtra(visit, "who takes consultations", hasConsultationTakers(), false));
  return {
    siteName: setting("site_name"),
    contactPhone: setting("contact_phone"),
    contactEmail: setting("contact_email"),
    contactLocation: setting("contact_location"),
    whatsappPhone: setting("whatsapp_phone"),
    applyEmail: setting("apply_email"),
    addressLine1: setting("address_line1"),
    addressLine2: setting("address_line2"),
    defaultLanguage: setting("default_language"),
    languages: Array.isArray(listed) && listed.length > 0 ? listed.map(String) : fallbackLanguages,
    copyrightLine: setting("copyright_line").replaceAll("{brand}", setting("site_name")),
    officeHours,
    holidaysAhead: holidaysAhead(nassauDay(), officeHours, readHolidays(stored.get("holidays"))).map((holiday) => ({
      ...holiday,
      words: formatHoliday(holiday),
    })),
    latitude: readDegrees(stored.get("office_latitude"), 90),
    longitude: readDegrees(stored.get("office_longitude"), 180),
    /** The years of the approval rate, such as `2010–2025`; empty if unset. */
    approvalPeriod: readLine(stored.get("approval_period")),
    licences: licences.map(formatLicence),
    licenceRows: licences,
    profiles: readProfiles(stored.get("profiles")),
    thresholds: readThresholds(stored.get("thresholds")),
    /** Where `Book a consultation` leads: to the free times, or to the inquiry form while none can be booked. */
    bookingPath: isBookable ? "/consultation" : "/contact",
    /** The promises among the figures of home, as sentences. */
    said: figureSentences(await figuresOf(visit)),
    termsPath: (await textOverridesOf(visit, "pages", "terms")) ? termsPaths.after : termsPaths.before,
  };
}

/**
 * The settings that verbs and texts state: hours and holidays, which determine the promised reply, thresholds, the
 * years of the approval rate and licences. Throws if they can't be read.
 */
export async function settingFacts(from: Queryable) {
  const keys = ["office_hours", "holidays", "thresholds", "approval_period", "licences", ...contactKeys];
  const rows = await from.select().from(siteSettings).where(inArray(siteSettings.key, keys));
  return settingFactsIn(new Map(rows.map((row) => [row.key, row.value])));
}

const contactKeys = [
  ...["site_name", "contact_phone", "whatsapp_phone", "contact_email", "apply_email"],
  ...["address_line1", "address_line2"],
] as const;

/** The same for a page, which may be a preview. */
export const previewedFacts = ({ preview }: RequestContext) =>
  preview?.settings ? settingFactsIn(new Map(preview.settings.map(({ key, value }) => [key, value]))) : null;

/**
 * How to pay and what is refunded: the setting's text or our default. `phone`: set if payment is arranged by phone;
 * `officePhone` always.
 * Throws like `settingFacts`.
 */
export async function paymentTexts(from: Queryable) {
  const keys = ["payment_instructions", "refund_terms", "contact_phone"];
  const rows = await from.select().from(siteSettings).where(inArray(siteSettings.key, keys));
  const textOf = (key: string) => {
    const value = rows.find((row) => row.key === key)?.value;
    return typeof value === "string" ? value.trim() : "";
  };
  const howToPay = textOf("payment_instructions");
  const officePhone = textOf("contact_phone") || defaultSettings.contact_phone;
  return {
    howToPay: howToPay || "Please call us to pay.",
    phone: howToPay ? "" : officePhone,
    officePhone,
    hasOwnRefundTerms: textOf("refund_terms") !== "",
    // As in the terms of service.
    refundTerms:
      textOf("refund_terms") ||
      "If you end your case before we begin work on it, we return what you paid us. Government fees are not refunded by us.",
  };
}

function settingFactsIn(stored: ReadonlyMap<string, unknown>) {
  const contact = (key: (typeof contactKeys)[number]) => readLine(stored.get(key)) || defaultSettings[key];
  return {
    contact: {
      ...{ site: contact("site_name"), phone: contact("contact_phone"), whatsapp: contact("whatsapp_phone") },
      ...{ email: contact("contact_email"), "apply-email": contact("apply_email") },
      address: [contact("address_line1"), contact("address_line2")].filter(Boolean).join(", "),
    },
    hours: readHours(stored.get("office_hours")),
    holidays: readHolidays(stored.get("holidays")),
    thresholds: readThresholds(stored.get("thresholds")),
    approvalPeriod: readLine(stored.get("approval_period")),
    licences: readLicences(stored.get("licences")),
  };
}

/** The same without any stored setting. */
export const defaultSettingFacts = settingFactsIn(new Map());
