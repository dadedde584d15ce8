/** Endpoints with forms for everybody, and the fields they read; `/apply/…` is an application that doesn't exist. */
export const anonymousForms: Readonly<Record<string, readonly string[]>> = {
  "/contact": ["fullName", "email", "phone", "purpose", "travelDate", "nationality", "preferredContactMethod"],
  "/contact/send": ["fullName", "email", "phone", "purpose", "visaService", "numAdults", "attempt"],
  "/consultation": ["name", "email", "phone", "about", "topic", "time", "zone", "attempt"],
  "/consultation/confirm": ["token", "time"],
  "/consultation/yours": ["intent", "time", "seen"],
  "/newsletter": ["email"],
  "/newsletter/confirm": ["token"],
  "/newsletter/unsubscribe": ["token"],
  "/reminders": ["intent", "all"],
  "/apply": ["email", "terms", "service", "attempt"],
  "/apply/start": ["asked"],
  "/applications": ["email"],
  "/your-data": ["email"],
  "/your-data/open": ["token", "subject", "reason", "intent"],
  "/your-data/erase": ["token"],
  "/application/resume": ["token"],
  "/application/email": ["token"],
  "/application/not-me": ["token"],
  "/apply/00000000-0000-4000-8000-000000000000": ["firstName", "revision", "step"],
  "/admin/login": ["email", "password", "to"],
  "/admin/forgot-password": ["email"],
  "/admin/reset-password": ["token", "password"],
  "/admin/invitation": ["token", "name", "password"],
};

/** Bytes of the largest form that they accept, minus other fields. */
const largest = 255 * 1024;

/** Fillings of a field, URL-encoded: cheap to send, and formerly expensive to parse. */
export const fillings = { blanks: "+", marks: "%CC%81%CC%96" } as const;

/** The largest form with one field, full of blanks or combining marks between two letters. */
export const fullForm = (field: string, filling: keyof typeof fillings): string => {
  const unit = fillings[filling];
  return `${field}=a${unit.repeat(Math.floor(largest / unit.length))}a`;
};
