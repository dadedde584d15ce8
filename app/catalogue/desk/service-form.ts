import * as z from "zod/mini";
import { slugOf } from "~/content/slug";
import { feeOf, highestFee } from "~/core/prices/money";
import { agreementOfferTimes, entryTypes } from "~/db/schema/values";
import { readRows, rowsOf } from "./required/document-rows";
import {
  choice,
  day,
  documents,
  fee,
  flag,
  integer,
  json,
  line,
  lines,
  orNull,
  reference,
  type ServiceField,
  text,
  wholeNumber,
  writtenOut,
} from "./service-kinds";
import { type StructuredName, structured } from "./structured/structured";

/** A web URL that a page may link to. */
function isWebAddress(text: string): boolean {
  return /^https:\/\/[^\s/]/.test(text) && URL.canParse(text);
}

const slugForm = /^([a-z0-9]+(-[a-z0-9]+)*)?$/;

/**
 * The fields of a service in the order of the editor, each named like its column. The form, its validation, the stored
 * row, the comparison of changes and the texts of the activity log are derived from it.
 */
export const serviceFields = {
  serviceName: line(
    "Service name",
    "basic",
    { max: 200, wide: true, required: true },
    z.minLength(1, "Enter the name of the service"),
    writtenOut,
  ),
  slug: line(
    "Slug",
    "basic",
    {
      hint: "The address of the service’s page. Leave it empty to create one from the name. If you change it, links to the old address stop working.",
      max: 200,
      wide: true,
      mono: true,
    },
    z.regex(slugForm, "A slug has lower-case letters and digits, and single hyphens between them"),
  ),
  countryId: reference("Country", "basic", "countries", "No country"),
  categoryId: reference("Category", "basic", "categories", "No category"),
  visaType: orNull(line("Visa type", "basic", { max: 120 })),
  serviceType: orNull(line("Service type", "basic", { max: 120 })),
  entryType: choice("Entry type", "basic", entryTypes),
  processingTime: orNull(line("Processing time", "basic", { max: 120 }, writtenOut)),
  validityPeriod: orNull(line("Validity period", "basic", { max: 120 }, writtenOut)),
  maxStay: orNull(line("Max stay", "basic", { max: 120 }, writtenOut)),
  displayOrder: integer("Display order", "basic", { hint: "Position in the desk’s list. 0 is first." }),
  isActive: flag("Active", "basic", {
    hint: "Check to show the service on the public site.",
    group: "flags",
    start: "yes",
  }),
  isFeatured: flag("Featured", "basic", { hint: "Check to offer the service for the home page.", group: "flags" }),
  governmentFee: fee("Government fee", "pricing", { hint: "Anything that isn’t a number counts as 0.", group: "fees" }),
  serviceFee: fee("Service fee", "pricing", { hint: "In US dollars, such as 1,299.00.", group: "fees" }),
  feeRecipient: line(
    "Government fee goes to",
    "pricing",
    { hint: "Such as “the embassy” or “IRCC”. If empty: “the government”.", max: 80 },
    writtenOut,
  ),
  furtherFee: line(
    "Further fee",
    "pricing",
    {
      hint: "A fee due later, such as “plus the annual permit fee on approval”. Shown next to the price.",
      max: 160,
    },
    writtenOut,
  ),
  checkedOn: day("Fees and rules checked on", "pricing", { group: "checked" }),
  officialSource: orNull(
    line(
      "Official source",
      "pricing",
      { hint: "The address where they were checked; the page links to it.", max: 500, mono: true, group: "checked" },
      z.refine((text: string) => text === "" || isWebAddress(text), "Enter an address that begins with https://"),
    ),
  ),
  visaSubtypes: json("Pricing tiers", "pricing", structured.visaSubtypes, {
    hint: "With tiers, the page shows their prices instead of the total above.",
  }),
  requirements: documents("Required documents", "requirements", {
    hint: "In the order shown on the site, in the application and in emails.",
  }),
  filingDays: wholeNumber("We usually file within … days of submission", "requirements", {
    hint: "Dates of documents are compared with this day, until a case has a filing day of its own.",
    ...{ least: 0, most: 180 },
  }),
  eligibilityCriteria: json("Eligibility criteria", "requirements", structured.eligibilityCriteria, {
    hint: "Say who the service is for.",
  }),
  importantNotes: lines("Important notes", "requirements", { hint: "One per line.", max: 1000 }),
  agreementId: reference("Agreement", "requirements", "agreements", "None", {
    hint: "Applicants for this service are offered it to sign.",
    ...{ group: "agreement", onlySuperAdmins: true },
  }),
  agreementOffered: choice("Offered", "requirements", agreementOfferTimes, {
    hint: "On the review page, or by email afterwards.",
    labels: { before: "Before submission", after: "After submission" },
    ...{ group: "agreement", onlySuperAdmins: true },
  }),
  workBeginsSigned: flag("Work begins once it is signed", "requirements", {
    hint: "While it isn’t signed, the case waits for the applicant.",
    ...{ group: "agreement", onlySuperAdmins: true },
  }),
  description: text("Short description", "content", {
    hint: "One or two sentences, on cards and under the title.",
    max: 1000,
    rows: 3,
  }),
  overview: text("Overview", "content", { hint: "An empty line starts a new paragraph.", max: 20_000, rows: 8 }),
  applicationSteps: json("Application steps", "content", structured.applicationSteps, {
    hint: "List the steps in order.",
  }),
  faqs: json("Questions and answers", "content", structured.faqs, {
    hint: "Write each question as a visitor would ask it.",
  }),
  processingTimes: json("Processing times", "advanced", structured.processingTimes, {
    hint: "Each option and how long it takes, in order. The page shows this list if it has two or more entries.",
  }),
  metaTitle: orNull(
    line("Search title", "advanced", {
      hint: "For search engines. If empty: the service’s name.",
      max: 200,
      group: "search",
    }),
  ),
  metaDescription: orNull(
    text("Search description", "advanced", {
      hint: "If empty: the short description.",
      max: 500,
      rows: 3,
      group: "search",
    }),
  ),
  metaKeywords: orNull(
    line("Search keywords", "advanced", { hint: "Separated by commas.", max: 500, group: "search" }),
  ),
} satisfies Record<string, ServiceField>;

export type FieldName = keyof typeof serviceFields;
export const fieldNames: readonly FieldName[] = Object.keys(serviceFields).filter(
  (name): name is FieldName => name in serviceFields,
);
export const isFieldName = (name: string): name is FieldName => Object.hasOwn(serviceFields, name);
export const definitionOf = (name: FieldName): ServiceField => serviceFields[name];
export const isStructured = (name: FieldName): name is StructuredName => name in structured;

/** A field's value as form text: `yes` or "" for a checkbox, JSON for a structured field, one line per list entry. */
export type FormValues = Record<FieldName, string>;
export type FieldProblem = {
  field: FieldName;
  message: string;
  /** Of a required document: the key of its row, and which part of it. */
  row?: string;
  part?: string;
};

export function valuesFrom(read: (name: FieldName) => string): FormValues {
  const pairs = fieldNames.map((name) => [name, read(name)] as const);
  return Object.fromEntries(pairs) as FormValues;
}

/** A new service comes last. */
export function emptyValues(displayOrder: number): FormValues {
  return { ...valuesFrom((name) => definitionOf(name).start), displayOrder: String(displayOrder) };
}

export function readValues(form: { get: (name: string) => unknown }): FormValues {
  return valuesFrom((name) => {
    if (name === "requirements") return readRows(form);
    const value = form.get(name);
    return typeof value === "string" ? value.replace(/\r\n?/g, "\n") : "";
  });
}

/** Parses values from JSON; empty if it is anything else. */
export function valuesIn(text: unknown): Partial<FormValues> {
  try {
    const read = z.partialRecord(z.enum([...fieldNames]), z.string()).safeParse(JSON.parse(String(text)));
    return read.success ? read.data : {};
  } catch {
    return {};
  }
}

type Schemas = { [Name in FieldName]: (typeof serviceFields)[Name]["schema"] };
const schemas = Object.fromEntries(fieldNames.map((name) => [name, serviceFields[name].schema])) as Schemas;
/** Validate even if other fields failed, so that all problems of a form are reported at once. */
const always = { when: () => true };

/** The row that a form makes, or its problems; an empty slug is made from the name. */
const service = z.pipe(
  z.object(schemas).check(
    z.refine(({ slug, serviceName }) => slug !== "" || serviceName === "" || slugOf(serviceName) !== "", {
      ...always,
      path: ["slug"],
      error: "Enter a slug: the name has no letters or digits to make one from",
    }),
    z.refine(
      ({ governmentFee, serviceFee }) => {
        const own = feeOf(serviceFee);
        return own < 0 || own > highestFee || feeOf(governmentFee) + own <= highestFee;
      },
      { ...always, path: ["serviceFee"], error: "The total is too high" },
    ),
    z.refine(({ checkedOn, officialSource }) => checkedOn !== null || officialSource === null, {
      ...always,
      path: ["checkedOn"],
      error: "Enter the date you checked it",
    }),
    z.refine(({ checkedOn, officialSource }) => checkedOn === null || officialSource !== null, {
      ...always,
      path: ["officialSource"],
      error: "Enter where you checked it",
    }),
  ),
  z.transform((values) => ({ ...values, slug: values.slug || slugOf(values.serviceName) })),
);

export type ParsedService = z.output<typeof service>;
type Parsed = { ok: true; service: ParsedService } | { ok: false; problems: FieldProblem[]; service?: undefined };

export function serviceOf(values: FormValues): Parsed {
  const read = service.safeParse(values);
  if (read.success) return { ok: true, service: read.data };
  const rows = rowsOf(values.requirements);
  const problems = fieldNames.flatMap((field) =>
    read.error.issues
      .filter(({ path }) => path[0] === field)
      .map(({ message, path: [, index, part] }): FieldProblem => {
        const row = field === "requirements" && typeof index === "number" ? rows[index]?.key : undefined;
        return { field, message, ...(row ? { row, part: String(part) } : {}) };
      }),
  );
  return { ok: false, problems };
}

/** A column's value as form text. */
export function textOfValue(name: FieldName, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "";
  if (definitionOf(name).kind === "lines") return Array.isArray(value) ? value.join("\n") : "";
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

/** A field's text in its stored form, or unchanged if it can't be stored. Equal results mean the same value. */
export function normalized(name: FieldName, text: string): string {
  const read = definitionOf(name).schema.safeParse(text);
  return read.success ? textOfValue(name, read.data) : text.trim();
}

export const differs = (name: FieldName, a: FormValues, b: FormValues) =>
  normalized(name, a[name]) !== normalized(name, b[name]);

/** The fields that only super admins change and that differ from `before`, or from a new service's. */
export const superAdminChanges = (values: FormValues, before: FormValues | null): FieldName[] =>
  fieldNames.filter((name) => {
    const { onlySuperAdmins, start } = definitionOf(name);
    // A version of an older release doesn't have the field.
    return onlySuperAdmins && normalized(name, values[name]) !== normalized(name, before?.[name] || start);
  });
