import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { inCountryOrder } from "~/catalogue/services.server";
import { namesFact } from "~/content/agreements/agreement-facts";
import { legalName } from "~/content/agreements/read.server";
import { db, type Queryable } from "~/db/client.server";
import { agreementTemplates } from "~/db/schema/agreement-templates";
import { countries, serviceCategories, visaServices } from "~/db/schema/catalogue";
import { storedRows } from "./required/read-rows.server";
import { emptyValues, type FormValues, textOfValue, valuesFrom } from "./service-form";

type Row = typeof visaServices.$inferSelect;

/** A row as form values. */
function valuesOf(row: Row, documents: string): FormValues {
  return valuesFrom((name) => {
    if (name === "requirements") return documents;
    return textOfValue(name, row[name]);
  });
}

/** The stored service as form values, null if there is none; `lock` locks its row for the transaction. */
export async function storedValues(id: string, from: Queryable = db, lock = false): Promise<FormValues | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const query = from.select().from(visaServices).where(eq(visaServices.id, id));
  const [row] = await (lock ? query.for("update") : query);
  return row ? valuesOf(row, await storedRows(id, from)) : null;
}

export const newValues = async (from: Queryable = db): Promise<FormValues> =>
  emptyValues(await from.$count(visaServices));

/** The countries, categories and agreements for a service in order, hidden ones too. */
export async function readChoices(from: Queryable = db) {
  const [countryRows, categories, templates, ourLegalName] = await Promise.all([
    from
      .select({
        id: countries.id,
        name: countries.name,
        code: countries.code,
        flagEmoji: countries.flagEmoji,
        aliases: countries.aliases,
      })
      .from(countries)
      .orderBy(...inCountryOrder),
    from
      .select({ id: serviceCategories.id, name: serviceCategories.name, isHidden: serviceCategories.isHidden })
      .from(serviceCategories)
      .orderBy(asc(serviceCategories.displayOrder), asc(serviceCategories.name)),
    from
      .select({
        id: agreementTemplates.id,
        name: agreementTemplates.name,
        isOffline: agreementTemplates.isOffline,
        title: agreementTemplates.title,
        blocks: agreementTemplates.blocks,
      })
      .from(agreementTemplates)
      .orderBy(asc(agreementTemplates.name)),
    legalName(from),
  ]);
  const agreements = templates.map(({ title, blocks, ...agreement }) => ({
    ...agreement,
    /** It names our legal name, which is empty: nobody can be offered it. */
    lacksLegalName: ourLegalName === null && namesFact({ title, blocks }, "legal name"),
  }));
  return { countries: countryRows, categories, agreements };
}
