/** What the shell shows of the site's settings. */
export type SiteSettings = {
  siteName: string;
  contactPhone: string;
  contactEmail: string;
  contactLocation: string;
  whatsappPhone: string;
  addressLine1: string;
  addressLine2: string;
  copyrightLine: string;
  /** Where the terms stand. */
  termsPath: string;
  languages: string[];
  defaultLanguage: string;
  /** Each in words. */
  licences: readonly string[];
};

/** A destination in the menu of visa services: `path` is its page, `code` its flag. */
export type ShellCountry = { path: string; name: string; code: string };

/** The site's name where the settings can't be read. */
export const unreadSiteName = "Lucaya Visa & Immigration";
