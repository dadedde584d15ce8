import { nameAll } from "~/accounts/admins/names.server";
import type { Staff } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { nassauTime, nassauZone } from "~/ground/time";
import { wallTimeAt } from "~/ground/zones/wall-time";
import type { Control, KeptFile } from "./fields/fields";
import { type Content, differing, type Kind, nameOfThing, newKey, pagesOf } from "./kind";
import { mayChange } from "./list.server";
import { factsToName } from "./named-facts.server";
import { previewPath } from "./preview.server";
import { isThere } from "./thing.server";
import { type Thing, type Version, versionsOf } from "./versions.server";
import { type Part, wordDiff } from "./word-diff";

export type FieldView = {
  name: string;
  label: string;
  help: string;
  type: string;
  control: Control;
  boxes: string[];
  words: string;
  instead: string | null;
};
type Group = { name: string; note: string | null; fields: FieldView[] };
export type VersionState = "draft" | "scheduled" | "published" | "replaced" | "offline";
export type VersionView = {
  number: number;
  by: string;
  at: string;
  state: VersionState;
  /** When it is or was public, in Nassau. */
  when: string | null;
  restoredFrom: number | null;
  notPublished: string | null;
  changes: { label: string; parts: Part[] }[];
  preview: string | null;
};
export type EditorView = NonNullable<Awaited<ReturnType<typeof readEditor>>>;

/** `all` newest first: of what is offline the version that was public last says so. */
function stateOf({ number, publishedAt, replacedAt, scheduledFor }: Version, all: readonly Version[]): VersionState {
  if (!publishedAt) return scheduledFor ? "scheduled" : "draft";
  if (!replacedAt) return "published";
  const last = all.find((one) => one.publishedAt);
  return last?.number === number ? "offline" : "replaced";
}

/** What the database says of what may be chosen: values of fields by their names, and files. */
type Options = { values: Readonly<Record<string, readonly string[]>>; files: readonly KeptFile[] };

const fieldView = (content: Content, field: Kind["fields"][number], options: Options): FieldView => {
  const { name, label, help, type, instead = null } = field;
  const control = withOptions(field.control, options.values[name], options.files);
  const value = content[name] ?? null;
  return { ...{ name, label, help, type, control, instead }, boxes: field.typed(value), words: field.words(value) };
};

/** A control with what may be chosen, or is suggested, as the database says. */
function withOptions(control: Control, values: readonly string[] | undefined, files: readonly KeptFile[]): Control {
  if (control.as === "file") return { ...control, files };
  if (!values) return control;
  if (control.as === "line") return { ...control, suggests: values };
  if (control.as === "body") return { ...control, services: values };
  if (control.as !== "choice") return control;
  return { ...control, options: [...control.options, ...values.map((value) => ({ value, label: value }))] };
}

function groupsOf({ fields, notes }: Kind, content: Content, options: Options): Group[] {
  const groups = Map.groupBy(fields, ({ group }) => group);
  return [...groups].map(([name, some]) => ({
    ...{ name, note: notes?.[name] ?? null },
    fields: some.map((field) => fieldView(content, field, options)),
  }));
}

/** What a version changed in the one that it was made from. */
function changesIn(kind: Kind, version: Version, all: readonly Version[]) {
  const base = all.find(({ number }) => number === (version.basedOn ?? version.number - 1));
  if (!base) return [];
  return differing(kind, base.data, version.data).map(({ name, label, words }) => ({
    ...{ label, parts: wordDiff(words(base.data[name] ?? null), words(version.data[name] ?? null)) },
  }));
}

/** The words of each version of the history, newest first (O-EDIT-9). */
async function historyOf({ kind, key }: Thing, all: readonly Version[]): Promise<VersionView[]> {
  const nameOf = await nameAll(
    db,
    all.map(({ madeBy }) => madeBy),
  );
  return all.map((version) => {
    const { number, madeBy, madeAt, publishedAt, scheduledFor, restoredFrom, notPublished, id } = version;
    const when = publishedAt ?? scheduledFor;
    const [page] = pagesOf(kind, key, version.data);
    return {
      ...{ number, restoredFrom, notPublished, at: nassauTime(madeAt), state: stateOf(version, all) },
      by: nameOf(madeBy) ?? "As it was found",
      when: when && nassauTime(when),
      changes: changesIn(kind, version, all),
      preview: publishedAt || !page ? null : previewPath(page.path, id),
    };
  });
}

/** All that the screen of a thing shows; null where there is no such thing. */
export async function readEditor(staff: Staff, { kind, key }: Thing) {
  const { many } = kind;
  const isNew = key === newKey && many?.canAdd === true;
  if (!isNew && !(await isThere(db, { kind, key }))) return null;
  const all = isNew ? [] : await versionsOf(db, { kind, key });
  const shown = isNew ? null : await kind.read(db, key);
  const [newest] = all;
  const draft = newest && !newest.publishedAt ? newest : null;
  const content = draft?.data ?? shown ?? newest?.data ?? (await many?.blank?.(db, key)) ?? {};
  const scheduled = all.find(({ scheduledFor }) => scheduledFor !== null);
  const pages = pagesOf(kind, key, content);
  return {
    ...{ kind: kind.kind, key, about: kind.about, see: many ? [] : (kind.see ?? []) },
    title: isNew ? `New ${many.noun}` : nameOfThing(kind, key, content),
    /** The list that it stands in. */
    list: many ? { title: kind.title, noun: many.noun } : null,
    mayChange: mayChange(kind, staff),
    /** Nothing of it is public, though it was. */
    isOffline: many !== undefined && !shown && all.some(({ publishedAt }) => publishedAt !== null),
    isPublic: shown !== null,
    can: { offline: shown !== null && many?.offline !== undefined, remove: !isNew && many?.remove !== undefined },
    base: newest?.number ?? 0,
    draft: draft && { number: draft.number, notPublished: draft.notPublished },
    scheduled: scheduled?.scheduledFor
      ? {
          number: scheduled.number,
          at: nassauTime(scheduled.scheduledFor),
          ...wallTimeAt(scheduled.scheduledFor, nassauZone),
        }
      : null,
    previews: draft ? pages.map(({ path, name }) => ({ name, path: previewPath(path, draft.id) })) : [],
    pages,
    isFolded: kind.folded === true,
    groups: groupsOf(kind, content, {
      values: (await kind.options?.(db, key)) ?? {},
      files: isNew ? [] : ((await kind.files?.(db, key)) ?? []),
    }),
    facts: kind.facts ? await factsToName(kind) : [],
    extra: (await kind.extra?.(db, key, content)) ?? null,
    history: await historyOf({ kind, key }, all),
  };
}
