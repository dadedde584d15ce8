import { type CheckedNote, checkedAt } from "~/content/settings/checked-note";
import { isDay } from "~/core/time";

/** A registration with an authority, such as an RCIC number. */
export type Licence = { authority: string; number: string; name: string };
/** The amount from which a category begins, formatted: `$750,000+`. */
type Threshold = { text: string; note: CheckedNote | null };
export type Thresholds = Record<"economic" | "annual", Threshold>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const readLine = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const objectsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * Parses the setting `licences`: `[{"authority": "CICC", "number": "R500001", "name": "Ann Rolle"}]`; incomplete
 * entries are skipped.
 */
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
export const formatLicence = ({ authority, number, name }: Licence): string => `${name}, ${authority} ${number}`;

/** Who files with IRCC: only lawyers and consultants of its college may represent applicants there. */
export function canadaFilingText(licences: readonly Licence[]): string {
  const licence = licensedForCanada(licences);
  return licence
    ? `${formatLicence(licence)}, may represent you before IRCC.`
    : "You file with IRCC in your own account; we prepare the application with you.";
}

/**
 * The licence that allows us to represent applicants before Canada's IRCC: of its college (CICC), or of IRCC itself.
 */
const licensedForCanada = (licences: readonly Licence[]): Licence | undefined =>
  licences.find(({ authority }) => /\b(IRCC|CICC|RCIC|College of Immigration and Citizenship)/i.test(authority));

export const readProfiles = (stored: unknown): string[] =>
  Array.isArray(stored)
    ? stored.filter((source): source is string => typeof source === "string" && /^https:\/\/[^\s/]/.test(source))
    : [];

/** Parses degrees, a number or a string; null if invalid, or further from 0 than `limit`. */
export function readDegrees(stored: unknown, limit: number): number | null {
  const degrees = typeof stored === "number" || readLine(stored) !== "" ? Number(stored) : Number.NaN;
  return Number.isFinite(degrees) && Math.abs(degrees) <= limit ? degrees : null;
}

/** Day and source count only together. */
function checkedOf(on: unknown, source: unknown): CheckedNote | null {
  return isDay(on) && typeof source === "string" && /^https:\/\/[^\s/]/.test(source) ? checkedAt(on, source) : null;
}

const defaults = { economic: 750_000, annual: 500_000 };

/**
 * Parses the setting `thresholds`: `{"economic": {"amount": 750000, "checkedOn": "2026-10-01", "source":
 * "https://…"}}`.
 */
export function readThresholds(stored: unknown): Thresholds {
  const thresholdOf = (name: keyof typeof defaults): Threshold => {
    const value = isObject(stored) && isObject(stored[name]) ? stored[name] : {};
    const amount = typeof value.amount === "number" && value.amount > 0 ? value.amount : defaults[name];
    return { text: `$${amount.toLocaleString("en-US")}+`, note: checkedOf(value.checkedOn, value.source) };
  };
  return { economic: thresholdOf("economic"), annual: thresholdOf("annual") };
}
