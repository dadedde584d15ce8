import { type Change, changed } from "~/core/activity-log/changes";
import { feeOf, usdAndCents } from "~/core/prices/money";
import type { Queryable } from "~/db/client.server";
import { rowsOf } from "./required/document-rows";
import { definitionOf, type FieldName, type FormValues } from "./service-form";
import { readChoices } from "./values.server";

/** What a save changed, from and to, as the editor names it (K-LOG-2). */
export async function changesOf(
  tx: Queryable,
  before: FormValues,
  after: FormValues,
  names: readonly FieldName[],
): Promise<Change[]> {
  const refers = names.some((name) => name === "countryId" || name === "categoryId");
  const { countries, categories } = refers ? await readChoices(tx) : { countries: [], categories: [] };
  const called = new Map([...countries, ...categories].map(({ id, name }) => [id, name]));
  const said = (name: FieldName, text: string) => called.get(text) ?? inWords(name, text);
  return names.flatMap((name) => changed(definitionOf(name).label, said(name, before[name]), said(name, after[name])));
}

function inWords(name: FieldName, text: string): string {
  const { kind } = definitionOf(name);
  if (kind === "fee") return usdAndCents(String(feeOf(text)));
  if (kind === "flag") return text === "yes" ? "yes" : "no";
  if (kind === "documents")
    return rowsOf(text)
      .map((row) =>
        [row.name, row.description, row.isRequired ? "required" : "optional", ...row.formats]
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
