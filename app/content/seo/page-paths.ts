import { slugOf } from "~/content/slug";

/** The last part of the address of a country's page: its name, or its code where the name has no Latin letter. */
export const countrySlug = ({ name, code }: { name: string; code: string }): string =>
  slugOf(name) || code.toLowerCase();

/** The page of a country with its services (L-SEO-2). */
export const countryPath = (country: { name: string; code: string }): string => `/services/${countrySlug(country)}`;

/** The page by which search engines know a page: itself, but for the e-visa, which has two (L-SEO-1). */
export const canonicalPath = (path: string): string => (path === "/visa/bahamian-evisa" ? "/bahamian-evisa" : path);
