import { z } from "zod";
import { countryCodes, countryName } from "~/applications/countries.server";
import { isDay } from "~/applications/steps/validate";
import type { visaInquiries } from "~/db/schema/inquiries";
import { contactMethods, inquiryServices } from "~/db/schema/values";
import { barredSigns, isPlainLine, isPlainText, typedLine, typedText } from "~/typed-text";
import {
  countCharacters,
  type InquiryName,
  type InquiryProblem,
  type InquiryValues,
  inquiryLabels,
  purposeLimit,
} from "./inquiry";

export type Inquiry = Pick<typeof visaInquiries.$inferInsert, Exclude<InquiryName, "privacyConsent">> & {
  privacyConsent: true;
};
export type Checked = { problems: InquiryProblem[] } | { inquiry: Inquiry };

const email = z.email().max(254);
const longest = { fullName: 120, phone: 30 };

/**
 * What stands in an inquiry's way, in the order of the form, or the inquiry (P-CONTACT-4 to -12). An expired passport
 * or a day that is over are no reason to turn somebody away: they may be what the inquiry is about.
 */
export function checkInquiry(typed: InquiryValues): Checked {
  const problems: InquiryProblem[] = [];
  const values = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [
      name,
      typeof value !== "string" ? value : name === "purpose" ? typedText(value) : typedLine(value),
    ]),
  ) as InquiryValues;

  const wrong = (name: InquiryName, message: string) => {
    problems.push({ name, message });
    return undefined;
  };
  /** A given answer as `read` takes it; `read` answers nothing for one that it can't take. */
  function take<Value>(name: InquiryName, read: (value: string) => Value | undefined, refusal: string) {
    const value = String(values[name]);
    if (value === "") return wrong(name, `${inquiryLabels[name]} is required`);
    if (!(name === "purpose" ? isPlainText(value) : isPlainLine(value)))
      return wrong(name, barredSigns(inquiryLabels[name]));
    const taken = read(value);
    return taken === undefined ? wrong(name, refusal) : taken;
  }
  const within = (limit: number) => (value: string) => ([...value].length <= limit ? value : undefined);
  const among =
    <Option extends string>(options: readonly Option[]) =>
    (value: string) =>
      options.find((option) => option === value);
  const country = (value: string) =>
    countryCodes.has(value.toUpperCase())
      ? value.toUpperCase()
      : [...countryCodes].find((code) => countryName(code).toLowerCase() === value.toLowerCase());
  const day = (value: string) => (isDay(value) && value > "1900" && value < "2200" ? value : undefined);
  // What is no number becomes 0 (P-CONTACT-11).
  const people = (min: number) => (value: string) => {
    const number = Number.isFinite(Number(value)) ? Number(value) : 0;
    return Number.isInteger(number) && number >= min && number <= 10 ? number : undefined;
  };
  // Dots, strokes and long dashes, as many countries write them, say nothing else than the signs of the rule.
  const phone = (typed: string) => {
    const value = typed
      .normalize("NFKC")
      .replace(/[\u2010-\u2015\u2212]/g, "-")
      .replace(/[./]/g, " ");
    const signs = value.length >= 10 && value.length <= longest.phone && /^[\d\s+()-]+$/.test(value);
    return signs && value.replace(/\D/g, "").length >= 7 ? value : undefined;
  };
  const realDay = "must be a real date, such as 2026-11-21";

  const inquiry = {
    fullName: take("fullName", within(longest.fullName), `Full name can have at most ${longest.fullName} characters`),
    email: take("email", (value) => email.safeParse(value).data, "Please enter a valid email address"),
    phone: take("phone", phone, "Please enter a valid phone number"),
    preferredContactMethod: take(
      "preferredContactMethod",
      among(contactMethods),
      "Preferred contact method: choose one of the options",
    ),
    visaService: take("visaService", among(inquiryServices), "Visa service: choose one of the options"),
    nationality: take("nationality", country, "Nationality: choose a country of the list"),
    residenceCountry: take("residenceCountry", country, "Country of residence: choose a country of the list"),
    passportExpiryDate: take("passportExpiryDate", day, `Passport expiry date ${realDay}`),
    travelDate: take("travelDate", day, `Travel date ${realDay}`),
    numAdults: take("numAdults", people(1), "Number of adults must be between 1 and 10"),
    numChildren:
      values.numChildren === "" ? 0 : take("numChildren", people(0), "Number of children must be between 0 and 10"),
    purpose: take(
      "purpose",
      (value) => (countCharacters(value) <= purposeLimit ? value : undefined),
      `Purpose of travel can have at most ${purposeLimit} characters`,
    ),
    privacyConsent:
      values.privacyConsent || wrong("privacyConsent", "You must accept the privacy policy to submit this form."),
  };
  return problems.length > 0 ? { problems } : { inquiry: inquiry as Inquiry };
}
