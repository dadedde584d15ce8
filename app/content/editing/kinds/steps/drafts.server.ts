import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import { percentAt } from "~/core/percent-at";
import type { Queryable, Transaction } from "~/db/client.server";
import { visaApplications as t } from "~/db/schema/applications";
import { servicesUsing } from "./configuration.server";
import { knownStep } from "./known";
import type { Owner } from "./owner";

/** The visible steps before and after a change, in order. */
type Change = { before: readonly string[]; after: readonly string[] };
export type RunningDrafts = { drafts: number; kept: number; added: number; isAnyHidden: boolean; newSteps: number };

const nothing = sql`array['""', 'null', '[]', '{}']::jsonb[]`;
const isAnswered = (code: string): SQL => sql`exists (
  select from jsonb_each(coalesce(${t.metadata} -> ${knownStep(code)?.key ?? ""}, '{}'::jsonb)) answer
  where answer.key <> '_typed' and answer.value <> all (${nothing}))`;
const anyOf = (parts: SQL[]): SQL => (parts.length > 0 ? sql`(${sql.join(parts, sql` or `)})` : sql`false`);

const isRunning = (owner: Owner, from: Queryable) =>
  and(eq(t.status, "draft"), inArray(t.visaServiceId, servicesUsing(owner, from)));

/** Counts in one query what a change of steps does to running drafts. */
export async function runningDrafts(from: Queryable, owner: Owner, { before, after }: Change): Promise<RunningDrafts> {
  const hidden = before.filter((code) => !after.includes(code));
  const added = after.filter((code) => !before.includes(code));
  const [row] = await from
    .select({
      drafts: count(),
      kept: sql<number>`(count(*) filter (where ${anyOf(hidden.map(isAnswered))}))::int`,
      added: sql<number>`(count(*) filter (where ${anyOf(added.map((code) => sql`not ${isAnswered(code)}`))}))::int`,
    })
    .from(t)
    .where(isRunning(owner, from));
  return {
    ...(row ?? { drafts: 0, kept: 0, added: 0 }),
    ...{ isAnyHidden: hidden.length > 0, newSteps: added.length },
  };
}

const number = (value: number): string => value.toLocaleString("en-US");

export function formatRunningDrafts({ drafts, kept, added, isAnyHidden, newSteps }: RunningDrafts): string {
  if (drafts === 0) return "No draft uses these steps.";
  const parts = [drafts === 1 ? "1 draft uses these steps" : `${number(drafts)} drafts use these steps`];
  if (isAnyHidden)
    parts.push(
      kept === 0
        ? "none of them have answers in a hidden step"
        : `${number(kept)} ${kept === 1 ? "has" : "have"} answers in a hidden step, which are kept and not asked for`,
    );
  if (newSteps > 0)
    parts.push(
      `${added === 0 ? "none" : number(added)} ${added === 1 ? "gets" : "get"} the new ${newSteps === 1 ? "step" : "steps"}`,
    );
  if (!isAnyHidden && newSteps === 0) parts.push("none of their steps are hidden or new");
  return `${parts.slice(0, -1).join(", ")}, and ${parts.at(-1)}.`;
}

/** The new position of each former step; for a hidden step that of the next visible one. */
export function movedPlaces({ before, after }: Change): number[] {
  return before.map((_, index) => {
    const next = before.slice(index).find((code) => after.includes(code));
    return next === undefined ? after.length : after.indexOf(next) + 1;
  });
}

/**
 * Moves running drafts to the changed steps: each stays on its step or opens at the next visible one, and its progress
 * is preserved (O-STEP-6). Answers aren't touched.
 */
export async function moveDrafts(tx: Transaction, owner: Owner, change: Change): Promise<void> {
  const { before, after } = change;
  if (before.join() === after.join() || before.length === 0) return;
  const positions = movedPlaces(change);
  const reached = positions.map((_, index) => Math.max(...positions.slice(0, index + 1)));
  const positionIn = (list: readonly number[], step: SQL) =>
    sql`(${sql.param([...list])}::int[])[least(greatest(${step}, 1), ${before.length}::int)]`;
  const now = positionIn(positions, sql`${t.currentStep}`);
  await tx
    .update(t)
    .set({
      currentStep: now,
      furthestStep: sql`greatest(${positionIn(reached, sql`${t.furthestStep}`)}, ${now})`,
      totalSteps: after.length,
      completionPercentage: positionIn(
        positions.map((place) => percentAt(place, after.length)),
        sql`${t.currentStep}`,
      ),
    })
    .where(isRunning(owner, tx));
}
