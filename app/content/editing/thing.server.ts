import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { type Change, changed } from "~/ground/record/changes";
import { type Done, type Refused, refuse } from "~/ground/verbs/refused";
import { type Content, differing, type Kind } from "./kind";
import { findKind } from "./kinds.server";
import { lockThing, type Thing, type Version } from "./versions.server";

const named = z.looseObject({ kind: z.string(), key: z.string().max(100) });

/** A verb about one thing: finds it, asks who may change it, and lets nobody else change it meanwhile. */
export async function asEditor<Schema extends z.ZodType, Result extends Done | Refused<unknown>>(
  context: StaffContext,
  verb: { input: Schema; once?: string },
  given: unknown,
  run: (work: StaffWork, thing: Thing, input: z.output<Schema>) => Promise<Result>,
): Promise<Result | Refused> {
  const name = named.safeParse(given);
  const kind = name.success ? findKind(name.data.kind) : undefined;
  if (!name.success || !kind || kind.only !== name.data.key)
    return refuse("not-found", "There is nothing to edit here.");
  const thing = { kind, key: name.data.key };
  const words = {
    invalid: "This could not be read. Open the page anew and try again.",
    forbidden: kind.may === "super_admin" ? superAdminsOnly : "Your account is not active any more.",
  };
  return asStaff(context, { ...verb, role: kind.may, words }, given, async (work, input) => {
    await lockThing(work.tx, thing);
    return run(work, thing, input);
  });
}

const superAdminsOnly = "Only super admins change this.";

/** What the record says of a thing: its title, with a link by the version. */
export const subjectOf = ({ kind }: Thing, version: Version) => ({
  subjectType: "content",
  subjectId: version.id,
  subjectName: `${kind.title}, version ${version.number}`,
});

/** From what to what, field by field. */
export const changesOf = (kind: Kind, from: Content, to: Content): Change[] =>
  differing(kind, from, to).flatMap(({ name, label, words }) =>
    changed(label, words(from[name] ?? null), words(to[name] ?? null)),
  );
