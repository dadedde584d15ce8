import { isEmail, notEmail, readEmail } from "~/core/email/email-address";
import { canonicalPhone, isPhone, notPhone, readPhone } from "~/core/phones/phones";
import { suggestPhone } from "~/core/phones/suggest-phone";
import { invalidCharactersMessage, isValidLine, isValidText, normalizeLine, normalizeText } from "~/core/text-input";
import { nassauZone } from "~/core/time";
import { isZone } from "~/core/zones/wall-time";
import { type ConsultationWay, consultationWays } from "~/db/schema/values";
import { countCharacters, notSureYet } from "~/inquiries/inquiry";
import { aboutLimit, type BookingProblem, type BookingValues } from "./booking";

const longest = { name: 120, email: 254, phone: 30 };

export type Booking = {
  /** Null for a time that no page can have offered. */
  startsAt: Date | null;
  name: string;
  email: string;
  way: ConsultationWay;
  phone: string;
  topic: string;
  about: string;
  zone: string;
};

const isWay = (value: string): value is ConsultationWay => consultationWays.some((way) => way === value);

function nameProblem(name: string): string | undefined {
  if (name === "") return "Full name is required";
  if (!isValidLine(name)) return invalidCharactersMessage("Full name");
  return [...name].length > longest.name ? `Full name can have at most ${longest.name} characters` : undefined;
}

function emailProblem(email: string): string | undefined {
  if (email === "") return "Email address is required";
  return isEmail(email) && email.length <= longest.email ? undefined : notEmail;
}

/** `offered` completes a number without a country code. */
function phoneProblem(rawInput: string, phone: string, isNeeded: boolean): Omit<BookingProblem, "name"> | undefined {
  if (phone === "") return isNeeded ? { message: "Please give us the number that we should call." } : undefined;
  const digits = readPhone(phone)?.number.replace(/\D/g, "").length ?? 0;
  if (isPhone(phone) && phone.length <= longest.phone && digits >= 7) return undefined;
  const offered = suggestPhone(rawInput, ["BS"]);
  return offered ? { message: "Please enter the phone number with its country code", offered } : { message: notPhone };
}

function aboutProblem(about: string): string | undefined {
  if (!isValidText(about)) return invalidCharactersMessage("What it is about");
  const count = countCharacters(about);
  return count > aboutLimit ? `What it is about: ${count} of ${aboutLimit} characters` : undefined;
}

/** An instant in the form that the page offers it; null for anything else. */
export function readTime(rawInput: string): Date | null {
  const at = new Date(rawInput);
  return !Number.isNaN(at.getTime()) && at.toISOString() === rawInput ? at : null;
}

/** Validates a booking; whether its time is free is checked when it is stored. At most one problem per field. */
export function checkBooking(
  values: BookingValues,
  topics: readonly string[],
): { booking: Booking } | { problems: BookingProblem[] } {
  const name = normalizeLine(values.name);
  const email = readEmail(values.email) ?? normalizeLine(values.email);
  const way = normalizeLine(values.way);
  const phone = canonicalPhone(normalizeLine(values.phone));
  const topic = normalizeLine(values.topic) || notSureYet;
  const about = normalizeText(values.about);
  const startsAt = readTime(values.time);
  const problems: BookingProblem[] = [];
  const add = (field: BookingProblem["name"], message: string | undefined) => {
    if (message !== undefined) problems.push({ name: field, message });
  };
  if (values.time === "") add("time", "Choose a time.");
  add("name", nameProblem(name));
  add("email", emailProblem(email));
  if (!isWay(way)) add("way", "Choose how we should talk.");
  const wrongPhone = phoneProblem(values.phone, phone, way === "phone" || way === "whatsapp");
  if (wrongPhone) problems.push({ name: "phone", ...wrongPhone });
  const offered = topics.find((candidate) => normalizeLine(candidate) === topic);
  if (offered === undefined) add("topic", "Topic: choose one of the options");
  add("about", aboutProblem(about));
  if (!values.privacyConsent) add("privacyConsent", "You must accept the privacy policy to submit this form.");
  if (problems.length > 0 || !isWay(way) || offered === undefined) return { problems };
  const zone = isZone(values.zone) && values.zone.length <= 100 ? values.zone : nassauZone;
  return { booking: { startsAt, name, email, way, phone, topic: offered, about, zone } };
}
