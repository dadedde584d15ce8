import { normalized } from "~/normalized";

/** Letters with or without accents. Others of the script, such as those of phonetics, are taken for them. */
const latin = /^[a-z0-9ßæœøþðđħłŋ-]+$/;

/**
 * One script, or those that are written together; Latin letters among East Asian ones alone. Scripts out of daily use
 * (Cherokee, Lisu) are missing: nearly all of their letters look like Latin ones.
 */
const allowed = [
  ...["Greek", "Cyrillic", "Armenian", "Georgian", "Hebrew", "Arabic", "Thaana", "Ethiopic", "Devanagari", "Bengali"],
  ...["Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Tibetan"],
  ...["Myanmar", "Khmer", "Latin Han Hiragana Katakana", "Latin Han Bopomofo", "Latin Han Hangul"],
].map((scripts) => {
  const [first, ...rest] = scripts.split(" ").map((script) => `\\p{scx=${script}}`);
  return new RegExp(`^[0-9-${first === "\\p{scx=Latin}" ? "a-z" : first}${rest.join("")}]+$`, "u");
});

/** What looks like a Latin letter, a digit, a hyphen or a dot; after the list of Chrome. */
const lookalike =
  /^[абгеԁһіјӏопрѕсухъьҽѵѡԍԛԝԗαβγεηικνορτυχωϲϳսօոհցզյլքգღგოიჿႠסוןاه٠۰०৪০੦૦๐๏໐೦౦൦သဝဂ០ノソゾンニハヘへー一丨丶丿口工〇]+$/u;

/**
 * Whether a label of a domain (small letters, NFC) could be taken for another one. The rules are those by which
 * browsers show a domain in their address bar: UTS 39 at its highly restrictive level, and look-alikes.
 */
export function isMistakable(label: string): boolean {
  const foreign = label.replace(/[a-z0-9-]+/g, "");
  if (foreign === "") return false;
  if (!/\p{M}/u.test(foreign) && latin.test(normalized(label, "NFD").replace(/\p{M}+/gu, ""))) return false;
  if (!allowed.some((letters) => letters.test(label))) return true;
  const suspects = [...foreign].filter((sign) => lookalike.test(sign));
  return suspects.length > 0 && (/[a-z]/.test(label) || suspects.length === [...foreign].length);
}
