import { noDateRule } from "../../../app/catalogue/desk/required/date-rule-input";
import {
  type DocumentRow,
  inputName,
  rowsMarker,
  textOfRows,
} from "../../../app/catalogue/desk/required/document-rows";
import { noPhotoRule, photoRuleParts } from "../../../app/catalogue/desk/required/photo-rule-input";
import { documentFormats } from "../../../app/db/schema/values";
import type { Fields } from "../http-client";

type RowInput = Partial<DocumentRow> & { name: string };

/** New documents in the service editor, by name or with more fields. */
export const documentRows = (...rows: (string | RowInput)[]): DocumentRow[] =>
  rows.map((row, index) => ({
    ...{ key: `new-${index + 1}`, description: "", isRequired: true, isRenewedAnew: false },
    ...noDateRule,
    ...noPhotoRule,
    ...{ purpose: "document" as const, formats: documentFormats, sample: null },
    ...(typeof row === "string" ? { name: row } : row),
  }));

/** The same as the form's JSON, for verbs. */
export const documentsText = (...rows: (string | RowInput)[]) => textOfRows(documentRows(...rows));

/** The same as the page's inputs. */
export const documentInputs = (...rows: (string | RowInput)[]): Fields => ({
  [rowsMarker.name]: rowsMarker.value,
  ...Object.fromEntries(
    documentRows(...rows).flatMap(({ key, name, description, isRequired, purpose, formats, sample, ...row }, index) =>
      [
        ["key", key],
        ["name", name],
        ["description", description],
        ["dateRule", row.dateRule],
        ["dateAmount", row.dateAmount],
        ["dateUnit", row.dateUnit],
        ["purpose", purpose],
        ...photoRuleParts.map((part) => [part, row[part]]),
        ...(isRequired ? [["required", "yes"]] : []),
        ...formats.map((format) => [format, "yes"]),
        ...(sample
          ? [
              ["sample", sample.id],
              ["sampleName", sample.name],
            ]
          : []),
      ].map(([part = "", value = ""]) => [inputName(index, part), value]),
    ),
  ),
});
