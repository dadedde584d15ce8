import { type Column, type SQL, sql } from "drizzle-orm";
import { nassauDay } from "~/core/time";
import { type Due, dueOf } from "./due";

/** `Anika Thompson (inactive)` for a deactivated admin. */
export const ownerName = (ownerId: Column): SQL<string | null> =>
  sql<
    string | null
  >`(select coalesce(nullif(o.name, ''), o.email) || case when o.is_active then '' else ' (inactive)' end
    from admin_users o where o.id = ${ownerId})`;

type Dated = { dueDay: string | null; status: string };

export function withDue<Row extends Dated>(rows: Row[]): (Row & { due: Due })[] {
  const today = nassauDay();
  return rows.map((row) => ({ ...row, due: dueOf(row.dueDay, row.status, today) }));
}
