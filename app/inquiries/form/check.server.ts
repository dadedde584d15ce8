import { z } from "zod";
import { type CountryOptionSet, countryOptions } from "~/core/countries/country-options";
import { countryProblem } from "~/core/countries/country-problem";
import { theCountry } from "~/core/countries/country-search";
import { countryNames } from "~/core/countries.server";
import { readEmail } from "~/core/email/email-address";
import { emailInput } from "~/core/email/email-input.server";
import { canonicalPhone, isPhone, readPhone } from "~/core/phones/phones";
import { suggestPhone } from "~/core/phones/suggest-phone";
import {
  invalidCharactersMessage,
  isValidLine,
  isValidText,
  normalizeLine,
  normalizeText,
  withPlainDigits,
} from "~/core/text-input";
import { isDay } from "~/core/time";
import { contactMethods } from "~/db/schema/values";
import {
  countCharacters,
  type InquiryName,
  type InquiryProblem,
  type InquiryValues,
  inFormOrder,
  inquiryLabels,
  notSureYet,
  purposeLimit,
} from "~/inquiries/inquiry";

const maxLength = { fullName: 120, phone: 30 };

/** A required answer of storable characters, parsed by `typed`. */
function requiredInput(
  name: InquiryName,
  { typed: normalize, isPlain } = { typed: normalizeLine, isPlain: isValidLine },
) {
  const label = inquiryLabels[name];
  return z
    .string()
    .transform(normalize)
    .refine((value) => value !== "", { error: `${label} is required`, abort: true })
    .refine(isPlain, { error: invalidCharactersMessage(label), abort: true });
}

/** Parse an email first, because that strips invisible characters. */
const emailOrLine = (rawInput: string) => readEmail(rawInput) ?? normalizeLine(rawInput);

/** An optional answer, `otherwise` if it is empty; a given one is validated by the rule. */
const optional = <Value, Otherwise>(rule: z.ZodType<Value, string>, otherwise: Otherwise) =>
  z.string().transform((value, context): Value | Otherwise => {
    if (normalizeLine(value) === "") return otherwise;
    const read = rule.safeParse(value);
    if (read.success) return read.data;
    for (const { message } of read.error.issues) context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

/** Converts a country's code or name to the code. */
const country = (name: InquiryName, optionSet?: CountryOptionSet) =>
  optional(
    requiredInput(name)
      .transform((rawInput) => theCountry(countryOptions(countryNames, optionSet), rawInput)?.code ?? rawInput)
      .superRefine((code, context) => {
        const problem = countryProblem(optionSet, inquiryLabels[name], code, countryNames);
        if (problem) context.addIssue({ code: "custom", message: problem });
      }),
    null,
  );

const day = (name: InquiryName) =>
  optional(
    requiredInput(name)
      .transform(withPlainDigits)
      .refine(
        (value) => isDay(value) && value > "1900" && value < "2200",
        `${inquiryLabels[name]} must be a real date, such as 2026-11-21`,
      ),
    null,
  );

const countOf = (value: string) => (Number.isFinite(Number(value)) ? Number(value) : 0);
const people = (name: InquiryName, min: number) => {
  const error = `${inquiryLabels[name]} must be between ${min} and 10`;
  return optional(
    requiredInput(name).transform(withPlainDigits).transform(countOf).pipe(z.int(error).min(min, error).max(10, error)),
    min,
  );
};

const unoffered = (name: InquiryName) => `${inquiryLabels[name]}: choose one of the options`;

const fitsPhone = (value: string) =>
  isPhone(value) && value.length <= maxLength.phone && (readPhone(value)?.number.replace(/\D/g, "").length ?? 0) >= 7;

/**
 * An inquiry in the order of the form. An expired passport or a past day isn't refused: the inquiry may be about just
 * that.
 */
const inquiry = z.object({
  fullName: requiredInput("fullName").refine(
    (value) => [...value].length <= maxLength.fullName,
    `Full name can have at most ${maxLength.fullName} characters`,
  ),
  email: optional(requiredInput("email", { typed: emailOrLine, isPlain: isValidLine }).pipe(emailInput), ""),
  phone: optional(
    requiredInput("phone").transform(canonicalPhone).refine(fitsPhone, "Please enter a valid phone number"),
    "",
  ),
  visaService: optional(requiredInput("visaService"), notSureYet),
  purpose: requiredInput("purpose", { typed: normalizeText, isPlain: isValidText }).refine(
    (value) => countCharacters(value) <= purposeLimit,
    `Purpose of travel can have at most ${purposeLimit} characters`,
  ),
  preferredContactMethod: optional(
    requiredInput("preferredContactMethod").pipe(z.enum(contactMethods, unoffered("preferredContactMethod"))),
    null,
  ),
  nationality: country("nationality", "nationalities"),
  residenceCountry: country("residenceCountry"),
  passportExpiryDate: day("passportExpiryDate"),
  travelDate: day("travelDate"),
  numAdults: people("numAdults", 1),
  numChildren: people("numChildren", 0),
  privacyConsent: z.literal(true, "You must accept the privacy policy to submit this form."),
});

/** For a caller or walk-in no purpose is required; staff ask for the consent. */
const entered = inquiry.extend({
  purpose: optional(inquiry.shape.purpose, ""),
  privacyConsent: z.literal(true, "Ask them first. We can’t keep anything without their consent."),
});

type Read = z.output<typeof inquiry>;
export type Inquiry = Read & { preferredContactMethod: (typeof contactMethods)[number] };
export type Checked = { problems: InquiryProblem[] } | { inquiry: Inquiry };

/** The missing email or phone, reported at its field. */
function missingWay({ email, phone, preferredContactMethod: method }: InquiryValues): InquiryProblem | undefined {
  const [hasEmail, hasPhone] = [email, phone].map((value) => normalizeLine(value) !== "");
  if (!hasEmail && !hasPhone)
    return {
      name: "email",
      message: "Please give us an email address or a phone number, so that we can answer.",
    };
  if (!hasPhone && ["Phone", "WhatsApp"].includes(normalizeLine(method)))
    return { name: "phone", message: "Please give us a phone number, or choose Email." };
  if (!hasEmail && normalizeLine(method) === "Email")
    return { name: "email", message: "Please give us an email address, or choose another way." };
  return undefined;
}

/**
 * Suggests a country code for a phone number without one, by the country that the inquiry names. Otherwise a local
 * number is one of the Bahamas.
 */
function phoneToSuggest({ phone, residenceCountry, nationality }: InquiryValues): string | undefined {
  const countries = countryOptions(countryNames, undefined);
  const named = [residenceCountry, nationality].flatMap((country) => theCountry(countries, country)?.code ?? []);
  return suggestPhone(phone, named.length > 0 ? named : ["BS"]);
}

function withSuggestion(problem: InquiryProblem, values: InquiryValues): InquiryProblem {
  const suggested = problem.name === "phone" ? phoneToSuggest(values) : undefined;
  return suggested
    ? { ...problem, message: "Please enter the phone number with its country code", offered: suggested }
    : problem;
}

/**
 * Validates an inquiry. At most one problem per field, in the order of the form. `services`: the available ones;
 * `isEntered`: by staff.
 */
export function checkInquiry(values: InquiryValues, services: readonly string[], isEntered = false): Checked {
  const read = (isEntered ? entered : inquiry).safeParse(values);
  const found: InquiryProblem[] = (read.error?.issues ?? []).map(({ path, message }) => ({
    name: path[0] as InquiryName,
    message,
  }));
  const missing = missingWay(values);
  if (missing) found.push(missing);
  const service = normalizeLine(values.visaService);
  if (service !== "" && !services.some((candidate) => normalizeLine(candidate) === service))
    found.push({ name: "visaService", message: unoffered("visaService") });
  if (read.success && found.length === 0) {
    const { preferredContactMethod, ...rest } = read.data;
    return { inquiry: { ...rest, preferredContactMethod: preferredContactMethod ?? (rest.email ? "Email" : "Phone") } };
  }
  const first = found.filter(({ name }, index) => found.findIndex((problem) => problem.name === name) === index);
  return { problems: inFormOrder(first).map((problem) => withSuggestion(problem, values)) };
}
