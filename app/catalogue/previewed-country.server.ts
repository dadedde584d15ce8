import { eq } from "drizzle-orm";
import { z } from "zod";
import { previewedOf } from "~/content/previewed.server";
import { db } from "~/db/client.server";
import { countries } from "~/db/schema/catalogue";

const drafted = z
  .object({
    ...{ name: z.string().catch(""), code: z.string().catch(""), aliases: z.array(z.string()).nullish().catch(null) },
    ...{ place: z.number().catch(0), hidden: z.boolean().nullish().catch(null) },
  })
  .transform(({ place, hidden, aliases, ...rest }) => ({
    ...{ ...rest, aliases: aliases ?? [], displayOrder: place, isHidden: hidden === true },
  }));

type Row = z.output<typeof drafted> & { id: string };

const byDisplayOrder = (a: Row, b: Row) => a.displayOrder - b.displayOrder || a.name.localeCompare(b.name, "en");

/** Replaces a country by the draft that an admin previews; `adds`: also adds a new one. */
export function withDraft<Country extends Row>(rows: Country[], { adds }: { adds: boolean }): (Country | Row)[] {
  const draft = previewedOf("countries");
  if (!draft) return rows;
  const own = { id: draft.key, ...drafted.parse(draft.content) };
  const isThere = rows.some(({ id }) => id === own.id);
  if (!isThere && !adds) return rows;
  return [...rows.filter(({ id }) => id !== own.id), own].toSorted(byDisplayOrder);
}

type OfCountry = { country: { name: string; code: string } | null };

/** Applies a country's previewed name and code to its services. */
export async function ofDrafted<Service extends OfCountry>(services: Service[]): Promise<Service[]> {
  const draft = previewedOf("countries");
  if (!draft) return services;
  const [stored] = await db.select({ code: countries.code }).from(countries).where(eq(countries.id, draft.key));
  if (!stored) return services;
  const { name, code } = drafted.parse(draft.content);
  return services.map((service) =>
    service.country?.code === stored.code ? { ...service, country: { name, code } } : service,
  );
}
