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
export function isMistakable(label: string): boolean {
  const foreign = label.replace(/[a-z0-9-]+/g, "");
  if (foreign === "") return false;
  if (!/\p{M}/u.test(foreign) && latin.test(normalized(label, "NFD").replace(/\p{M}+/gu, ""))) return false;
  if (!allowed.some((letters) => letters.test(label))) return true;
  const suspects = [...foreign].filter((sign) => lookalike.test(sign));
  return suspects.length > 0 && (/[a-z]/.test(label) || suspects.length === [...foreign].length);
}
