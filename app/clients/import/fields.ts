import type { KeyDateKind } from "~/db/schema/values";

/** The fields that a column can be mapped to, with the heading that the template gives them. */
export const importFields = {
  name: "Name",
  email: "Email",
  phone: "Phone",
  nationality: "Nationality",
  service: "Service",
  reference: "Your reference",
  visaExpires: "Visa expires",
  permitExpires: "Permit expires",
  entryExpires: "Entry permission expires",
  passportExpires: "Passport expires",
  permitFeeDue: "Permit fee due",
} as const;
export type ImportField = keyof typeof importFields;

export const fieldNames = Object.keys(importFields) as readonly ImportField[];
export const isImportField = (value: unknown): value is ImportField => fieldNames.some((field) => field === value);

/** The kind of key date that a field becomes. */
const dateKinds = {
  visaExpires: "visa",
  permitExpires: "permit",
  entryExpires: "entry_permission",
  passportExpires: "passport",
  permitFeeDue: "permit_fee",
} as const satisfies Partial<Record<ImportField, KeyDateKind>>;
export type DateField = keyof typeof dateKinds;
export const dateFields: Readonly<Record<DateField, Exclude<KeyDateKind, "other">>> = dateKinds;
export const isDateField = (field: ImportField): field is DateField => field in dateKinds;

/** What each column is mapped to; null leaves it out. */
export type Mapping = readonly (ImportField | null)[];
/** As stored: by heading, without the columns that are left out. */
export type StoredMapping = Readonly<Record<string, string>>;

export const mappingOf = (heads: readonly string[], stored: StoredMapping): Mapping =>
  heads.map((head) => {
    const field = Object.hasOwn(stored, head) ? stored[head] : undefined;
    return isImportField(field) ? field : null;
  });

export const storedMapping = (heads: readonly string[], mapping: Mapping): StoredMapping =>
  Object.fromEntries(heads.flatMap((head, index) => (mapping[index] ? [[head, mapping[index]] as const] : [])));

export const separators = { ",": "Comma", ";": "Semicolon", "\t": "Tab" } as const;
export type Separator = keyof typeof separators;

export const encodings = { "utf-8": "UTF-8", "windows-1252": "Windows-1252" } as const;
export type Encoding = keyof typeof encodings;

export const importLimits = {
  bytes: 5 * 1024 * 1024,
  lines: 10_000,
  columns: 100,
  name: 120,
  phone: 30,
  reference: 60,
} as const;
