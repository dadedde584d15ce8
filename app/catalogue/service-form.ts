import { entryTypes } from "~/db/schema/values";
import { feeOf } from "./money";
import { type StructuredName, structured } from "./structured";

/** The editor's tabs, and the fields of each in their order (A-SVC-3 to -9). */
export const editorTabs = [
  { id: "basic", label: "Basic Info" },
  { id: "pricing", label: "Pricing" },
  { id: "requirements", label: "Requirements" },
  { id: "content", label: "Content" },
  { id: "advanced", label: "Advanced" },
] as const;
export type EditorTab = (typeof editorTabs)[number]["id"];

type Kind = "line" | "text" | "lines" | "fee" | "integer" | "flag" | "choice" | "json";
type Definition = { label: string; tab: EditorTab; kind: Kind; max?: number };

export const serviceFields = {
  serviceName: { label: "Service name", tab: "basic", kind: "line", max: 200 },
  slug: { label: "Slug", tab: "basic", kind: "line", max: 200 },
  countryId: { label: "Country", tab: "basic", kind: "choice" },
  categoryId: { label: "Category", tab: "basic", kind: "choice" },
  visaType: { label: "Visa type", tab: "basic", kind: "line", max: 120 },
  serviceType: { label: "Service type", tab: "basic", kind: "line", max: 120 },
  entryType: { label: "Entry type", tab: "basic", kind: "choice" },
  processingTime: { label: "Processing time", tab: "basic", kind: "line", max: 120 },
  validityPeriod: { label: "Validity period", tab: "basic", kind: "line", max: 120 },
  maxStay: { label: "Max stay", tab: "basic", kind: "line", max: 120 },
  displayOrder: { label: "Display order", tab: "basic", kind: "integer" },
  isFeatured: { label: "Featured", tab: "basic", kind: "flag" },
  isActive: { label: "Active", tab: "basic", kind: "flag" },
  governmentFee: { label: "Government fee", tab: "pricing", kind: "fee" },
  serviceFee: { label: "Service fee", tab: "pricing", kind: "fee" },
  visaSubtypes: { label: "Pricing tiers", tab: "pricing", kind: "json" },
  requirements: { label: "Required documents", tab: "requirements", kind: "lines", max: 500 },
  eligibilityCriteria: { label: "Eligibility criteria", tab: "requirements", kind: "json" },
  importantNotes: { label: "Important notes", tab: "requirements", kind: "lines", max: 1000 },
  description: { label: "Short description", tab: "content", kind: "text", max: 1000 },
  overview: { label: "Overview", tab: "content", kind: "text", max: 20_000 },
  applicationSteps: { label: "Application steps", tab: "content", kind: "json" },
  faqs: { label: "Questions and answers", tab: "content", kind: "json" },
  processingTimes: { label: "Processing times", tab: "advanced", kind: "json" },
  metaTitle: { label: "Search title", tab: "advanced", kind: "line", max: 200 },
  metaDescription: { label: "Search description", tab: "advanced", kind: "text", max: 500 },
  metaKeywords: { label: "Search keywords", tab: "advanced", kind: "line", max: 500 },
} as const satisfies Record<string, Definition>;

export type FieldName = keyof typeof serviceFields;
export const fieldNames: readonly FieldName[] = Object.keys(serviceFields).filter(
  (name): name is FieldName => name in serviceFields,
);
export const isFieldName = (name: string): name is FieldName => Object.hasOwn(serviceFields, name);
export const definitionOf = (name: FieldName): Definition => serviceFields[name];

/** A field's value as the form's text: `yes` or "" for a box, JSON for a structured field, one line a list entry. */
export type FormValues = Record<FieldName, string>;
export type FieldProblem = { field: FieldName; message: string };

/** A new service; its place is the last (A-SVC-10). */
export function emptyValues(displayOrder: number): FormValues {
  return {
    ...valuesFrom(() => ""),
    entryType: entryTypes[0],
    isActive: "yes",
    displayOrder: String(displayOrder),
    governmentFee: "0",
    serviceFee: "0",
    visaSubtypes: "[]",
    eligibilityCriteria: "[]",
    applicationSteps: "[]",
    faqs: "[]",
    processingTimes: "{}",
  };
}

export function valuesFrom(read: (name: FieldName) => string): FormValues {
  const pairs = fieldNames.map((name) => [name, read(name)] as const);
  return Object.fromEntries(pairs) as FormValues;
}

/** The form as it was sent; what else a request carries is not looked at. */
export function readValues(form: { get: (name: string) => unknown }): FormValues {
  return valuesFrom((name) => {
    const given = form.get(name);
    return typeof given === "string" ? given.replace(/\r\n?/g, "\n") : "";
  });
}

export const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** `12` of `12.7`; what is not a number counts as 0 (A-SVC-17). */
export function integerOf(text: string): number {
  const number = Number(text.trim().replaceAll(",", ""));
  return Number.isFinite(number) ? Math.trunc(number) : 0;
}

/** Two texts of a field mean the same when these are equal. */
function meaning(name: FieldName, text: string): string {
  const { kind } = definitionOf(name);
  if (kind === "fee") return feeOf(text).toFixed(2);
  if (kind === "integer") return String(integerOf(text));
  if (kind === "lines") return linesOf(text).join("\n");
  if (kind !== "json") return text.trim();
  const read = structured[name as StructuredName](text);
  return read.ok ? JSON.stringify(read.value) : text.trim();
}

export const differs = (name: FieldName, a: FormValues, b: FormValues) =>
  meaning(name, a[name]) !== meaning(name, b[name]);
