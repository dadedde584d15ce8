import { z } from "zod";
import type { StaffWork } from "~/accounts/as-staff.server";
import type { Activity } from "~/core/activity.server";
import { singleton } from "~/singleton.server";

type Details = NonNullable<Activity["details"]>;

/** `offerId` identifies what came with the change. */
export type Change<Fields> = { id: string; before: Fields; after: Fields; offerId: string };

/** A kind of undoable change: the fields that it changes, and how they are restored. */
export type Undoable<Fields> = {
  /** `application-status`; its undo is logged as `application_status_undone`. */
  kind: string;
  subjectType: "application" | "inquiry";
  fields: z.ZodType<Fields>;
  /** Returns what to log. False if the locked record no longer equals `after`: somebody else has changed it. */
  restore: (work: StaffWork, change: Change<Fields>) => Promise<Details | false>;
};

type Registered = {
  actionType: string;
  subjectType: string;
  restore: (work: StaffWork, offerId: string, record: unknown) => Promise<Details | false>;
};

// A new function replaces the one of the same kind.
const registered = singleton("undo", () => new Map<string, Registered>());

/** What remains of a deleted record. */
export const forgotten = (id: string) => ({ id, before: {}, after: {}, forgotten: true });
const isForgotten = (record: unknown) => z.object({ forgotten: z.literal(true) }).safeParse(record).success;

/** Each module registers its own kinds. */
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
