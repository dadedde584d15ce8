import { sql } from "drizzle-orm";
import { nameAll } from "~/accounts/admins/names.server";
import type { Staff } from "~/accounts/staff.server";
import { nassauTime } from "~/core/time";
import { db } from "~/db/client.server";
import { type Content, type Kind, type Many, screenOf } from "./kind";

/** The state of one item, computed from its versions. */
type Row = {
  key: string;
  data: Content;
  is_draft: boolean;
  scheduled: number | null;
  was_public: boolean;
  by: string | null;
  at: number | null;
};

/** For each item of a kind: its newest version, and who changed it last. */
export async function versionsByKey(kind: string): Promise<Map<string, Row>> {
  const { rows } = await db.execute<Row>(sql`
    select distinct on (key) key, data,
      published_at is null and scheduled_for is null as is_draft,
      (extract(epoch from min(scheduled_for) over thing) * 1000)::float8 as scheduled,
      bool_or(published_at is not null) over thing as was_public,
      (array_agg(made_by) filter (where made_by is not null) over thing)[1] as by,
      (extract(epoch from max(made_at) filter (where made_by is not null) over thing) * 1000)::float8 as at
    from content_versions where kind = ${kind}
    window thing as (partition by key order by number desc rows between unbounded preceding and unbounded following)
    order by key, number desc`);
  return new Map(rows.map((row) => [row.key, row]));
}

export type ListEntry = {
  key: string;
  name: string;
  note: string | null;
  group: string | null;
  screen: string;
  state: "public" | "draft" | "offline";
  isEmpty: boolean;
  /** A draft newer than the public version. */
  hasDraft: boolean;
  /** The minute of publication, in Nassau time. */
  scheduled: string | null;
  last: { by: string; byEmail: string | null; at: string } | null;
};
export type ListView = Awaited<ReturnType<typeof readList>>;

export const mayChange = ({ may }: Kind, { role }: Staff): boolean => may === "regular_admin" || role === may;

/**
 * Returns all items of a kind: published and formerly published in display order, then drafts that never were public.
 */
export async function readList(staff: Staff, kind: Kind, many: Many) {
  const [listed, versions, moved, groupOf] = await Promise.all([
    many.list(db),
    versionsByKey(kind.kind),
    many.moved?.(db),
    many.group?.(db),
  ]);
  const isListed = new Set(listed.map(({ key }) => key));
  const neverPublished = [...versions.values()].filter(({ key }) => !isListed.has(key) && !moved?.has(key));
  const all = [
    ...listed,
    ...neverPublished.map(({ key, data }) => ({
      key,
      name: many.name(data, key),
      isPublic: false,
      note: undefined,
      group: groupOf?.(data),
      isEmpty: false,
      elsewhere: undefined,
    })),
  ];
  const nameOf = await nameAll(
    db,
    [...versions.values()].map(({ by }) => by),
  );
  const entries = all.map(
    ({ key, name, isPublic, isEmpty = false, elsewhere, note = null, group = null }): ListEntry => {
      const row = versions.get(key);
      const by = nameOf(row?.by ?? null);
      // Where keys are predefined, an item without versions was never public.
      const wasPublic = row ? row.was_public : many.canAdd;
      return {
        ...{ key, name, note, group, isEmpty, screen: elsewhere ?? screenOf(kind, key) },
        state: isPublic ? "public" : wasPublic ? "offline" : "draft",
        hasDraft: row?.is_draft === true,
        scheduled: row?.scheduled ? nassauTime(row.scheduled) : null,
        last: by && row?.at ? { by, byEmail: row.by, at: nassauTime(row.at) } : null,
      };
    },
  );
  return {
    ...{ kind: kind.kind, title: kind.title, about: kind.about, see: kind.see ?? [] },
    ...{ noun: many.noun, first: many.first },
    mayChange: mayChange(kind, staff),
    canAdd: many.canAdd,
    /** Items that can be ordered come first. */
    ordered: many.order ? listed.length : 0,
    entries,
    counts: {
      published: entries.filter(({ state, isEmpty }) => state === "public" && !isEmpty).length,
      drafts: entries.filter(({ hasDraft }) => hasDraft).length,
      scheduled: entries.filter(({ scheduled }) => scheduled !== null).length,
      offline: entries.filter(({ state }) => state === "offline").length,
    },
  };
}
