/** How the body of a form is written. */
export type FormType = { kind: "urlencoded" } | { kind: "multipart"; boundary: string };

const urlencoded = /^application\/x-www-form-urlencoded(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;
/** RFC 2046: 1 to 70 signs. Without quotes only those of a token; a comma would be a second header's. */
const multipart =
  /^multipart\/form-data[ \t]*;[ \t]*boundary=(?:([\w'+.-]{1,70})|"([\w'()+./:=? -]{0,69}[\w'()+./:=?-])")$/i;

/**
 * What a Content-Type says, by the one grammar that guards and reader share: a form of ours, or undefined for whatever
 * two parsers could read differently, such as a doubled header, a second parameter or two boundaries (V-ATK-1).
 */
export function formTypeOf(contentType: string | null | undefined): FormType | undefined {
  if (!contentType || contentType.length > 200) return undefined;
  if (urlencoded.test(contentType)) return { kind: "urlencoded" };
  const [, plain, quoted] = multipart.exec(contentType) ?? [];
  const boundary = plain ?? quoted;
  // One of dashes alone looks like the sign of the end, and parsers differ about it.
  return boundary === undefined || /^-+$/.test(boundary) ? undefined : { kind: "multipart", boundary };
}

/** A type that wants to be a form's and can't be read: it is refused whoever asks, before anything else (V-ATK-1). */
export const isMalformedForm = (contentType: string | undefined): boolean =>
  contentType !== undefined && /form-data|form-urlencoded/i.test(contentType) && !formTypeOf(contentType);
