import { sql } from "drizzle-orm";
import type { Change } from "~/core/activity-log/changes";
import { db } from "~/db/client.server";
import { shownKeyDateChanges } from "./shown-changes.server";

type Entry = { id: string; what: string; at: Date };

const beginnings: Record<string, string> = {
  case_key_date_added: "We recorded a date",
  case_key_date_corrected: "We corrected a date",
  case_key_date_removed: "We removed a date",
  case_key_date_settled: "We marked a date as settled",
  case_key_date_unsettled: "A date counts again",
  case_key_date_kept: "A date counts again",
};

/** `Passport: expires March 1, 2027 → expires March 1, 2028` */
const inWords = (changes: readonly Change[]): string =>
  changes
    .flatMap((change) =>
      "hidden" in change ? [] : `${change.field}: ${[change.from, change.to].filter(Boolean).join(" → ")}`,
    )
    .join(", ");

type Row = { id: string; action: string; changes: Change[] | null; at: string };

/** What staff changed of a case's key dates, without who. */
export async function keyDateLines(applicationId: string): Promise<Entry[]> {
  const { rows } = await db.execute<Row>(sql`
    select l.id, l.action_type as action, l.details -> 'changes' as changes, l.created_at as at
    from admin_activity_log l where ${shownKeyDateChanges(applicationId)}`);
  return rows.map(({ id, action, changes, at }) => {
    const beginning = beginnings[action] ?? "A date has changed";
    const what = inWords(changes ?? []);
    return { id, what: what ? `${beginning}. ${what}` : `${beginning}.`, at: new Date(at) };
  });
}
