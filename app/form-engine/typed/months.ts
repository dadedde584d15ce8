// Three letters are enough if they match one month. English, Spanish, French.
const names = [
  "january enero janvier",
  "february febrero fevrier",
  "march marzo mars",
  "april abril avril",
  "may mayo mai",
  "june junio juin",
  "july julio juillet",
  "august agosto aout",
  "september septiembre setiembre septembre",
  "october octubre octobre",
  "november noviembre novembre",
  "december diciembre decembre",
].map((line) => line.split(" "));

import { normalized } from "~/normalized";

/** Whole or abbreviated, ignoring case and accents; undefined if ambiguous: `jui` may be June or July. */
export function monthNamed(text: string): number | undefined {
  const letters = normalized(text, "NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\.$/, "");
  if (!/^[a-z]{3,}$/.test(letters)) return undefined;
  const fitting = names.flatMap((month, index) => (month.some((name) => name.startsWith(letters)) ? [index + 1] : []));
  return fitting.length === 1 ? fitting[0] : undefined;
}
