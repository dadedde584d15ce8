import {
  type DocumentRow,
  inputName,
  rowsMarker,
  textOfRows,
} from "../../../app/catalogue/desk/required/document-rows";
import { documentFormats } from "../../../app/db/schema/values";
import type { Fields } from "../http-client";

type Given = Partial<DocumentRow> & { name: string };

/** New documents in the service editor, by name or with more fields. */
export const documentRows = (...given: (string | Given)[]): DocumentRow[] =>
  given.map((one, index) => ({
    ...{ key: `new-${index + 1}`, description: "", isRequired: true, formats: documentFormats, sample: null },
    ...(typeof one === "string" ? { name: one } : one),
  }));

/** The same as the form's JSON, for verbs. */
export const documentsText = (...given: (string | Given)[]) => textOfRows(documentRows(...given));

/** The same as the page's inputs. */
export const documentInputs = (...given: (string | Given)[]): Fields => ({
  [rowsMarker.name]: rowsMarker.value,
  ...Object.fromEntries(
    documentRows(...given).flatMap(({ key, name, description, isRequired, formats, sample }, index) =>
      [
        ["key", key],
        ["name", name],
        ["description", description],
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
