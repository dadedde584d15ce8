import { feeOf, usdAndCents } from "~/core/prices/money";
import type { Queryable } from "~/db/client.server";
import { rowsOf } from "./required/document-rows";
import { definitionOf, type FieldName, fieldNames, meaning } from "./service-form";
import { readChoices } from "./values.server";

/** The fields as two versions of a service are compared and told, in a conflict and in the record (K-LOG-2). */
export async function comparableFields(tx: Queryable) {
  const { countries, categories } = await readChoices(tx);
  const called = new Map([...countries, ...categories].map(({ id, name }) => [id, name]));
  return fieldNames.map((name) => ({
    ...{ name, label: definitionOf(name).label },
    isSame: (a: string | undefined, b: string | undefined) =>
      a === b || (a !== undefined && b !== undefined && meaning(name, a) === meaning(name, b)),
    words: (text = "") => called.get(text) ?? inWords(name, text),
  }));
}

function inWords(name: FieldName, text: string): string {
  const { kind } = definitionOf(name);
  if (kind === "fee") return usdAndCents(String(feeOf(text)));
  if (kind === "flag") return text === "yes" ? "yes" : "no";
  if (kind === "documents")
    return rowsOf(text)
      .map((row) =>
        [row.name, row.description, row.isRequired ? "required" : "optional", ...row.formats, row.sample?.name]
          .filter(Boolean)
          .join(", "),
      )
      .join("; ");
  if (kind === "lines") return text.split("\n").join("; ");
  return kind === "json" ? flat(text) : text.trim();
}

/** The texts of a structured value, one after the other. */
function flat(text: string): string {
  const texts: string[] = [];
  try {
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === "string" || typeof value === "number") texts.push(String(value));
      return value;
    });
    return texts.join(", ");
  } catch {
    return text;
  }
}
