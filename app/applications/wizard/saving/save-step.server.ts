import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { isAskedAgain } from "~/applications/steps/earlier-answers";
import { metadataKey } from "~/applications/steps/registry";
import type { ServiceStep } from "~/applications/steps/service-steps.server";
import {
  answerDigest,
  hasEncrypted,
  isSearched,
  openedAnswers,
  passportDigests,
  type Sealer,
  sealedAnswers,
  sealedRow,
} from "~/applications/stored-answers/sealed-answers.server";
import { type StepRow, stepRow } from "~/applications/stored-answers/step-tables.server";
import { percentAt } from "~/core/percent-at";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { pool, type Transaction, transactionOn } from "~/db/client.server";
import { isDatabaseUnavailable, sqlState } from "~/db/failure.server";
import { requireDataKey } from "~/encryption/data-keys.server";
import type { Answers, StepDefinition } from "~/form-engine/definition";
import { log } from "~/log.server";
import { follow } from "./follow.server";

type SaveInput = {
  step: ServiceStep;
  revision: number;
  answers: Answers;
  /** The step's position (from 1); a step that was not reached yet is not saved. */
  place: number;
  /** The position to open afterwards: one that was reached, or one that this save opens. */
  goal: number;
  opensGoal: boolean;
  steps: readonly ServiceStep[];
};

type Saved = Done<{ revision: number; savedAt: Date; place: number }>;
export type NotSaved =
  /** `invalid`: a step that was not reached yet. */
  | Refused<undefined, "forbidden" | "invalid">
  | Refused<{ status: string }, "closed">
  /** Other answers were stored since `revision`. */
  | Refused<{ revision: number; stored: Answers }, "conflict">;

/**
 * Saves a step's answers as typed, valid or not. One SQL statement locks the browser's right, checks state, position
 * and revision, and writes metadata, position and step row. Equal answers succeed at any revision, since a lost
 * response is no conflict. If the step's row fails, it is logged and the statement repeated without it. Throws when the
 * application's row can't be written.
 */
export async function saveStep(
  context: { applicationId: string; holder: string },
  input: SaveInput,
): Promise<Saved | NotSaved> {
  const { definition } = input.step;
  const row = stepRow(definition, input.answers);
  const sealer = await sealerFor(context.applicationId, definition);
  if (sealer === "no application") return refuse("forbidden");
  const save = { ...context, ...input, sealer };
  try {
    return await write(save, row && sealer ? sealedRow(sealer, definition, row) : row);
  } catch (err) {
    if (!row || isDatabaseUnavailable(err)) throw err;
    log.error({ err, table: row.table }, "a step's row could not be stored; its answers are saved without it");
    return write(save, undefined);
  }
}

type Save = SaveInput & { applicationId: string; holder: string; sealer: Sealer | undefined };

async function write(save: Save, row: StepRow | undefined): Promise<Saved | NotSaved> {
  const { definition } = save.step;
  const all = save.steps.map((step) => step.definition);
  if (!isAskedAgain(definition, all)) return outcomeOf(save, await send(pool, save, row));
  return transactionOn(async (tx, client) => {
    const found = await send(client, save, row);
    const saved = outcomeOf(save, found);
    if (saved.ok && saved.revision !== found?.revision) await tryToFollow(tx, save, found?.stored ?? {});
    return saved;
  });
}

/** If later steps can't follow, the save still succeeds: their pages show what this step says. */
async function tryToFollow(tx: Transaction, { applicationId, step }: Save, before: Answers): Promise<void> {
  try {
    await tx.transaction((inner) => follow(inner, applicationId, step.definition, before));
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err, step: step.definition.code }, "later answers could not follow a step that is saved");
  }
}

async function sealerFor(
  applicationId: string,
  definition: StepDefinition,
): Promise<Sealer | "no application" | undefined> {
  if (!hasEncrypted(definition)) return undefined;
  try {
    return { applicationId, key: await requireDataKey({ applicationId }) };
  } catch (err) {
    if (sqlState(err) === "23503") return "no application";
    throw err;
  }
}

async function send(on: Pool | PoolClient, save: Save, row: StepRow | undefined): Promise<SavedRow | undefined> {
  const { applicationId, holder, step, revision, answers, place, goal, opensGoal, steps, sealer } = save;
  const { definition } = step;
  const stored = sealer ? sealedAnswers(sealer, definition, answers) : answers;
  const values: unknown[] = [applicationId, holder, metadataKey(definition), JSON.stringify(stored), revision];
  values.push(
    place,
    goal,
    opensGoal,
    steps.map((_, index) => percentAt(index + 1, steps.length)),
  );
  values.push(sealer ? answerDigest(sealer, definition, answers) : null);
  values.push(sealer && isSearched(definition) ? passportDigests(definition, answers) : null);
  if (row) values.push(JSON.stringify(row.row));
  const { rows } = await on.query<SavedRow>({ ...statementFor(row), values });
  return rows[0];
}

function outcomeOf({ place, step, sealer }: Save, found: SavedRow | undefined): Saved | NotSaved {
  if (!found) return refuse("forbidden");
  if (place > found.furthest) return refuse("invalid");
  if (found.status !== "draft") return refuse("closed", "", { status: found.status });
  if (found.saved_revision === null || found.saved_at === null)
    return refuse("conflict", "", {
      revision: found.revision,
      stored: sealer ? openedAnswers(sealer, step.definition, found.stored ?? {}) : (found.stored ?? {}),
    });
  return { ok: true, revision: found.saved_revision, savedAt: found.saved_at, place: found.goal };
}

type SavedRow = {
  status: string;
  furthest: number;
  goal: number;
  revision: number;
  stored: Answers | null;
  saved_revision: number | null;
  saved_at: Date | null;
};

const statements = new Map<string, { name: string; text: string }>();

/** One prepared statement for each step table, with and without inserting its row. */
function statementFor(row: StepRow | undefined) {
  const key = row ? `${row.table} ${row.complete}` : "";
  let statement = statements.get(key);
  if (!statement) {
    const text = sqlFor(row);
    statement = { name: `save ${createHash("sha256").update(text).digest("hex").slice(0, 16)}`, text };
    statements.set(key, statement);
  }
  return statement;
}

function sqlFor(row: StepRow | undefined) {
  return `
    with held as (
      select a.id, a.status::text, a.metadata -> $3 as stored, coalesce((a.revisions ->> $3)::int, 0) as revision,
        a.furthest_step as furthest,
        case when $8::boolean or $7::int <= a.furthest_step then $7 else $6::int end as goal,
        case when $10::text is null then a.metadata -> $3 = $4::jsonb else a.answer_digests ->> $3 = $10 end as is_equal
      from visa_applications a join application_holders h on h.application_id = a.id
      where a.id = $1 and h.token_hash = $2 and h.expires_at > now()
      for update of a for key share of h
    ), saved as (
      update visa_applications a set
        metadata = jsonb_set(a.metadata, array[$3], $4::jsonb),
        revisions = jsonb_set(a.revisions, array[$3],
          to_jsonb(case when held.is_equal then held.revision else held.revision + 1 end)),
        answer_digests = case when $10 is null then a.answer_digests
          else jsonb_set(a.answer_digests, array[$3], to_jsonb($10)) end,
        passport_digests = coalesce($11::text[], a.passport_digests),
        current_step = held.goal, furthest_step = greatest(held.furthest, held.goal), total_steps = cardinality($9::int[]),
        completion_percentage = ($9::int[])[held.goal], last_updated_at = now()
      from held
      where a.id = held.id and held.status = 'draft' and held.furthest >= $6
        and (held.revision = $5 or held.is_equal)
      returning a.id, (a.revisions ->> $3)::int as revision, a.last_updated_at
    )${row ? `, step_row as (${stepRowSql(row)})` : ""}
    select held.status, held.furthest, held.goal, held.revision, held.stored,
      saved.revision as saved_revision, saved.last_updated_at as saved_at
    from held left join saved on true`;
}

/** Inserts or updates the row; with too few answers for a new row it only updates an existing one (D16). */
function stepRowSql({ table, columns, complete }: StepRow) {
  const source = `jsonb_populate_record(null::${table}, $12::jsonb) r`;
  if (!complete)
    return `update ${table} t set ${columns.map((name) => `${name} = r.${name}`).join(", ")}, updated_at = now()
      from saved, ${source} where t.application_id = saved.id`;
  return `insert into ${table} (application_id, ${columns.join(", ")}, updated_at)
    select saved.id, ${columns.map((name) => `r.${name}`).join(", ")}, now() from saved, ${source}
    on conflict (application_id) do update set
      ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}, updated_at = now()`;
}
