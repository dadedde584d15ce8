export type FormType = { kind: "urlencoded" } | { kind: "multipart"; boundary: string };

const urlencoded = /^application\/x-www-form-urlencoded(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;
/** RFC 2046: 1 to 70 characters, without quotes only those of a token; a comma would start a second header's value. */
const multipart =
  /^multipart\/form-data[ \t]*;[ \t]*boundary=(?:([\w'+.-]{1,70})|"([\w'()+./:=? -]{0,69}[\w'()+./:=?-])")$/i;

/**
 * Parses a Content-Type, for guards and reader alike: a form of ours, or undefined for what two parsers could read
 * differently, such as a doubled header, a second parameter or two boundaries.
 */
export function formTypeOf(contentType: string | null | undefined): FormType | undefined {
  if (!contentType || contentType.length > 200) return undefined;
  if (urlencoded.test(contentType)) return { kind: "urlencoded" };
  const [, plain, quoted] = multipart.exec(contentType) ?? [];
  const boundary = plain ?? quoted;
  // A boundary of only dashes looks like the end marker, and parsers differ about it.
  return boundary === undefined || /^-+$/.test(boundary) ? undefined : { kind: "multipart", boundary };
}

/** A broken form type: refused before anything else. */
export const isMalformedForm = (contentType: string | undefined): boolean =>
  contentType !== undefined && /form-data|form-urlencoded/i.test(contentType) && !formTypeOf(contentType);
