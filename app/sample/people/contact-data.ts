import type { Random } from "~/sample/random";
import { mailHosts, type Origin, type OriginCode, origins } from "./people";

export const originOf = (code: OriginCode): Origin => origins[code];

/** A name for an email: ASCII letters, with dots between words. */
export const plain = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("'", "")
    .replace(/[^a-z]+/g, ".")
    .replace(/^\.|\.$/g, "");

/** An email that exists nowhere. */
export function mailAddress(random: Random, givenName: string, family: string): string {
  const [first, last] = [plain(givenName), plain(family).replaceAll(".", "")];
  const local = random.weighted([
    [`${first}.${last}`, 5],
    [`${first.charAt(0)}${last}`, 2],
    [`${last}.${first.split(".")[0]}`, 1],
    [`${first.split(".")[0]}${last}${random.int(2, 98)}`, 2],
  ]);
  return `${local}@${random.pick(mailHosts)}.example`;
}

/** `#` becomes a digit, `@` an upper case letter. */
export const fillMask = (random: Random, mask: string): string =>
  mask.replace(/[#@]/g, (placeholder) =>
    placeholder === "#" ? random.digits(1) : random.pick([..."ABCDEFGHJKLMNPRSTUVWXYZ"]),
  );

/** The company's own numbers, which nobody else may have. */
const houseNumbers = ["+1 242 555 0142", "+1 242 555 0143"];

export function anyPhone(random: Random, code: OriginCode): string {
  const number = fillMask(random, originOf(code).dial);
  return houseNumbers.includes(number) ? anyPhone(random, code) : number;
}

/** Numbers from ranges that are reserved for fiction or unused, without repetition. */
export function phoneBook(random: Random, used: Iterable<string> = []) {
  const usedNumbers = new Set(used);
  return (code: OriginCode): string => {
    for (let tries = 0; ; tries++) {
      const number = anyPhone(random, code);
      if (usedNumbers.has(number) && tries < 500) continue;
      usedNumbers.add(number);
      return number;
    }
  };
}
