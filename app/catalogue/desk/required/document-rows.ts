import * as z from "zod/mini";
import { invalidCharactersMessage, isValidLine, isValidText, normalizeLine, normalizeText } from "~/core/text-input";
import { type DocumentPurpose, documentFormats, documentPurposes } from "~/db/schema/values";
import {
  checkedDateRule,
  type DateRuleInput,
  dateAmountError,
  looseDateRule,
  noDateRule,
  readDateRule,
} from "./date-rule-input";
import { noPhotoRule, type PhotoRuleInput, photoRuleErrors, photoRuleFields, readPhotoRule } from "./photo-rule-input";

export type DocumentRow = DateRuleInput &
  PhotoRuleInput & {
    key: string;
    name: string;
    description: string;
    isRequired: boolean;
    /** A renewal asks for a new one. */
    isRenewedAnew: boolean;
    purpose: DocumentPurpose;
    formats: readonly string[];
    sample: { id: string; name: string } | null;
  };

export const mostDocuments = 30;
const tooMany = `A service asks for ${mostDocuments} documents at most.`;
const longest = { name: 120, description: 1000 };

const purposes = new Map<string, DocumentPurpose>([
  ["passport_copy", "passport_page"],
  ["photo", "photo"],
]);
const usualPurposeOf = (key: string): DocumentPurpose => purposes.get(key) ?? "document";

/** Drafts and versions from before the choice of a purpose have none: it follows from the type, as in the upgrade. */
const withPurposes = (rows: unknown): unknown =>
  Array.isArray(rows)
    ? rows.map((row: unknown) =>
        typeof row === "object" && row !== null && "key" in row && !("purpose" in row)
          ? { ...row, purpose: usualPurposeOf(String(row.key)) }
          : row,
      )
    : rows;

const loose = z.array(
  z.object({
    key: z.string(),
    name: z.string(),
    description: z.string(),
    isRequired: z.boolean(),
    // Drafts from before this checkbox do not have it.
    isRenewedAnew: z._default(z.boolean(), false),
    ...looseDateRule,
    purpose: z.enum(documentPurposes),
    ...photoRuleFields,
    formats: z.array(z.string()),
    sample: z.nullable(z.object({ id: z.string(), name: z.string() })),
  }),
);

/** Parses the form's JSON into rows, whatever their values; empty if it isn't a list. */
export function rowsOf(text: string): DocumentRow[] {
  try {
    return loose.safeParse(withPurposes(JSON.parse(text))).data ?? [];
  } catch {
    return [];
  }
}

export const textOfRows = (rows: readonly DocumentRow[]) => JSON.stringify(rows);

export const inputName = (index: number, part: string) => `requirements.${index}.${part}`;
/** The hidden input that tells that the form contains rows, even if there are none. */
export const rowsMarker = { name: "requirements", value: "rows" };

export function readRows(form: { get: (name: string) => unknown }): string {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replace(/\r\n?/g, "\n") : "";
  };
  if (form.get(rowsMarker.name) !== rowsMarker.value) return text(rowsMarker.name);
  const rows: DocumentRow[] = [];
  for (let index = 0; index < 200 && typeof form.get(inputName(index, "key")) === "string"; index++) {
    const part = (name: string) => text(inputName(index, name));
    const sent = part("key");
    const key = /^[\w-]{1,80}$/.test(sent) && rows.every((row) => row.key !== sent) ? sent : freeKey(rows);
    rows.push({
      key,
      name: part("name"),
      description: part("description"),
      isRequired: part("required") === "yes",
      isRenewedAnew: part("anew") === "yes",
      ...readDateRule(part),
      purpose: documentPurposes.find((purpose) => purpose === part("purpose")) ?? usualPurposeOf(key),
      ...readPhotoRule(part),
      formats: documentFormats.filter((format) => part(format) === "yes"),
      sample: part("sample") ? { id: part("sample"), name: part("sampleName") } : null,
    });
  }
  return textOfRows(rows);
}

function freeKey(rows: readonly DocumentRow[]): string {
  for (let n = 1; ; n++) if (rows.every(({ key }) => key !== `new-${n}`)) return `new-${n}`;
}

const sameName = (name: string) => name.trim().replace(/\s+/g, " ").toLowerCase();

const row = z.object({
  key: z.string(),
  name: z.string().check(
    z.overwrite(normalizeLine),
    z.minLength(1, "Enter the name of the document."),
    z.refine((text) => isValidLine(text), invalidCharactersMessage("Name")),
    z.maxLength(longest.name, `Name: ${longest.name} characters at most`),
  ),
  description: z.string().check(
    z.overwrite(normalizeText),
    z.refine((text) => isValidText(text), invalidCharactersMessage("What it must show")),
    z.maxLength(longest.description, "What it must show: 1,000 characters at most"),
  ),
  isRequired: z.boolean(),
  isRenewedAnew: z._default(z.boolean(), false),
  ...checkedDateRule,
  purpose: z.enum(documentPurposes),
  ...photoRuleFields,
  formats: z.array(z.enum(documentFormats)).check(z.minLength(1, "Choose at least one format.")),
  sample: z.nullable(z.object({ id: z.uuid("Please choose the sample again."), name: z.string() })),
});
export type CheckedRow = z.output<typeof row>;

const rows = z.array(row).check(
  z.maxLength(mostDocuments, tooMany),
  z.check(({ value, issues }) => {
    for (const [index, { name, purpose, ...row }] of value.entries()) {
      const message = dateAmountError(row);
      const at = { input: row.dateAmount, path: [index, "dateAmount"] };
      if (message) issues.push({ code: "custom", ...at, message, continue: true });
      if (purpose === "photo")
        for (const error of photoRuleErrors(row)) {
          const field = { input: row[error.part], path: [index, error.part] };
          issues.push({ code: "custom", ...field, message: error.message, continue: true });
        }
      const isSecondPage = value.slice(0, index).some((earlier) => earlier.purpose === "passport_page");
      if (purpose === "passport_page" && isSecondPage)
        issues.push({
          ...{ code: "custom", input: purpose, path: [index, "purpose"], continue: true },
          message: "Only one document can be the passport’s photo page.",
        });
      if (purpose === "passport_page" && row.dateRule !== "" && row.dateRule !== "trip")
        issues.push({
          ...{ code: "custom", input: row.dateRule, path: [index, "purpose"], continue: true },
          message:
            "A passport is judged by its expiration date: choose “Valid for at least” as its date rule, or none.",
        });
      const isTwice = name !== "" && value.slice(0, index).some((earlier) => sameName(earlier.name) === sameName(name));
      const twice = "Two documents have this name. Give each its own.";
      if (isTwice) issues.push({ code: "custom", input: name, path: [index, "name"], message: twice, continue: true });
    }
  }),
);

/** Parses the form's text into the list to store. */
export const documentsSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string, { issues }): unknown => {
      try {
        return withPurposes(JSON.parse(text));
      } catch {
        issues.push({
          code: "custom",
          input: text,
          message: "Something is wrong with this list. Please reload the page.",
          continue: true,
        });
        return z.NEVER;
      }
    }),
  ),
  rows,
);

export type RowsChange = {
  rows: DocumentRow[];
  /** The row whose removal needs a confirmation. */
  asking?: string;
  problem?: string;
  /** The announcement for screen readers, and the id of the element to focus. */
  announcement: string;
  focus: string;
};

export const rowId = (key: string, part: string) => `requirements-${key}-${part}`;
export const addId = "requirements-add";

/**
 * Applies a button to the rows, in the browser and on the server: `add`, or an action and the key of its row, such as
 * `up passport_copy`. `files`: for how many applications each document has files.
 */
export function changeRows(
  rows: readonly DocumentRow[],
  pressedButton: string,
  files: Readonly<Record<string, number>>,
): RowsChange {
  const [act = "", key = ""] = pressedButton.split(" ");
  const all = [...rows];
  const index = all.findIndex((row) => row.key === key);
  const editedRow = all[index];
  const called = editedRow?.name.trim() || "The document";
  if (act === "add") {
    if (all.length >= mostDocuments) return { rows: all, problem: tooMany, announcement: tooMany, focus: addId };
    const added = freeKey(all);
    const empty = {
      ...{ key: added, name: "", description: "", isRequired: true, isRenewedAnew: false },
      ...noDateRule,
      ...{ purpose: "document" as const, ...noPhotoRule, formats: documentFormats, sample: null },
    };
    return { rows: [...all, empty], announcement: "A document was added.", focus: rowId(added, "name") };
  }
  if (!editedRow) return { rows: all, announcement: "", focus: addId };
  if (act === "up" || act === "down") {
    const to = Math.max(0, Math.min(all.length - 1, act === "up" ? index - 1 : index + 1));
    const moved = all.toSpliced(index, 1).toSpliced(to, 0, editedRow);
    const end = to === 0 ? "down" : to === all.length - 1 ? "up" : act;
    return { rows: moved, announcement: `${called} is now number ${to + 1} of ${all.length}.`, focus: rowId(key, end) };
  }
  if (act === "remove" && (files[key] ?? 0) > 0)
    return { rows: all, asking: key, announcement: describeAffectedFiles(files[key] ?? 0), focus: rowId(key, "keep") };
  if (act === "remove" || act === "remove-anyway") {
    const next = all[index + 1] ?? all[index - 1];
    return {
      rows: all.toSpliced(index, 1),
      announcement: `${called} was removed from the list.`,
      focus: next ? rowId(next.key, "remove") : addId,
    };
  }
  if (act === "drop-sample")
    return {
      rows: all.with(index, { ...editedRow, sample: null }),
      announcement: "The sample was removed.",
      focus: rowId(key, "file"),
    };
  return { rows: all, announcement: "", focus: rowId(key, "remove") };
}

/** The warning before a document is removed for which there are files. */
export const describeAffectedFiles = (applications: number) =>
  applications === 1
    ? "1 application has files for it. It keeps them."
    : `${applications.toLocaleString("en-US")} applications have files for it. They keep them.`;
