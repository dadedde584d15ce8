import { inArray } from "drizzle-orm";
import { z } from "zod";
import { nameAdmin } from "~/accounts/admins/names.server";
import type { StaffWork } from "~/accounts/as-staff.server";
import { type PictureUrl, parsePictureUrl } from "~/content/pictures/address";
import { refuse } from "~/core/verbs/refused";
import type { Queryable, Transaction } from "~/db/client.server";
import { type Json, pictures } from "~/db/schema/content";
import { versionNumber } from "./content-item.server";
import { type Content, differing, isSame, type Kind, type Problems } from "./kind";
import { type Conflict, merge } from "./merge";
import { unknownIn } from "./named-facts.server";
import { uniquenessProblems } from "./uniqueness.server";
import { addVersion, type ContentRef, syncPublicVersion, type Version, versionOf } from "./versions.server";

/** Our own pictures that a content contains, in fields or within a text. */
function* picturesIn(value: Json): Generator<PictureUrl> {
  if (typeof value === "string") {
    const picture = parsePictureUrl(value);
    if (picture) yield picture;
  } else if (typeof value === "object" && value !== null)
    for (const nested of Object.values<Json>(value)) yield* picturesIn(nested);
}

/** Refuses pictures that aren't stored, in changed fields only: they would be broken in public. */
async function missingIn(from: Queryable, kind: Kind, before: Content, content: Content): Promise<Problems> {
  const named = differing(kind, before, content).flatMap(({ name }) =>
    [...picturesIn(content[name] ?? null)].map((picture) => ({ name, picture })),
  );
  if (named.length === 0) return {};
  const ids = named.map(({ picture }) => picture.id);
  const stored = new Map(
    (await from.select().from(pictures).where(inArray(pictures.id, ids))).map((row) => [row.id, row]),
  );
  const missing = named.filter(({ picture: { id, width, height, format } }) => {
    const row = stored.get(id);
    return row?.width !== width || row.height !== height || row.format !== format;
  });
  return Object.fromEntries(missing.map(({ name }) => [name, notStored]));
}

const notStored = "This refers to a picture we don’t have. Remove it, or upload the file again.";

/** What every form of content sends; typed values are applied on top of the version that the form was made from. */
export const formInput = z.object({
  /** The version the form was made from; 0 if there was none. */
  base: versionNumber,
  /** The version whose differences were shown when the admin chose. */
  seen: versionNumber.catch(0),
  choices: z.record(z.string(), z.enum(["mine", "theirs"])).default({}),
  /** The values of each field's inputs; a field that wasn't sent is unchanged. */
  typed: z.record(z.string(), z.array(z.string().max(2_000_000)).max(600)),
});

const withoutEmpty = (inputs: readonly string[]) => inputs.join("\n").replace(/\r/g, "").trimEnd();

export type NotSaved = {
  problems: Problems;
  conflicts: Conflict[];
  newest: number;
  by: string | null;
  /** On a conflict: the typed content, merged with what others changed in other fields. */
  merged?: Content;
};

const wrong = (problems: Problems) =>
  refuse("invalid", "Nothing was saved. Fix the highlighted fields.", {
    ...{ problems, conflicts: [], newest: 0, by: null },
  } satisfies NotSaved);

/** Parses the typed values on top of `base`; returns the content and the problems. */
function readInputs(kind: Kind, rawInputs: Readonly<Record<string, readonly string[]>>, base: Content) {
  const mine: Content = {};
  const problems: Problems = {};
  for (const { name, read, typed: boxesOf } of kind.fields) {
    const value = base[name] ?? null;
    const inputs = rawInputs[name];
    // An untouched field keeps its stored value, even if it would be refused today.
    const isTouched = inputs && !isSame(withoutEmpty(inputs), withoutEmpty(boxesOf(value)));
    const result = isTouched ? read(inputs) : { ok: true as const, value };
    if (result.ok) mine[name] = result.value;
    else problems[name] = result.message;
  }
  return { mine, problems: { ...(kind.check?.(mine) ?? {}), ...problems } };
}

/**
 * The version that a form was made from. A form that knew no version (0) is based on the first one if that only
 * recorded what was public; otherwise somebody else made the first version meanwhile, and the form's base is empty
 * (F-EDIT-3).
 */
async function madeFrom(tx: Transaction, item: ContentRef, base: number): Promise<Version | undefined> {
  const version = await versionOf(tx, item, base || 1);
  return base === 0 && version?.madeBy !== null ? undefined : version;
}

const changedSince = (kind: Kind, from: Content, mine: Content, newest: Version | undefined): OthersChange[] =>
  newest
    ? differing(kind, from, newest.data)
        // Skip fields with the same value on both sides: a form resent after a confirmation finds its own draft.
        .filter(({ name }) => !isSame(newest.data[name], mine[name]))
        .map(({ name, label, format }) => ({
          label,
          was: format(from[name] ?? null),
          is: format(newest.data[name] ?? null),
        }))
        // A value that was never set and its default read the same.
        .filter(({ was, is }) => was !== is)
    : [];
export type OthersChange = { label: string; was: string; is: string };

/**
 * Adds the draft that a form makes; content equal to the newest version adds none. The item must be locked. `was`: the
 * content shown by a form that knew no version; by default the first version's. `before`: the newest version's content.
 */
export async function addDraft(
  work: StaffWork,
  item: ContentRef,
  { base, seen, was, ...sent }: z.output<typeof formInput> & { was?: Content | undefined },
) {
  const { kind, key } = item;
  const { newest } = await syncPublicVersion(work.tx, item);
  const from = await madeFrom(work.tx, item, base);
  if (!from && base > 0 && newest)
    return refuse("not-found", "The version you edited no longer exists. Please reload the page.");
  // In the first form of a predefined item, emptying a required field is refused as in any other.
  const defaults = kind.many?.canAdd ? undefined : await kind.many?.blank?.(work.tx, key);
  const before = (base === 0 ? was : undefined) ?? from?.data ?? defaults ?? {};
  const { mine, problems } = readInputs(kind, sent.typed, before);
  if (Object.keys(problems).length > 0) return wrong(problems);
  const madeBy = ({ madeBy: email }: { madeBy: string | null }) => (email ? nameAdmin(work.tx, email) : null);
  const choices = newest && seen === newest.number ? sent.choices : {};
  const { merged: mergedContent, conflicts } = merge(
    kind,
    { base: before, mine, theirs: newest?.data ?? before },
    choices,
  );
  const merged = (await kind.completed?.(mergedContent, work.tx, key)) ?? mergedContent;
  if (newest && conflicts.length > 0)
    return refuse(
      "conflict",
      "Someone else has changed the same fields. Both versions are below: choose which to keep, then save again. Nothing was overwritten.",
      { problems: {}, conflicts, newest: newest.number, by: await madeBy(newest), merged } satisfies NotSaved,
    );
  // Fields that are valid by themselves may conflict.
  const together = {
    ...(await unknownIn(work.tx, kind, before, merged)),
    ...(await missingIn(work.tx, kind, before, merged)),
    ...(await uniquenessProblems(work.tx, item, merged)),
    ...kind.check?.(merged),
  };
  if (Object.keys(together).length > 0) return wrong(together);
  const changes = changedSince(kind, before, mine, newest);
  const others = { by: changes.length > 0 && newest ? await madeBy(newest) : null, changes };
  const stored = newest?.data ?? {};
  if (newest && differing(kind, stored, merged).length === 0)
    return { ok: true as const, version: newest, before: stored, isNew: false, others };
  if (differing(kind, stored, merged).length === 0) return refuse("invalid", "There is nothing to save yet.");
  const made = { data: merged, madeBy: work.staff.email, ...(newest ? { basedOn: newest.number } : {}) };
  return { ok: true as const, version: await addVersion(work.tx, item, made), before: stored, isNew: true, others };
}
