import { z } from "zod";
import { statusChange, undoableChanges } from "~/core/undo/undoable-changes.server";
import { db, type Queryable } from "~/db/client.server";
import { applicationStatuses, turns } from "~/db/schema/values";

const when = z.coerce.date().nullable();

/** Columns that a status change sets, and its other effects. */
export const statusFields = z.object({
  status: z.enum(applicationStatuses),
  withdrawalRequestedAt: when,
  withdrawalReason: z.string().nullable(),
  turn: z.enum(turns).nullable(),
  turnSince: when,
  lastUpdatedAt: z.coerce.date(),
  /** Ids of the history line, and of the request for what the status needs. */
  line: z.string().nullable(),
  request: z.string().nullable(),
});
export type StatusFields = z.output<typeof statusFields>;
const changeForm = z.object({ id: z.string(), before: statusFields, after: statusFields });

const shown = ["status", "withdrawalRequestedAt", "withdrawalReason", "turn", "turnSince", "lastUpdatedAt"] as const;
type Shown = (typeof shown)[number];
type Row = { id: string } & Partial<Pick<StatusFields, Shown>>;

const isSame = (a: unknown, b: unknown): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;

/** Hides status changes that can still be undone. Fields that were changed otherwise since keep that value. */
export async function asVisibleToApplicant<Application extends Row>(
  applications: readonly Application[],
  from: Queryable = db,
): Promise<Application[]> {
  const ids = applications.map(({ id }) => id);
  const changes = await undoableChanges(from, statusChange, ids);
  if (changes.length === 0) return [...applications];
  // The newest first: each restores what its predecessor had left.
  return applications.map((application) => {
    let now = application;
    for (const change of changes) if (change.id === application.id) now = { ...now, ...restoredFields(now, change) };
    return now;
  });
}

function restoredFields(now: Row, change: unknown): Partial<StatusFields> {
  const { before, after } = changeForm.parse(change);
  return Object.fromEntries(
    shown.filter((name) => name in now && isSame(now[name], after[name])).map((name) => [name, before[name]]),
  );
}
