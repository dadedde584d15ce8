import { z } from "zod";
import type { Staff } from "~/accounts/staff.server";
import { nassauTime, nassauZone } from "~/core/time";
import { wallTimeAt } from "~/core/zones/wall-time";
import { db } from "~/db/client.server";
import { isThere, redirectTarget } from "./content-item.server";
import type { Control, Option, StoredFileOption } from "./fields/fields";
import { readHistory } from "./history/history.server";
import { type Content, contentName, type Kind, newKey, pagesOf, screenOf } from "./kind";
import { mayChange } from "./list.server";
import { factsToName } from "./named-facts.server";
import { previewPath } from "./preview.server";
import { type ContentRef, newestOf, scheduledOf, statesOf } from "./versions.server";

export type FieldView = {
  name: string;
  label: string;
  help: string;
  type: string;
  control: Control;
  boxes: string[];
  text: string;
  instead: string | null;
};
type Group = { name: string; note: string | null; fields: FieldView[] };
export type EditorView = NonNullable<Awaited<ReturnType<typeof readEditor>>>;

/** Choices from the database: values by field name, and files. */
type Options = { values: Readonly<Record<string, readonly (string | Option)[]>>; files: readonly StoredFileOption[] };

const fieldView = (content: Content, field: Kind["fields"][number], options: Options): FieldView => {
  const { name, label, help, type, instead = null } = field;
  const control = withOptions(field.control, options.values[name], options.files);
  const value = content[name] ?? null;
  return { ...{ name, label, help, type, control, instead }, boxes: field.typed(value), text: field.format(value) };
};

function withOptions(
  control: Control,
  values: readonly (string | Option)[] | undefined,
  files: readonly StoredFileOption[],
): Control {
  if (control.as === "file") return { ...control, files };
  if (!values) return control;
  const options = values.map((value) => (typeof value === "string" ? { value, label: value } : value));
  if (control.as === "line") return { ...control, suggests: options.map(({ value }) => value) };
  if (control.as === "body") return { ...control, services: options.map(({ value }) => value) };
  if (control.as !== "choice" && control.as !== "checks") return control;
  return { ...control, options: [...control.options, ...options] };
}

function groupsOf({ fields, notes }: Kind, content: Content, options: Options): Group[] {
  const groups = Map.groupBy(fields, ({ group }) => group);
  return [...groups].map(([name, groupFields]) => ({
    ...{ name, note: notes?.[name] ?? null },
    fields: groupFields.map((field) => fieldView(content, field, options)),
  }));
}

const earlier = z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined);

export const earlierIn = ({ searchParams }: URL): number | undefined =>
  earlier.parse(searchParams.get("earlier") ?? undefined);

const nothingYet = { all: [], shown: null, newest: undefined, scheduled: [], movedTo: null };

/**
 * Reads the public content and the versions in one snapshot. Separate reads could combine the text of one moment with
 * the number of another, and a save from that form would undo a colleague's (F-EDIT-4).
 */
const readSnapshot = (item: ContentRef) =>
  db.transaction(
    async (tx) => ({
      all: await statesOf(tx, item),
      shown: await item.kind.read(tx, item.key),
      newest: await newestOf(tx, item),
      scheduled: await scheduledOf(tx, item),
      movedTo: await redirectTarget(tx, item),
    }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

/** Returns all that the editor shows, with the history before `earlier`; null if there is no such item. */
export async function readEditor(staff: Staff, { kind, key }: ContentRef, earlier?: number) {
  const { many } = kind;
  const isNew = key === newKey && many?.canAdd === true;
  if (!isNew && !(await isThere(db, { kind, key }))) return null;
  const { all, shown, newest, scheduled, movedTo } = isNew ? nothingYet : await readSnapshot({ kind, key });
  const draft = newest && !newest.publishedAt ? newest : null;
  const content = draft?.data ?? shown ?? newest?.data ?? (await many?.blank?.(db, key)) ?? {};
  const pages = pagesOf(kind, key, content);
  const history = await readHistory({ kind, key }, all, earlier);
  return {
    ...{ kind: kind.kind, key, about: kind.about, see: many ? [] : (kind.see ?? []) },
    title: isNew ? `New ${many.noun}` : contentName(kind, key, content),
    list: many ? { title: kind.title, noun: many.noun } : null,
    mayChange: mayChange(kind, staff) && !movedTo,
    leadsTo: movedTo,
    /** Nothing of it is public, but it was. */
    isOffline: many !== undefined && !shown && !movedTo && all.some(({ publishedAt }) => publishedAt !== null),
    isPublic: shown !== null,
    whenOffline: many?.whenOffline ?? null,
    can: { offline: shown !== null && many?.offline !== undefined, remove: !isNew && many?.remove !== undefined },
    base: newest?.number ?? 0,
    draft: draft && { number: draft.number, notPublished: draft.notPublished },
    /** Scheduled versions, the next one first. */
    scheduled: scheduled.flatMap(({ number, scheduledFor: instant }) =>
      instant ? [{ number, at: nassauTime(instant), ...wallTimeAt(instant, nassauZone) }] : [],
    ),
    previews: draft ? pages.map(({ path, name }) => ({ name, path: previewPath(path, draft.id) })) : [],
    pages,
    isFolded: kind.folded === true,
    isForStaff: kind.forStaff === true,
    groups: groupsOf(kind, content, {
      values: (await kind.options?.(db, key)) ?? {},
      files: isNew ? [] : ((await kind.files?.(db, key)) ?? []),
    }),
    facts: kind.factList ? await kind.factList.list(db) : kind.facts ? await factsToName(kind) : [],
    factNote: kind.factList?.note ?? null,
    extra: (await kind.extra?.(db, key, content)) ?? null,
    history: history.versions,
    historyPages: { screen: screenOf(kind, key), older: history.older, isNewest: history.isNewest },
  };
}
