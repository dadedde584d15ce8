import { z } from "zod";
import type { StaffWork } from "~/accounts/as-staff.server";
import type { Activity } from "~/core/activity.server";
import { singleton } from "~/singleton.server";

type Details = NonNullable<Activity["details"]>;

/** What stood in the changed fields of one record; `offerId` names what came with the change. */
export type Change<Fields> = { id: string; before: Fields; after: Fields; offerId: string };

/** One kind of change that can be undone: the fields that it changes, and how they are put back. */
export type Undoable<Fields> = {
  /** `application-status`; its undoing is recorded as `application_status_undone`. */
  kind: string;
  subjectType: "application" | "inquiry";
  fields: z.ZodType<Fields>;
  /**
   * Puts `before` back on one record that it locks, and returns what is recorded of it. False where the record no
   * longer is as `after` says: somebody else has changed it.
   */
  restore: (work: StaffWork, change: Change<Fields>) => Promise<Details | false>;
};

type Registered = {
  actionType: string;
  subjectType: string;
  restore: (work: StaffWork, offerId: string, record: unknown) => Promise<Details | false>;
};

// A new function takes the place of the one that was registered under its kind.
const registered = singleton("undo", () => new Map<string, Registered>());

/** What stays of a record that was deleted since. */
export const forgotten = (id: string) => ({ id, before: {}, after: {}, forgotten: true });
const isForgotten = (record: unknown) => z.object({ forgotten: z.literal(true) }).safeParse(record).success;

/** Registers how a kind of change is undone; each room registers its own. */
export function registerUndo<Fields>({ kind, subjectType, fields, restore }: Undoable<Fields>): void {
  const form = z.object({ id: z.string(), before: fields, after: fields });
  registered.set(kind, {
    actionType: `${kind.replaceAll("-", "_")}_undone`,
    subjectType,
    restore: async (work, offerId, record) =>
      isForgotten(record) ? false : restore(work, { ...form.parse(record), offerId }),
  });
}

export const undoableKind = (kind: string) => registered.get(kind);
