import { eq } from "drizzle-orm";
import { z } from "zod";
import { shownName } from "~/accounts/admins/names.server";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { offerUndo } from "~/accounts/undo/offer.server";
import { calendarDate, isDay, nassauDay } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { counted, type Owned, ownedState, ownerMessages } from "./owned";
import { adminNames, lockRecords, type OwnedRecord, writeOwnership } from "./owned-records.server";
import { undoableDueDay, undoableOwner } from "./undo-owned.server";

const records = {
  ids: z.array(z.uuid()).min(1).max(100),
  /** Owner and due day as the person saw them, by id. */
  seen: z.record(z.string(), z.string()).default({}),
};
const ownerInput = z.object({
  ...records,
  /** An admin's id, `me`, or empty for nobody. */
  owner: z.string().max(100),
});
const dueInput = z.object({
  ...records,
  /** YYYY-MM-DD, or empty: then the record's own day applies. */
  dueOn: z.union([z.literal(""), z.string().refine(isDay)]),
});
const messages = { failed: ownerMessages.failed };

/** All or none, only if unchanged since they were seen, and only an active admin. `message` is for the person. */
export function setOwner(of: Owned, context: StaffContext, input: unknown) {
  const verb = {
    input: ownerInput,
    messages: { ...messages, invalid: ownerMessages.none },
    failed: "an owner was not set",
  };
  return asStaff(context, verb, input, async (work, { ids, seen, owner }) => {
    const { tx, staff, record } = work;
    const to = await personOf(tx, owner === "me" ? staff.adminId : owner);
    if (to === null) return refuse("invalid", ownerMessages.inactive);
    const before = await lockedAsSeen(work, of, ids, seen, ({ ownerId }) => ownerId === to.id);
    if (!before.ok) return before;
    const names = await adminNames(
      tx,
      before.changed.map(({ ownerId }) => ownerId),
    );
    await writeOwnership(tx, of, before.changed, { ownerId: to.id });
    for (const { id, ownerId } of before.changed)
      await record({
        actionType: `${of}_owner_set`,
        subjectType: of,
        subjectId: id,
        details: {
          from: ownerId && (names.get(ownerId) ?? null),
          to: to.id && to.name,
          together: before.changed.length,
        },
      });
    const verbOf = before.found === 1 ? "belongs" : "belong";
    const message = `${counted(of, before.found)} now ${verbOf} to ${to.name}`;
    const change = ({ id, ownerId }: OwnedRecord) => ({ id, before: { ownerId }, after: { ownerId: to.id } });
    if (before.changed.length > 0)
      await offerUndo(work, undoableOwner(of), { words: `${message}.`, records: before.changed.map(change) });
    return { ok: true, changed: before.changed.length, notice: message };
  });
}

/** Sets or clears the due day of records: all or none, and only if unchanged since they were seen. */
export function setDueDay(of: Owned, context: StaffContext, input: unknown) {
  const invalid = (error: z.ZodError) =>
    refuse("invalid", error.issues.some(({ path }) => path[0] === "dueOn") ? ownerMessages.noDay : ownerMessages.none);
  const verb = { input: dueInput, messages: { ...messages, invalid }, failed: "a due day was not set" };
  return asStaff(context, verb, input, async (work, { ids, seen, dueOn }) => {
    const to = dueOn || null;
    if (to !== null && to < nassauDay()) return refuse("invalid", ownerMessages.past);
    const before = await lockedAsSeen(work, of, ids, seen, (row) => row.dueOn === to);
    if (!before.ok) return before;
    await writeOwnership(work.tx, of, before.changed, { dueOn: to });
    for (const { id, dueOn: from } of before.changed)
      await work.record({
        actionType: `${of}_due_day_set`,
        subjectType: of,
        subjectId: id,
        details: { from, to, together: before.changed.length },
      });
    const are = before.found === 1 ? "is" : "are";
    const message = to
      ? `${counted(of, before.found)} ${are} now due on ${calendarDate(to)}`
      : `${counted(of, before.found)} no longer ${before.found === 1 ? "has" : "have"} a manual due date`;
    const change = ({ id, dueOn: from }: OwnedRecord) => ({ id, before: { dueOn: from }, after: { dueOn: to } });
    if (before.changed.length > 0)
      await offerUndo(work, undoableDueDay(of), { words: `${message}.`, records: before.changed.map(change) });
    return { ok: true, changed: before.changed.length, notice: message };
  });
}

/** Locks an active admin until the end of the transaction; null for any other id. */
async function personOf(tx: Transaction, id: string): Promise<{ id: string | null; name: string } | null> {
  if (id === "") return { id: null, name: "nobody" };
  if (!z.uuid().safeParse(id).success) return null;
  const [admin] = await tx
    .select({ id: adminUsers.id, name: shownName, isActive: adminUsers.isActive })
    .from(adminUsers)
    .where(eq(adminUsers.id, id))
    .for("share");
  return admin?.isActive ? admin : null;
}

/** Refused if a record was deleted, or reassigned or dated by somebody else since it was seen (K-OWN-7). */
async function lockedAsSeen(
  { tx }: StaffWork,
  of: Owned,
  ids: string[],
  seen: Record<string, string>,
  isAsWanted: (row: OwnedRecord) => boolean,
) {
  const wanted = [...new Set(ids)];
  const rows = await lockRecords(tx, of, wanted);
  if (rows.length < wanted.length) return refuse("not-found", ownerMessages.gone);
  const changed = rows.filter((row) => !isAsWanted(row));
  if (changed.some((row) => (seen[row.id] ?? ownedState(row)) !== ownedState(row)))
    return refuse("conflict", ownerMessages.stale);
  return { ok: true as const, found: rows.length, changed };
}
