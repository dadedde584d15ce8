import { z } from "zod";
import { contactMethods, inquiryServices } from "~/db/schema/values";
import { countryCodes, countryName } from "~/ground/countries.server";
import { isDay } from "~/ground/time";
import { barredSigns, isPlainLine, isPlainText, typedLine, typedText } from "~/ground/typed-text";
import {
  countCharacters,
  type InquiryName,
  type InquiryProblem,
  type InquiryValues,
  inquiryLabels,
  purposeLimit,
} from "~/inquiries/inquiry";

const maxLength = { fullName: 120, phone: 30 };

/** A required answer, as `typed` reads it, with characters that can be stored only. */
function given(name: InquiryName, { typed, isPlain } = { typed: typedLine, isPlain: isPlainLine }) {
  const label = inquiryLabels[name];
  return z
    .string()
    .transform(typed)
    .refine((value) => value !== "", { error: `${label} is required`, abort: true })
    .refine(isPlain, { error: barredSigns(label), abort: true });
}

const codeOf = (value: string) =>
  countryCodes.has(value.toUpperCase())
    ? value.toUpperCase()
    : [...countryCodes].find((code) => countryName(code).toLowerCase() === value.toLowerCase());
/** A country by its code or its name, as the code. */
const country = (name: InquiryName) =>
  given(name)
    .transform((value) => codeOf(value))
    .pipe(z.string(`${inquiryLabels[name]}: choose a country of the list`));

const day = (name: InquiryName) =>
  given(name).refine(
    (value) => isDay(value) && value > "1900" && value < "2200",
    `${inquiryLabels[name]} must be a real date, such as 2026-11-21`,
  );

/** Anything but a number becomes 0 (P-CONTACT-11). */
const countOf = (value: string) => (Number.isFinite(Number(value)) ? Number(value) : 0);
const people = (name: InquiryName, min: number) => {
  const error = `${inquiryLabels[name]} must be between ${min} and 10`;
  return given(name).transform(countOf).pipe(z.int(error).min(min, error).max(10, error));
};

const oneOf = <const Options extends readonly [string, ...string[]]>(name: InquiryName, options: Options) =>
  given(name).pipe(z.enum(options, `${inquiryLabels[name]}: choose one of the options`));

/** Replaces dots, slashes and long dashes, as many countries write them, by characters that the rule allows. */
const phoneOf = (typed: string) =>
  typed
    .normalize("NFKC")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[./]/g, " ");
const isPhone = (value: string) =>
  value.length >= 10 &&
  value.length <= maxLength.phone &&
  /^[\d\s+()-]+$/.test(value) &&
  value.replace(/\D/g, "").length >= 7;

/**
 * An inquiry in the order of the form (P-CONTACT-4 to -12). An expired passport or a past day is no reason for a
 * refusal: it may be what the inquiry is about.
 */
const inquiry = z.object({
  fullName: given("fullName").refine(
    (value) => [...value].length <= maxLength.fullName,
    `Full name can have at most ${maxLength.fullName} characters`,
  ),
  email: given("email").pipe(
    z.email("Please enter a valid email address").max(254, "Please enter a valid email address"),
  ),
  phone: given("phone").transform(phoneOf).refine(isPhone, "Please enter a valid phone number"),
  preferredContactMethod: oneOf("preferredContactMethod", contactMethods),
  visaService: oneOf("visaService", inquiryServices),
  nationality: country("nationality"),
  residenceCountry: country("residenceCountry"),
  passportExpiryDate: day("passportExpiryDate"),
  travelDate: day("travelDate"),
  numAdults: people("numAdults", 1),
  numChildren: z.preprocess((value) => (typedLine(String(value)) === "" ? "0" : value), people("numChildren", 0)),
  purpose: given("purpose", { typed: typedText, isPlain: isPlainText }).refine(
    (value) => countCharacters(value) <= purposeLimit,
    `Purpose of travel can have at most ${purposeLimit} characters`,
  ),
  privacyConsent: z.literal(true, "You must accept the privacy policy to submit this form."),
});

export type Inquiry = z.output<typeof inquiry>;
export type Checked = { problems: InquiryProblem[] } | { inquiry: Inquiry };

/** The inquiry, or its problems: at most one a field, in the order of the form. */
export function checkInquiry(typed: InquiryValues): Checked {
  const read = inquiry.safeParse(typed);
  if (read.success) return { inquiry: read.data };
  const first = new Map<InquiryName, string>();
  for (const { path, message } of read.error.issues) {
    const name = path[0] as InquiryName;
    if (!first.has(name)) first.set(name, message);
  }
  return { problems: [...first].map(([name, message]) => ({ name, message })) };
}
