import { longestEmail } from "~/core/character-count";
import { withoutInvisible } from "~/core/text-input";

/** An address with its name and angle brackets is hardly longer than this. */
const mostRead = 1000;

/**
 * The one definition of an email address, in the browser and on the server. Returns the address to store and write to,
 * in ASCII, without what was typed around it. Undefined for one that mail can't be sent to.
 */
export function readEmail(rawInput: string): string | undefined {
  if (rawInput.length > mostRead) return undefined;
  const text = bare(rawInput);
  const index = text.lastIndexOf("@");
  const local = text.slice(0, index);
  const domain = asciiDomain(text.slice(index + 1));
  if (index < 1 || !localPart.test(local) || !domainName.test(domain)) return undefined;
  if (looseDots.test(local) && !ofCarrier.test(domain)) return undefined;
  const email = `${local}@${domain}`;
  return email.length > longestEmail ? undefined : email;
}

export const isEmail = (rawInput: string): boolean => readEmail(rawInput) !== undefined;

export const notEmail = "Please enter a valid email address";

/** Returns the form in which two emails are compared. Invalid text is compared as it is. */
export const comparableEmail = (rawInput: string): string => (readEmail(rawInput) ?? rawInput.trim()).toLowerCase();

const atEnd = /[\s,;.]/;

/** Removes blanks, invisible characters, `mailto:`, a name before angle brackets, and punctuation at the end. */
function bare(rawInput: string): string {
  let text = withoutEnd(withoutInvisible(rawInput));
  const open = text.indexOf("<");
  // Several addresses in one text are not an email.
  if (text.endsWith(">") && text.lastIndexOf("<") === open && !/@[^@]*[,;]/.test(text.slice(0, open)))
    text = withoutEnd(text.slice(open + 1, -1));
  return /^mailto:/i.test(text) ? withoutEnd(text.slice("mailto:".length).replace(/\?.*/s, "")) : text;
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && atEnd.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).trim();
}

/** RFC 5321's dot-atom; `looseDots` checks its dots. */
const localPart = /^(?!\.)[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/;
const looseDots = /\.\.|\.$/;
/** Japanese carriers issued addresses with a dot before the at sign and with several dots in a row. */
const ofCarrier = /^(?:docomo\.ne\.jp|ezweb\.ne\.jp|au\.com)$/i;
const domainName = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/i;

/** Returns the domain in ASCII: `xn--mller-kva.de` for `müller.de`. Empty if it is invalid. */
function asciiDomain(rawInput: string): string {
  if (/^[ -~]*$/.test(rawInput)) return rawInput;
  // `URL` would read these as other parts of a URL, or as a percent-encoded host.
  if (/[\s/\\?#@:%]/.test(rawInput) || !URL.canParse(`http://${rawInput}`)) return "";
  return new URL(`http://${rawInput}`).hostname;
}
