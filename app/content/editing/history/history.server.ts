import { nameAll } from "~/accounts/admins/names.server";
import { nassauTime } from "~/core/time";
import { db } from "~/db/client.server";
import { differing, type Kind, pagesOf } from "../kind";
import { previewPath } from "../preview.server";
import { type ContentRef, type State, type Version, versionOf, versionsBelow } from "../versions.server";
import { type Part, shortened, wordDiff } from "./word-diff";

/** Few, because each version is read with its content, which may be long. */
export const historySize = 25;

export type VersionState = "draft" | "scheduled" | "published" | "replaced" | "offline";
export type VersionView = {
  number: number;
  by: string;
  byEmail: string | null;
  at: string;
  state: VersionState;
  /** When it became public or will, in Nassau time. */
  when: string | null;
  restoredFrom: number | null;
  notPublished: string | null;
  changes: { label: string; parts: Part[] }[];
  preview: string | null;
};

/** `all` is newest first: for an unpublished item only the version that was public last shows that. */
function stateOf({ number, publishedAt, replacedAt, scheduledFor }: Version, all: readonly State[]): VersionState {
  if (!publishedAt) return scheduledFor ? "scheduled" : "draft";
  if (!replacedAt) return "published";
  const last = all.find((version) => version.publishedAt);
  return last?.number === number ? "offline" : "replaced";
}

/** The changes of a version against the one it was made from, which is read separately if it is an older one. */
async function changesIn(
  item: ContentRef,
  version: Version,
  read: readonly Version[],
): Promise<VersionView["changes"]> {
  const of = version.basedOn ?? version.number - 1;
  const base = read.find(({ number }) => number === of) ?? (await versionOf(db, item, of));
  return base ? wordsChanged(item.kind, base, version) : [];
}

const wordsChanged = (kind: Kind, base: Version, version: Version): VersionView["changes"] =>
  differing(kind, base.data, version.data).map(({ name, label, format }) => {
    const parts = wordDiff(format(base.data[name] ?? null), format(version.data[name] ?? null));
    return { label, parts: shortened(parts) };
  });

/**
 * Returns a page of the history, newest first. `all`: the state of every version. `earlier`: only versions below this
 * number. `older`: the `earlier` of the next page, if there is one.
 */
export async function readHistory(item: ContentRef, all: readonly State[], earlier: number | undefined) {
  const { kind, key } = item;
  const read = await versionsBelow(db, item, earlier, historySize);
  const nameOf = await nameAll(
    db,
    read.map(({ madeBy }) => madeBy),
  );
  const versions: VersionView[] = [];
  for (const version of read) {
    const { number, madeBy, madeAt, publishedAt, scheduledFor, restoredFrom, notPublished, id } = version;
    const when = publishedAt ?? scheduledFor;
    const [page] = pagesOf(kind, key, version.data);
    versions.push({
      ...{ number, restoredFrom, notPublished, at: nassauTime(madeAt), state: stateOf(version, all) },
      by: nameOf(madeBy) ?? "Original version",
      byEmail: madeBy,
      when: when && nassauTime(when),
      changes: await changesIn(item, version, read),
      preview: publishedAt || !page ? null : previewPath(page.path, id),
    });
  }
  const last = read.at(-1)?.number;
  const older = last !== undefined && all.some(({ number }) => number < last) ? last : null;
  return { versions, older, isNewest: read[0]?.number === all[0]?.number };
}
