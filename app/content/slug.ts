import { normalized } from "~/normalized";

/**
 * The slug of a name (A-SVC-12): lower case, each run of other than letters and digits one hyphen, none at the ends.
 * Letters with marks lose them, so that `São Tomé` is `sao-tome`. May be empty.
 */
export function slugOf(name: string): string {
  return normalized(name, "NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
