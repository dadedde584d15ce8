export type SiteSettings = {
  siteName: string;
  contactPhone: string;
  contactEmail: string;
  contactLocation: string;
  whatsappPhone: string;
  addressLine1: string;
  addressLine2: string;
  copyrightLine: string;
  /** The path of the terms. */
  termsPath: string;
  languages: string[];
  defaultLanguage: string;
  /** Each formatted. */
  licences: readonly string[];
};

/** A destination in the menu: `path`: its page, `code`: its flag. */
export type ShellCountry = { path: string; name: string; code: string };

/** The site's name if the settings can't be read. */
export const unreadSiteName = "Lucaya Visa & Immigration";
