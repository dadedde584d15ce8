import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { type Change, changed } from "~/core/activity-log/changes";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Queryable } from "~/db/client.server";
import { type Content, contentName, differing, type Kind, newKey } from "./kind";
import { findContent } from "./registry.server";
import { type ContentRef, lockContent, newestOf, type Version } from "./versions.server";

/** Bounded by the range of the integer column, so a larger number is a form error and not a database error. */
export const versionNumber = z.coerce.number().int().min(0).max(2_147_483_647);

const named = z.looseObject({ kind: z.string(), key: z.string().min(1).max(100) });
const nothing = () => refuse("not-found", "There is nothing to edit here.");

/**
 * Runs a verb on one content item: finds it, checks the admin's role, and locks the item until the transaction ends.
 */
export async function asEditor<Schema extends z.ZodType, Result extends Done | Refused<unknown>>(
  context: StaffContext,
  { adds = false, ...verb }: { input: Schema; once?: string; shown?: readonly string[]; adds?: boolean },
  rawInput: unknown,
  run: (work: StaffWork, item: ContentRef, input: z.output<Schema>) => Promise<Result>,
): Promise<Result | Refused> {
  const name = named.safeParse(rawInput);
  const isNew = name.data?.key === newKey;
  const item = name.success && findContent(name.data.kind, isNew ? crypto.randomUUID() : name.data.key);
  if (!item || (isNew && !(adds && item.kind.many?.canAdd))) return nothing();
  const { may } = item.kind;
  return asStaff(context, { ...verb, role: may, messages: contentMessages(may) }, rawInput, async (work, input) => {
    await lockContent(work.tx, item);
    if (!isNew && !(await isThere(work.tx, item))) return nothing();
    const to = await redirectTarget(work.tx, item);
    if (to) return refuse("conflict", `This address now redirects to ${to}, so you can’t edit it here.`);
    return run(work, item, input);
  });
}

export const contentMessages = (may: Kind["may"]) => ({
  invalid: "Something went wrong. Please reload the page and try again.",
  forbidden: may === "super_admin" ? superAdminsOnly : "Your account is no longer active.",
});

export async function isThere(from: Queryable, item: ContentRef): Promise<boolean> {
  const { many, read } = item.kind;
  if (!many) return true;
  if (await newestOf(from, item)) return true;
  if (many.has) return many.has(from, item.key);
  return (!many.canAdd || z.uuid().safeParse(item.key).success) && (await read(from, item.key)) !== null;
}

/** The path to which a moved item redirects; of such an item only the history can be read. */
export const redirectTarget = async (from: Queryable, { kind, key }: ContentRef): Promise<string | null> =>
  (await kind.many?.moved?.(from))?.get(key) ?? null;

const superAdminsOnly = "Only super admins change this.";

export const subjectOf = ({ kind, key }: ContentRef, version: Version) => ({
  subjectType: "content",
  subjectId: version.id,
  subjectName: `${contentName(kind, key, version.data)}, version ${version.number}`,
});

/** Returns the differences field by field, formatted for the record. */
export const changesOf = (kind: Kind, from: Content, to: Content): Change[] =>
  differing(kind, from, to).flatMap(({ name, label, format }) =>
    changed(label, format(from[name] ?? null), format(to[name] ?? null)),
  );
