import { type Column, type SQL, sql } from "drizzle-orm";
import { markedName } from "~/accounts/admins/names.server";
import { nassauDay } from "~/core/time";
import { type Due, dueOf } from "./due";

export const ownerName = (ownerId: Column): SQL<string | null> =>
  sql<string | null>`(select ${markedName("o")} from admin_users o where o.id = ${ownerId})`;

type Dated = { dueDay: string | null; status: string };

export function withDue<Row extends Dated>(rows: Row[]): (Row & { due: Due })[] {
  const today = nassauDay();
  return rows.map((row) => ({ ...row, due: dueOf(row.dueDay, row.status, today) }));
}
