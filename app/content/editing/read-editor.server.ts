import { nameAll } from "~/accounts/admins/names.server";
import type { Staff } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { nassauTime, nassauZone } from "~/ground/time";
import { wallTimeAt } from "~/ground/zones/wall-time";
import type { Control } from "./fields";
import { type Content, differing, type Kind } from "./kind";
import { previewPath } from "./preview.server";
import { type Version, versionsOf } from "./versions.server";
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
export type VersionState = "draft" | "scheduled" | "published" | "replaced";
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
export type EditorView = Awaited<ReturnType<typeof readEditor>>;

const mayChange = ({ may }: Kind, { role }: Staff): boolean => may === "regular_admin" || role === may;

const stateOf = ({ publishedAt, replacedAt, scheduledFor }: Version): VersionState =>
  replacedAt ? "replaced" : publishedAt ? "published" : scheduledFor ? "scheduled" : "draft";

const fieldView = (content: Content, field: Kind["fields"][number]): FieldView => {
  const { name, label, help, type, control, instead = null } = field;
  const value = content[name] ?? null;
  return { ...{ name, label, help, type, control, instead }, boxes: field.typed(value), words: field.words(value) };
};

function groupsOf({ fields, notes }: Kind, content: Content): Group[] {
  const groups = Map.groupBy(fields, ({ group }) => group);
  return [...groups].map(([name, some]) => ({
    ...{ name, note: notes?.[name] ?? null },
    fields: some.map((field) => fieldView(content, field)),
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
async function historyOf(kind: Kind, all: readonly Version[]): Promise<VersionView[]> {
  const nameOf = await nameAll(
    db,
    all.map(({ madeBy }) => madeBy),
  );
  const [page] = kind.pages;
  return all.map((version) => {
    const { number, madeBy, madeAt, publishedAt, scheduledFor, restoredFrom, notPublished, id } = version;
    const when = publishedAt ?? scheduledFor;
    return {
      ...{ number, restoredFrom, notPublished, at: nassauTime(madeAt), state: stateOf(version) },
      by: nameOf(madeBy) ?? "As it was found",
      when: when && nassauTime(when),
      changes: changesIn(kind, version, all),
      preview: publishedAt || !page ? null : previewPath(page.path, id),
    };
  });
}

/** All that the screen of a thing shows. */
export async function readEditor(staff: Staff, kind: Kind) {
  const all = await versionsOf(db, { kind, key: kind.only });
  const [newest] = all;
  const draft = newest && !newest.publishedAt ? newest : null;
  const content = draft?.data ?? (await kind.read(db, kind.only));
  const scheduled = all.find(({ scheduledFor }) => scheduledFor !== null);
  return {
    ...{ kind: kind.kind, key: kind.only, title: kind.title, about: kind.about, see: kind.see ?? [] },
    mayChange: mayChange(kind, staff),
    base: newest?.number ?? 0,
    draft: draft && { number: draft.number, notPublished: draft.notPublished },
    scheduled: scheduled?.scheduledFor
      ? {
          number: scheduled.number,
          at: nassauTime(scheduled.scheduledFor),
          ...wallTimeAt(scheduled.scheduledFor, nassauZone),
        }
      : null,
    previews: draft ? kind.pages.map(({ path, name }) => ({ name, path: previewPath(path, draft.id) })) : [],
    pages: kind.pages,
    groups: groupsOf(kind, content),
    history: await historyOf(kind, all),
  };
}
