import type { OwnDatabase } from "../in-process/own-database";

/** As if the ten seconds in which changes can be undone were over: mails are due, and applicants see them. */
export async function letUndoPass(database: Pick<OwnDatabase, "query">): Promise<void> {
  const earlier = (column: string) => `${column} = ${column} - interval '12 seconds'`;
  await database.query(`update undo_offers set ${earlier("open_until")}`);
  await database.query(`update application_status_history set ${earlier("shown_from")} where shown_from is not null`);
  await database.query(`update case_request_items set ${earlier("shown_from")} where shown_from is not null`);
  await database.query(`update email_notifications set ${earlier("due_at")} where undo_id is not null`);
  await database.query(
    `update pgboss.job set ${earlier("start_after")} where name = 'mail.send' and start_after > now()`,
  );
}
