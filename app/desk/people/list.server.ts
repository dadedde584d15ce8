import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { nassauMinuteOf } from "~/accounts/exports/columns.server";
import type { CsvColumn } from "~/accounts/exports/csv-column";
import { cursorOf, cursorParams, type Order, type PageQuery, readPage } from "~/core/lists/keyset.server";
import { db } from "~/db/client.server";
import { searched } from "~/db/found-by.server";
import { people as t } from "~/db/schema/people";
import { shortened } from "~/db/shortened.server";

const pageSize = 100;

const filters = z.object({
  q: z.string().trim().catch(""),
  /** `yes`: shows possible duplicates instead. */
  duplicates: z.enum(["", "yes"]).catch(""),
  ...cursorParams,
});
export type PeopleFilters = z.output<typeof filters>;

export function readPeopleFilters(search: URLSearchParams): PeopleFilters {
  return filters.parse(Object.fromEntries(search));
}

/** People who weren't merged into another one and match the search. */
export const matching = ({ q }: Pick<PeopleFilters, "q">): SQL | undefined =>
  and(isNull(t.joinedInto), searched(t.searchText, q));

/** The latest contact first. People can be deleted, so the row of a cursor may no longer exist. */
export const order: Order = {
  table: "people",
  keys: [(of) => sql`${of}.last_contact_at`, (of) => sql`${of}.id`],
  descending: true,
  outlivesRows: true,
};

/** A page of all people, with the cursors of its neighbours. */
export async function listPeople({ q, ...place }: PeopleFilters) {
  const read = ({ beyond, orderBy, limit }: PageQuery) =>
    db
      .select({
        id: t.id,
        name: shortened(t.name),
        email: sql<string>`coalesce(${shortened(sql`${t.emails}[1]`)}, '')`,
        moreEmails: sql<number>`greatest(cardinality(${t.emails}) - 1, 0)`,
        phone: sql<string>`coalesce(${shortened(sql`${t.phones}[1]`, 40)}, '')`,
        morePhones: sql<number>`greatest(cardinality(${t.phones}) - 1, 0)`,
        inquiries: t.inquiries,
        cases: t.cases,
        importedAt: t.importedAt,
        lastContactAt: t.lastContactAt,
      })
      .from(t)
      .where(and(matching({ q }), beyond))
      .orderBy(...orderBy)
      .limit(limit);
  const { rows, next, previous } = await readPage(order, cursorOf(place), pageSize, read);
  return { rows, older: next, newer: previous };
}

/** The columns of the screen; the file contains all emails and phones, of which the screen shows the first. */
export const columns = {
  name: { title: "Name", value: sql`${t.name}` },
  emails: { title: "Emails", value: sql`array_to_string(${t.emails}, ', ')` },
  phones: { title: "Phones", value: sql`array_to_string(${t.phones}, ', ')` },
  inquiries: { title: "Inquiries", value: sql`${t.inquiries}` },
  cases: { title: "Cases", value: sql`${t.cases}` },
  latest: { title: "Latest contact", value: nassauMinuteOf(sql`${t.lastContactAt}`) },
} satisfies Record<string, CsvColumn>;

export type ListedPerson = Awaited<ReturnType<typeof listPeople>>["rows"][number];

const sides = z.object({
  id: z.uuid(),
  name: z.string(),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  inquiries: z.number(),
  cases: z.number(),
  importedAt: z.coerce.date().nullable(),
});
export type Side = z.output<typeof sides>;
const sameKinds = ["email", "passport", "phone"] as const;
const pairs = z.array(z.object({ one: sides, other: sides, same: z.array(z.enum(sameKinds)) }));
/** Two people, and what they have in common. */
export type Pair = z.output<typeof pairs>[number];

const side = (table: string) => sql`jsonb_build_object('id', ${sql.raw(table)}.id, 'name', ${sql.raw(table)}.name,
  'emails', to_jsonb(${sql.raw(table)}.emails[1:20]), 'phones', to_jsonb(${sql.raw(table)}.phones[1:20]),
  'inquiries', ${sql.raw(table)}.inquiries, 'cases', ${sql.raw(table)}.cases,
  'importedAt', ${sql.raw(table)}.imported_at)`;

/** How many possible duplicates are shown at once. */
export const mostPairs = 100;

/** Undecided possible duplicates, the latest first. */
export async function listPairs(): Promise<Pair[]> {
  const { rows } = await db.execute(sql`
    select ${side("h")} as one, ${side("g")} as other, p.same
    from person_pairs p
    join people h on h.id = person_head(p.one_id)
    join people g on g.id = person_head(p.other_id)
    where p.declared_at is null and h.id <> g.id
      and not exists (select from person_pairs d where d.declared_at is not null
        and d.one_id = least(h.id, g.id) and d.other_id = greatest(h.id, g.id))
    order by p.created_at desc, p.one_id limit ${mostPairs}`);
  return pairs.parse(rows);
}

/** People who have something in common with a person: suggestions, and those that staff decided are different. */
export async function pairsOf(person: Side): Promise<(Pair & { isOpen: boolean })[]> {
  const { rows } = await db.execute(sql`
    with recursive own as (
      select id from people where id = ${person.id}
      union select p.id from people p join own on p.joined_into = own.id
    ), pairs as (
      select person_head(case when p.one_id in (select id from own) then p.other_id else p.one_id end) as head, p.same, p.declared_at
      from person_pairs p where p.one_id in (select id from own) or p.other_id in (select id from own)
    ), grouped as (
      select head, bool_and(declared_at is null) as is_open,
        array(select distinct s from pairs more, unnest(more.same) s where more.head = pairs.head order by s) as same
      from pairs where head <> ${person.id} group by head
    )
    select ${side("g")} as other, grouped.same, grouped.is_open
    from grouped join people g on g.id = grouped.head
    where cardinality(grouped.same) > 0 order by g.last_contact_at desc, g.id limit ${mostPairs}`);
  return z
    .array(z.object({ other: sides, same: z.array(z.enum(sameKinds)), is_open: z.boolean() }))
    .parse(rows)
    .map(({ other, same, is_open }) => ({ one: person, other, same, isOpen: is_open }));
}

/** People merged into a person, each as it was before. */
export function joinedInto(id: string) {
  return db.select({ id: t.id, name: t.name }).from(t).where(eq(t.joinedInto, id)).orderBy(t.createdAt, t.id);
}
