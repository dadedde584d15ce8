import { type CheckedNote, checkedAt } from "~/content/settings/checked-note";
import { isDay } from "~/core/time";

/** A registration with an authority, such as a number of the RCIC (L-FACT-20). */
export type Licence = { authority: string; number: string; name: string };
/** A sum from which a category begins, in words such as `$750,000+` (P-IMMI-8, L-FACT-17). */
type Threshold = { words: string; note: CheckedNote | null };
export type Thresholds = Record<"economic" | "annual", Threshold>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** A setting of one line; empty where there is none. */
export const readLine = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const objectsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

/** The setting `licences`: `[{"authority": "CICC", "number": "R500001", "name": "Ann Rolle"}]`, each whole. */
export function readLicences(stored: unknown): Licence[] {
  return objectsIn(stored)
    .map(({ authority, number, name }) => ({
      authority: readLine(authority),
      number: readLine(number),
      name: readLine(name),
    }))
    .filter(({ authority, number, name }) => authority && number && name);
}

/** `Ann Rolle, RCIC R500001` */
export const licenceWords = ({ authority, number, name }: Licence): string => `${name}, ${authority} ${number}`;

/** Who files with IRCC: only lawyers and consultants of its college may represent somebody there. */
export function canadaWords(licences: readonly Licence[]): string {
  const licence = licensedForCanada(licences);
  return licence
    ? `${licenceWords(licence)}, may represent you before IRCC.`
    : "You file with IRCC in your own account; we prepare the application with you.";
}

/** Whether one of them lets us represent people before Canada's IRCC: its college (CICC), or IRCC itself. */
const licensedForCanada = (licences: readonly Licence[]): Licence | undefined =>
  licences.find(({ authority }) => /\b(IRCC|CICC|RCIC|College of Immigration and Citizenship)/i.test(authority));

/** Web addresses of ours at other sites, the setting `profiles`. */
export const readProfiles = (stored: unknown): string[] =>
  Array.isArray(stored)
    ? stored.filter((one): one is string => typeof one === "string" && /^https:\/\/[^\s/]/.test(one))
    : [];

/** `25.0781` of a number or its text; null for what is none, or further from 0 than `limit`. */
export function readDegrees(stored: unknown, limit: number): number | null {
  const degrees = typeof stored === "number" || readLine(stored) !== "" ? Number(stored) : Number.NaN;
  return Number.isFinite(degrees) && Math.abs(degrees) <= limit ? degrees : null;
}

/** Both or neither count. */
function checkedOf(on: unknown, source: unknown): CheckedNote | null {
  return isDay(on) && typeof source === "string" && /^https:\/\/[^\s/]/.test(source) ? checkedAt(on, source) : null;
}

const delivered = { economic: 750_000, annual: 500_000 };

/** The setting `thresholds`: `{"economic": {"amount": 750000, "checkedOn": "2026-10-01", "source": "https://…"}}`. */
export function readThresholds(stored: unknown): Thresholds {
  const one = (name: keyof typeof delivered): Threshold => {
    const given = isObject(stored) && isObject(stored[name]) ? stored[name] : {};
    const amount = typeof given.amount === "number" && given.amount > 0 ? given.amount : delivered[name];
    return { words: `$${amount.toLocaleString("en-US")}+`, note: checkedOf(given.checkedOn, given.source) };
  };
  return { economic: one("economic"), annual: one("annual") };
}
