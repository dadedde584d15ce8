import { z } from "zod";
import { registerUndo, type Undoable } from "~/accounts/undo/registry.server";
import type { Owned } from "./owned";
import { adminNames, lockRecords, writeOwnership } from "./owned-records.server";

const ownerFields = z.object({ ownerId: z.string().nullable() });
const dueFields = z.object({ dueOn: z.string().nullable() });

export const undoableOwner = (of: Owned): Undoable<z.output<typeof ownerFields>> => ({
  kind: `${of}-owner`,
  subjectType: of,
  fields: ownerFields,
  restore: async ({ tx }, { id, before, after }) => {
    const [now] = await lockRecords(tx, of, [id]);
    if (now?.ownerId !== after.ownerId) return false;
    await writeOwnership(tx, of, [now], before);
    const names = await adminNames(tx, [before.ownerId, after.ownerId]);
    const nameOf = (owner: string | null) => (owner === null ? null : (names.get(owner) ?? null));
    return { from: nameOf(after.ownerId), to: nameOf(before.ownerId) };
  },
});

export const undoableDueDay = (of: Owned): Undoable<z.output<typeof dueFields>> => ({
  kind: `${of}-due-day`,
  subjectType: of,
  fields: dueFields,
  restore: async ({ tx }, { id, before, after }) => {
    const [now] = await lockRecords(tx, of, [id]);
    if (now?.dueOn !== after.dueOn) return false;
    await writeOwnership(tx, of, [now], before);
    return { from: after.dueOn, to: before.dueOn };
  },
});

/** Call at start. */
export function registerOwnedUndo(): void {
  for (const record of ["application", "inquiry"] as const) {
    registerUndo(undoableOwner(record));
    registerUndo(undoableDueDay(record));
  }
}
