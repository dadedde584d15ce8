/** Also as older settings and records have it. */
const extensionAtEnd = /(?:ext(?:ension)?|x)[.\s]*(\d{1,7})\s*$/i;

/** Returns a `tel:` link (RFC 3966). Used on every page, so it must stay small. */
export function telephoneLink(phone: string): string {
  const found = extensionAtEnd.exec(phone);
  const number = found ? phone.slice(0, found.index) : phone;
  return `tel:${number.replace(/[^\d+]/g, "")}${found ? `;ext=${found[1]}` : ""}`;
}
