import { normalized } from "~/normalized";

/** Latin letters in common use. Others of the script, such as phonetic ones, can be mistaken for them. */
const latin = /^[a-z0-9ßæœøþðđħłŋ-]+$/;

/**
 * One script, or those that are written together; Latin letters only with East Asian ones. Rare scripts (Cherokee,
 * Lisu) are missing: nearly all of their letters look Latin.
 */
const allowed = [
  ...["Greek", "Cyrillic", "Armenian", "Georgian", "Hebrew", "Arabic", "Thaana", "Ethiopic", "Devanagari", "Bengali"],
  ...["Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Tibetan"],
  ...["Myanmar", "Khmer", "Latin Han Hiragana Katakana", "Latin Han Bopomofo", "Latin Han Hangul"],
].map((scripts) => {
  const [first, ...rest] = scripts.split(" ").map((script) => `\\p{scx=${script}}`);
  return new RegExp(`^[0-9-${first === "\\p{scx=Latin}" ? "a-z" : first}${rest.join("")}]+$`, "u");
});

/** Looks like a Latin letter, a digit, a hyphen or a dot; from Chrome's list. */
const lookalike =
  /^[абгеԁһіјӏопрѕсухъьҽѵѡԍԛԝԗαβγεηικνορτυχωϲϳսօոհցզյլքգღგოიჿႠסוןاه٠۰०৪০੦૦๐๏໐೦౦൦သဝဂ០ノソゾンニハヘへー一丨丶丿口工〇]+$/u;

/**
 * Whether a domain label (lower case, NFC) can be mistaken for another one. Uses the rules by which browsers show a
 * domain in their address bar: UTS 39, highly restrictive level, and look-alikes.
 */
function isMistakable(label: string): boolean {
  const foreign = label.replace(/[a-z0-9-]+/g, "");
  if (foreign === "") return false;
  if (!/\p{M}/u.test(foreign) && latin.test(normalized(label, "NFD").replace(/\p{M}+/gu, ""))) return false;
  if (!allowed.some((letters) => letters.test(label))) return true;
  const suspects = [...foreign].filter((character) => lookalike.test(character));
  return suspects.length > 0 && (/[a-z]/.test(label) || suspects.length === [...foreign].length);
}

/**
 * Returns a stored email as people write it: `info@müller.de` for `info@xn--mller-kva.de`. A domain that can be
 * mistaken for another stays in ASCII: `xn--pypal-4ve.com` would read `pаypal.com`.
 */
export function shownEmail(email: string): string {
  if (email.length > 254 || !/xn--/i.test(email)) return email;
  const index = email.lastIndexOf("@") + 1;
  const labels = email
    .slice(index)
    .split(".")
    .map((label) => (/^xn--/i.test(label) ? decoded(label.slice(4)) : label));
  const domain = labels.join(".");
  const isSame =
    URL.canParse(`http://${domain}`) && new URL(`http://${domain}`).hostname === email.slice(index).toLowerCase();
  return isSame && !labels.some(isMistakable) ? email.slice(0, index) + domain : email;
}

/** Decodes Punycode (RFC 3492, which the names follow); ends early on an invalid label. */
function decoded(code: string): string {
  const lower = code.toLowerCase();
  const basic = lower.lastIndexOf("-");
  const points = Array.from(lower.slice(0, Math.max(0, basic)), (character) => character.charCodeAt(0));
  let [n, i, bias, index] = [128, 0, 72, basic + 1];
  while (index < lower.length) {
    const before = i;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(lower.charAt(index++) || "-");
      if (digit < 0 || points.length > 63) return "";
      i += digit * weight;
      const threshold = Math.min(26, Math.max(1, k - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    bias = adapted(i - before, points.length + 1, before === 0);
    n += Math.floor(i / (points.length + 1));
    i %= points.length + 1;
    if (n > 0x10ffff) return "";
    points.splice(i++, 0, n);
  }
  return String.fromCodePoint(...points);
}

function adapted(initialDelta: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(initialDelta / (isFirst ? 700 : 2));
  delta += Math.floor(delta / length);
  let k = 0;
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
  return k + Math.floor((36 * delta) / (delta + 38));
}
