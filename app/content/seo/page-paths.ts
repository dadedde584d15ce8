import { slugOf } from "~/content/slug";

export const countrySlug = ({ name, code }: { name: string; code: string }): string =>
  slugOf(name) || code.toLowerCase();

/** The page of a country with its services. */
export const countryPath = (country: { name: string; code: string }): string => `/services/${countrySlug(country)}`;

/** The canonical path of a page: itself, except for the e-visa, which has two pages. */
export const canonicalPath = (path: string): string => (path === "/visa/bahamian-evisa" ? "/bahamian-evisa" : path);
