/** What the shell shows of the site's settings. */
export type SiteSettings = {
  siteName: string;
  contactPhone: string;
  contactEmail: string;
  contactLocation: string;
  whatsappPhone: string;
  addressLine1: string;
  addressLine2: string;
  languages: string[];
  defaultLanguage: string;
  /** Each in words. */
  licences: readonly string[];
};

/** A destination in the menu of visa services: `slug` is what `/services?country=` takes, `code` its flag. */
export type ShellCountry = { slug: string; name: string; code: string };
