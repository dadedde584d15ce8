/** As it is stored, and as settings and records of older origin may have it. */
const extensionAtEnd = /(?:ext(?:ension)?|x)[.\s]*(\d{1,7})\s*$/i;

/** The address that opens the visitor's own phone (RFC 3966). Every page has one, so that it weighs little. */
export function telephoneLink(phone: string): string {
  const found = extensionAtEnd.exec(phone);
  const number = found ? phone.slice(0, found.index) : phone;
  return `tel:${number.replace(/[^\d+]/g, "")}${found ? `;ext=${found[1]}` : ""}`;
}
