import { stripInvalidCharacters } from "~/core/text-input";

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of them out of an address.
const unseen = /[\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\\<>"`{|}]/;
/** `{` and `}` are refused, because they mark facts, which a URL cannot contain. */
const begins = /^(?:https?:|mailto:|tel:|#|\/(?!\/))/i;

/** Whether a URL may be used in a link: as written, without guessing what was meant. */
export function isUsableLink(href: string): boolean {
  if (href.length > 2000 || unseen.test(href) || !begins.test(href)) return false;
  if (href.startsWith("#") || href.startsWith("/")) return true;
  return URL.canParse(href) && (!/^http/i.test(href) || /^https?:\/\/[^/]/i.test(href));
}

export const unusableLink = (href: string): string =>
  `This link can’t be used: ${stripInvalidCharacters(href).replace(/\s+/g, " ").trim().slice(0, 120)}`;
