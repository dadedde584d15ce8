import { createHash } from "node:crypto";
import { comparableEmail } from "~/core/email/email-address";
import { readPhone } from "~/core/phones/phones";
import { withPlainDigits } from "~/core/text-input";
import { digits, folded } from "~/db/folded";

/** What a record says of its person. */
export type Facts = {
  name: string;
  email: string;
  /** A link that was mailed to it has been used. */
  isEmailConfirmed: boolean;
  phones: readonly string[];
  /** Date of birth; empty while it is not known. */
  birthDate: string;
  /** Keyed digests of passport numbers; the one that begins with `key:` names their key (V-ENC-7). */
  passportDigests: readonly string[];
};

/** Names as they are compared: case, accents and blanks aside. */
const comparableName = (name: string): string => folded(name).replace(/\s+/g, " ").trim();

const localLength = 7;
/** No number of the world has more digits (E.164). */
const longest = 15;

/**
 * The digits of a phone as they are compared: without a prefix for abroad and the 1 of North America; a local number is
 * one of the Bahamas. An extension is left out: two of one number may be one person. Empty for what is too short or too
 * long to be one.
 */
export function comparablePhone(phone: string): string {
  const all = digits(readPhone(phone)?.number ?? withPlainDigits(phone))
    .replace(/^(?:00|011)(?=\d{8})/, "")
    .replace(/^1(?=\d{10}$)/, "");
  if (all.length === localLength) return `242${all}`;
  return all.length > localLength && all.length <= longest ? all : "";
}

/** So many characters fit an entry of an index, whatever their bytes. */
const longestKey = 200;

/** What is compared, under its kind. A draft keeps what is far too long: of that a digest, which fits an index. */
const keyOf = (kind: "phone" | "email", of: string): string =>
  `${kind}:${of.length > longestKey ? createHash("sha256").update(of).digest("hex") : of}`;

export const phoneTie = (phone: string): string => keyOf("phone", phone);
export const emailTie = (email: string): string => keyOf("email", email);

/**
 * What records of one person have in common where nothing contradicts it (`contradiction.ts`), and what those have in
 * common that may be one.
 */
export function keysOf(facts: Facts, before: readonly string[] = []): { keys: string[]; ties: string[] } {
  const name = comparableName(facts.name);
  const email = comparableEmail(facts.email);
  const phones = facts.phones.map(comparablePhone).filter(Boolean);
  const named = name === "" ? [] : phones.map((phone) => keyOf("phone", `${phone} ${name}`));
  if (name !== "" && email !== "" && facts.isEmailConfirmed) named.push(keyOf("email", `${email} ${name}`));
  const passports = passportKeys(facts.passportDigests, before);
  const ties = [...phones.map(phoneTie), ...passports];
  if (email !== "") ties.push(emailTie(email));
  return { keys: [...new Set([...passports, ...named])], ties: [...new Set(ties)] };
}

const passport = "passport:";

/** The passports among a record's keys. */
export const passportsIn = (keys: readonly string[]): string[] => keys.filter((key) => key.startsWith(passport));

/** A number identifies a person together with the country that issued it: digests without one are no keys. */
const isOfCountry = (digest: string) => /^[^:]+:/.test(digest);

/**
 * While keys are renewed, some digests are made with the new key and some with the old one: a record whose digests are
 * of another key than before keeps the former ones beside, so that it stays with those that are not renewed yet.
 */
function passportKeys(digests: readonly string[], before: readonly string[]): string[] {
  const mark = digests.find((digest) => digest.startsWith("key:"));
  if (mark === undefined) return [];
  const now = digests
    .filter((digest) => digest !== mark && isOfCountry(digest))
    .map((digest) => `${passport}${mark} ${digest}`);
  const former = passportsIn(before).filter((key) => isOfCountry(key.slice(key.lastIndexOf(" "))));
  const ofThisKey = former.filter((key) => key.startsWith(`${passport}${mark} `));
  const isSame = ofThisKey.length === now.length && ofThisKey.every((key) => now.includes(key));
  return ofThisKey.length === 0 || isSame ? [...now, ...former] : now;
}
