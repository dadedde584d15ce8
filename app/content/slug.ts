import { normalized } from "~/normalized";

/**
 * Makes a slug of a name: lower case, other characters than letters and digits become single hyphens, none at the ends.
 * Diacritics are removed: `São Tomé` is `sao-tome`. May be empty.
 */
export function slugOf(name: string): string {
  return normalized(name, "NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
