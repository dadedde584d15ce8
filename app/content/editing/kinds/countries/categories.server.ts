import { and, asc, count, eq, max, ne, sql } from "drizzle-orm";
import { counted } from "~/core/counted";
import { refuse } from "~/core/verbs/refused";
import type { Queryable, Transaction } from "~/db/client.server";
import { serviceCategories as t, visaServices } from "~/db/schema/catalogue";
import { lineField } from "../../fields/fields";
import { type Content, defineKind, type Problems } from "../../kind";
import { inOrder, textIn } from "../rows.server";
import { hiddenField, placeField, stillUsedMessage, wrongPlace } from "./listed";

const fields = [
  lineField({
    ...{ name: "name", label: "Name", group: "Category", max: 60 },
    help: "The name shown in the service editor.",
  }),
  placeField("Categories with the same place are sorted by name."),
  hiddenField({
    group: "Category",
    help: "It’s no longer offered in the service editor, except where it’s already chosen.",
  }),
];

const check = ({ name, place }: Content): Problems => ({
  ...(textIn(name) === "" ? { name: "Enter the name of the category." } : {}),
  ...(typeof place === "number" ? {} : { place: wrongPlace }),
});

async function taken(from: Queryable, key: string, content: Content): Promise<Problems> {
  const isNamed = sql`lower(${t.name}) = lower(${textIn(content.name)})`;
  const [existing] = await from
    .select({ name: t.name })
    .from(t)
    .where(and(ne(t.id, key), isNamed));
  return existing ? { name: `${existing.name} is already in the list.` } : {};
}

async function read(from: Queryable, key: string): Promise<Content | null> {
  const [row] = await from.select().from(t).where(eq(t.id, key));
  return row ? { name: row.name, place: row.displayOrder, hidden: row.isHidden || null } : null;
}

async function publish(tx: Transaction, key: string, content: Content): Promise<void> {
  const row = {
    ...{ name: textIn(content.name), displayOrder: Number(content.place ?? 0), isHidden: content.hidden === true },
  };
  await tx
    .insert(t)
    .values({ id: key, ...row })
    .onConflictDoUpdate({ target: t.id, set: row });
}

async function list(from: Queryable) {
  const rows = await from
    .select({ key: t.id, name: t.name, isHidden: t.isHidden, services: count(visaServices.id) })
    .from(t)
    .leftJoin(visaServices, eq(visaServices.categoryId, t.id))
    .groupBy(t.id)
    .orderBy(asc(t.displayOrder), asc(t.name));
  return rows.map(({ key, name, services, isHidden }) => ({
    ...{ key, name, isPublic: true },
    note: [counted(services, "service"), isHidden ? "hidden" : ""].filter(Boolean).join(" · "),
  }));
}

/** A category that services refer to can't be deleted. */
async function remove(tx: Transaction, key: string) {
  const [row] = await tx.select({ name: t.name }).from(t).where(eq(t.id, key)).for("update");
  if (!row) return refuse("not-found", "This category no longer exists.");
  const services = await tx.$count(visaServices, eq(visaServices.categoryId, key));
  if (services > 0) return refuse("conflict", stillUsedMessage(row.name, services, "category"));
  await tx.delete(t).where(eq(t.id, key));
  return { ok: true as const };
}

async function blank(from: Queryable): Promise<Content> {
  const [row] = await from.select({ last: max(t.displayOrder) }).from(t);
  return { name: null, place: row?.last == null ? 0 : row.last + 1, hidden: null };
}

export const categoriesKind = defineKind({
  may: "super_admin",
  ...{ kind: "categories", title: "Categories", fields, check, taken, read, publish },
  about: "The categories you sort services into.",
  many: {
    ...{ noun: "category", first: "No categories yet. Add the first one.", canAdd: true, list, blank, remove },
    name: ({ name }) => textIn(name) || "A category without a name",
    order: (tx, keys) => inOrder(tx, t, keys),
  },
  // No public page names a category, but its services are listed there.
  pages: [{ path: "/services", name: "Visa services" }],
  see: [{ kind: "countries", label: "Countries" }],
});
