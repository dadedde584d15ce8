import type { TestDatabase } from "../../../../test/harness/in-process/test-database";

export type TaskFields = {
  title?: string;
  note?: string;
  event?: string | null;
  days?: number | null;
  due_on?: string | null;
  is_dated_by_hand?: boolean;
  done_at?: Date | null;
  done_by?: string | null;
  position?: number;
};

/** Puts a task into a case; returns its id. */
export async function insertTask(database: TestDatabase, applicationId: string, fields: TaskFields = {}) {
  const row = { application_id: applicationId, title: "File the papers", ...fields };
  const names = Object.keys(row);
  const [task] = await database.query<{ id: string }>(
    `insert into case_tasks (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")}) returning id`,
    Object.values(row),
  );
  return task?.id ?? "";
}

export type StoredTask = {
  id: string;
  title: string;
  note: string;
  dueOn: string | null;
  byHand: boolean;
  isDone: boolean;
  doneBy: string | null;
  isRemoved: boolean;
  revision: number;
};

/** The tasks of a case in their order, removed ones too. */
export const tasksOf = (database: TestDatabase, applicationId: string) =>
  database.query<StoredTask>(
    `select id, title, note, due_on::text as "dueOn", is_dated_by_hand as "byHand", done_at is not null as "isDone",
       done_by as "doneBy", removed_at is not null as "isRemoved", revision
     from case_tasks where application_id = $1 order by position, created_at, title`,
    [applicationId],
  );
