import type { TestDatabase } from "../in-process/test-database";

/** Ends the ten seconds in which changes can be undone: mails are due, and applicants see them. */
export const letUndoPass = (database: Pick<TestDatabase, "query">): Promise<void> => moveUndo(database, 12);

/** Adds ten minutes to the undo period: a busy machine needs longer than ten seconds. */
export const keepUndoOpen = (database: Pick<TestDatabase, "query">): Promise<void> => moveUndo(database, -600);

/** Ends the undo period after `keepUndoOpen`. */
export const endUndo = (database: Pick<TestDatabase, "query">): Promise<void> => moveUndo(database, 612);

async function moveUndo(database: Pick<TestDatabase, "query">, seconds: number): Promise<void> {
  const earlier = (column: string) => `${column} = ${column} - interval '${seconds} seconds'`;
  await database.query(`update undo_offers set ${earlier("open_until")}`);
  await database.query(`update application_status_history set ${earlier("shown_from")} where shown_from is not null`);
  await database.query(`update case_request_items set ${earlier("shown_from")} where shown_from is not null`);
  await database.query(`update ledger_entries set ${earlier("shown_from")} where shown_from is not null`);
  await database.query(`update email_notifications set ${earlier("due_at")} where undo_id is not null`);
  await database.query(
    `update pgboss.job set ${earlier("start_after")} where name in ('mail.send', 'case.receipt') and start_after > now()`,
  );
}
