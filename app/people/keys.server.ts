import { createHash } from "node:crypto";
import { comparableEmail } from "~/core/email/email-address";
import { readPhone } from "~/core/phones/phones";
import { withPlainDigits } from "~/core/text-input";
import { digits, folded } from "~/db/folded";

export type Facts = {
  name: string;
  email: string;
  /** A link mailed to it was used. */
  isEmailConfirmed: boolean;
  phones: readonly string[];
  /** Empty if unknown. */
  birthDate: string;
  /** Keyed digests of passport numbers; the entry that begins with `key:` names their key. */
  passportDigests: readonly string[];
};

/** Without case, accents and repeated blanks. */
const comparableName = (name: string): string => folded(name).replace(/\s+/g, " ").trim();

const localLength = 7;
/** E.164 has no longer numbers. */
const longest = 15;

/**
 * The digits to compare, without international prefix and North America's 1; a local number is Bahamian. Without the
 * extension: two on one number may be one person. Empty if too short or too long.
 */
export function comparablePhone(phone: string): string {
  const all = digits(readPhone(phone)?.number ?? withPlainDigits(phone))
    .replace(/^(?:00|011)(?=\d{8})/, "")
    .replace(/^1(?=\d{10}$)/, "");
  if (all.length === localLength) return `242${all}`;
  return all.length > localLength && all.length <= longest ? all : "";
}

/** Fits an index entry, whatever the bytes. */
const longestKey = 200;

/** A key by kind. A draft's value may be too long for an index, so it is hashed. */
const keyOf = (kind: "phone" | "email", of: string): string =>
  `${kind}:${of.length > longestKey ? createHash("sha256").update(of).digest("hex") : of}`;

export const phoneTie = (phone: string): string => keyOf("phone", phone);
export const emailTie = (email: string): string => keyOf("email", email);

/** `keys`: shared by records of one person unless contradicted; `ties`: shared by records that may be one person's. */
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

export const passportsIn = (keys: readonly string[]): string[] => keys.filter((key) => key.startsWith(passport));

/** A number identifies a person only together with the issuing country. */
const isOfCountry = (digest: string) => /^[^:]+:/.test(digest);

/**
 * During key rotation some digests use the new key and some the old one: a record with digests of a new key also keeps
 * its former ones, so that it stays with records that are not rotated yet.
 */
function passportKeys(digests: readonly string[], before: readonly string[]): string[] {
  const keyDigest = digests.find((digest) => digest.startsWith("key:"));
  if (keyDigest === undefined) return [];
  const now = digests
    .filter((digest) => digest !== keyDigest && isOfCountry(digest))
    .map((digest) => `${passport}${keyDigest} ${digest}`);
  const former = passportsIn(before).filter((key) => isOfCountry(key.slice(key.lastIndexOf(" "))));
  const ofThisKey = former.filter((key) => key.startsWith(`${passport}${keyDigest} `));
  const isSame = ofThisKey.length === now.length && ofThisKey.every((key) => now.includes(key));
  return ofThisKey.length === 0 || isSame ? [...now, ...former] : now;
}
