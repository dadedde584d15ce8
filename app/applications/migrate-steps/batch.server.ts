import { sql } from "drizzle-orm";
import { storedAnswersOf } from "~/applications/stored-answers/answers.server";
import { hasEncrypted, isAnyUnreadable, sealedRow } from "~/applications/stored-answers/sealed-answers.server";
import { type StepRow, stepRow } from "~/applications/stored-answers/step-tables.server";
import { type StoredStep, storedSteps } from "~/applications/stored-answers/stored-steps";
import type { Transaction } from "~/db/client.server";
import { constraintOf, sqlState } from "~/db/failure.server";
import type { StoredAnswers } from "~/db/schema/applications";
import { requireDataKey } from "~/encryption/data-keys.server";
import { UnusableKey } from "~/encryption/keyring.server";
import type { Answers, StepDefinition } from "~/form-engine/definition";
import { log } from "~/log.server";

export type Source = { id: string; metadata: StoredAnswers };
/** Errors by application id; an application without an entry was migrated completely. */
export type Failures = Map<string, string[]>;

type Row = StepRow & { id: string; definition: StepDefinition };

export const noMetadata = "No metadata found or invalid metadata format";

/**
 * Updates the step rows of these applications from their `metadata`, one statement per table. Equal rows are not
 * touched; a row is inserted only with its required answers (D16). A step that can't be stored fails only for its
 * application. Lock the applications first, ordered by id, so that no save comes between. Throws errors that the
 * answers did not cause, such as a lost database connection.
 */
export async function migrateBatch(tx: Transaction, applications: readonly Source[]): Promise<Failures> {
  const failures: Failures = new Map();
  const fail = (id: string, message: string) => failures.set(id, [...(failures.get(id) ?? []), message]);
  const byTable = new Map<string, Row[]>();
  const answers = await storedAnswersOf(applications, tx);
  for (const { id } of applications) {
    const steps = storedSteps(answers.get(id));
    if (!steps) fail(id, noMetadata);
    for (const step of steps ?? []) {
      const made = rowOf(step);
      if (made.reason) fail(id, failed(step.definition.number, made.reason));
      if (!made.row) continue;
      const rows = byTable.get(made.row.table) ?? [];
      rows.push({ ...made.row, id, definition: step.definition });
      byTable.set(made.row.table, rows);
    }
  }
  const inOrder = [...byTable.values()].sort((a, b) => (a[0]?.definition.number ?? 0) - (b[0]?.definition.number ?? 0));
  const refused = ({ id, definition }: Row, reason: string) => fail(id, failed(definition.number, reason));
  for (const rows of inOrder) await storeOrSplit(tx, await encrypted(tx, rows), refused);
  return failures;
}

const failed = (step: number, reason: string) => `Step ${step} failed: ${reason}`;

function rowOf({ definition, answers }: StoredStep): { row?: StepRow | undefined; reason?: string } {
  if (answers === "unreadable") return { reason: "its answers are not in a form that can be read" };
  try {
    if (isAnyUnreadable(definition, answers)) return { reason: "one of its answers can’t be read" };
    return { row: stepRow(definition, answers) };
  } catch {
    return { reason: "one of its answers is not in a form that can be read" };
  }
}

/** Encrypts the rows; unchanged values keep their ciphertext. */
async function encrypted(tx: Transaction, rows: readonly Row[]): Promise<readonly Row[]> {
  const [first] = rows;
  if (!first || !hasEncrypted(first.definition)) return rows;
  const ids = rows.map(({ id }) => id);
  const { rows: before } = await tx.execute<Answers & { application_id: string }>(
    sql`select * from ${sql.identifier(first.table)} where application_id = any(${sql.param(ids)}::uuid[])`,
  );
  const sealed: Row[] = [];
  for (const row of rows) {
    const key = await usableDataKey(row.id, tx);
    if (!key) continue;
    const existing = before.find((candidate) => candidate.application_id === row.id);
    sealed.push({ ...row, ...sealedRow({ applicationId: row.id, key }, row.definition, row, existing) });
  }
  return sealed;
}

/** An application's data key; undefined if it can't be used, which is logged: its row then stays. */
async function usableDataKey(applicationId: string, tx: Transaction): Promise<Buffer | undefined> {
  try {
    return await requireDataKey({ applicationId }, tx);
  } catch (err) {
    if (!(err instanceof UnusableKey)) throw err;
    log.error({ err, applicationId }, "a row could not be migrated: the key of its application can't be used");
    return undefined;
  }
}

/** Stores all rows at once; if the database refuses one, splits them in halves until the refused rows are alone. */
async function storeOrSplit(tx: Transaction, rows: readonly Row[], refused: (row: Row, reason: string) => void) {
  try {
    await tx.transaction((inner) => store(inner, rows));
  } catch (error) {
    const reason = refusal(error);
    const [first] = rows;
    if (!reason || !first) throw error;
    if (rows.length === 1) return refused(first, reason);
    const half = Math.ceil(rows.length / 2);
    await storeOrSplit(tx, rows.slice(0, half), refused);
    await storeOrSplit(tx, rows.slice(half), refused);
  }
}

/** Why the database refuses a row, without the answer itself; undefined for an error that the row did not cause. */
function refusal(error: unknown): string | undefined {
  const state = sqlState(error);
  if (!state || !/^(22|23|P0)/.test(state)) return undefined;
  const rule = constraintOf(error);
  if (rule) return `an answer breaks the rule ${rule}`;
  return `an answer does not fit its column (${state})`;
}

async function store(tx: Transaction, rows: readonly Row[]) {
  const [first] = rows;
  if (!first) return;
  const table = sql.identifier(first.table);
  const names = first.columns.map((name) => sql.identifier(name));
  const of = (source: string) =>
    sql.join(
      names.map((name) => sql`${sql.raw(source)}.${name}`),
      sql`, `,
    );
  const set = sql.join(
    names.map((name) => sql`${name} = excluded.${name}`),
    sql`, `,
  );
  const json = JSON.stringify(rows.map(({ id, row }) => ({ ...row, application_id: id })));
  const complete = rows.filter((row) => row.complete).map((row) => row.id);
  await tx.execute(sql`
    insert into ${table} as t (application_id, ${sql.join(names, sql`, `)}, updated_at)
    select r.application_id, ${of("r")}, now()
    from jsonb_populate_recordset(null::${table}, ${json}::jsonb) r
    where r.application_id = any(${sql.param(complete)}::uuid[])
      or exists (select 1 from ${table} there where there.application_id = r.application_id)
    on conflict (application_id) do update set ${set}, updated_at = now()
    where (${of("t")}) is distinct from (${of("excluded")})`);
}
