import { sql } from "drizzle-orm";
import { nameAll } from "~/accounts/admins/names.server";
import { nassauTime } from "~/core/time";
import { db } from "~/db/client.server";
import { historySize } from "./history/history.server";
import { type Kind, screenOf } from "./kind";
import { findKind, kinds } from "./kinds.server";

type Row = {
  kind: string;
  drafts: string[] | null;
  scheduled: number;
  last_by: string | null;
  last_at: number | null;
};

/** For each kind: how many are published, drafts and scheduled, and who changed it last. */
export async function readOverview() {
  const { rows } = await db.execute<Row>(sql`
    select kind,
      array_agg(key) filter (where newest and published_at is null and scheduled_for is null) as drafts,
      count(*) filter (where scheduled_for is not null)::int as scheduled,
      (array_agg(made_by order by made_at desc) filter (where made_by is not null))[1] as last_by,
      (extract(epoch from max(made_at) filter (where made_by is not null)) * 1000)::float8 as last_at
    from (select *, number = max(number) over (partition by kind, key) as newest from content_versions) v
    group by kind`);
  const nameOf = await nameAll(
    db,
    rows.map(({ last_by: by }) => by),
  );
  return Promise.all(
    kinds.map(async (kind) => {
      const row = rows.find((row) => row.kind === kind.kind);
      const by = nameOf(row?.last_by ?? null);
      const [published, moved] = [await publishedOf(kind), await kind.many?.moved?.(db)];
      const drafts = (row?.drafts ?? []).filter((key) => !moved?.has(key)).length;
      return {
        ...{ kind: kind.kind, title: kind.title, about: kind.about },
        ...{ published, drafts, scheduled: row?.scheduled ?? 0 },
        first: published + drafts + (row?.scheduled ?? 0) === 0 ? (kind.many?.first ?? null) : null,
        last: by && row?.last_at ? { by, byEmail: row.last_by, at: nassauTime(row.last_at) } : null,
      };
    }),
  );
}

async function publishedOf({ many }: Kind): Promise<number> {
  return many ? (await many.list(db)).filter(({ isPublic, isEmpty }) => isPublic && !isEmpty).length : 1;
}

/** The URL of the editor of a version's item; null if there is no such version. */
export async function screenOfVersion(id: string): Promise<string | null> {
  const { rows } = await db.execute<{ kind: string; key: string; number: number; newer: number }>(sql`
    select kind, key, number,
      (select count(*) from content_versions n where (n.kind, n.key) = (v.kind, v.key) and n.number > v.number)::int as newer
    from content_versions v where id::text = ${id}`);
  const [version] = rows;
  const kind = version && findKind(version.kind);
  if (!kind) return null;
  const search = version.newer < historySize ? "" : `?earlier=${version.number + 1}`;
  return `${screenOf(kind, version.key)}${search}#version-${version.number}`;
}
