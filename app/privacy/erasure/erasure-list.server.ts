import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { db } from "~/db/client.server";
import { erasures, restrictedCases } from "~/db/schema/privacy/rights";
import { apartFolders } from "~/documents/at-rest/apart-folders";
import { openDocument, putDocument, removeStored, storedFacts, storedKeys } from "~/documents/storage.server";

// Who was erased, by id and date alone, beside the documents and outside of the database: a backup from before still
// holds them, and whoever restores it erases them again (V-ERASE-7). One small file each: none replaces another.

const begun = `${apartFolders.erasures}list.json`;
/** Entries of which it is not known yet whether they were carried out: each was written before a commit. */
const open = `${apartFolders.erasures}open/`;
const openKeyOf = (id: string) => `${open}${id}.json`;
const keyOf = (id: string) => `${apartFolders.erasures}${id}.json`;
/** Of an entry that is whole: one that `kill -9` broke off is of an erasure that never was. */
const idIn = (key: string) => /\/([0-9a-f-]{36})\.json$/.exec(key)?.[1];

const entry = z.discriminatedUnion("kind", [
  z.object({ id: z.uuid(), kind: z.enum(["application", "draft", "subscriber"]), at: z.iso.datetime() }),
  // `with`: the restricted case whose files have it; none where it was erased by itself.
  z.object({ id: z.uuid(), kind: z.literal("inquiry"), at: z.iso.datetime(), with: z.uuid().optional() }),
  // Put out of use until a day (V-ERASE-4): a backup from before has it in its tables.
  z.object({ id: z.uuid(), kind: z.literal("restriction"), at: z.iso.datetime(), until: z.iso.date() }),
]);
export type Erasure = z.output<typeof entry>;

const put = (key: string, value: object) =>
  putDocument(key, Buffer.from(`${JSON.stringify(value)}\n`), "application/json");

export const hasErasureList = async (): Promise<boolean> => (await storedFacts(begun)) !== undefined;

/** Begins the list where there is none, with whoever the database knows to be erased or restricted. */
export async function beginErasureList(): Promise<void> {
  if (await hasErasureList()) return;
  for (const { id, kind, erasedAt } of await db.select().from(erasures))
    await settleErasure({ id, kind: kind === "inquiry" ? "inquiry" : "application", at: erasedAt.toISOString() });
  for (const { id, restrictedAt, restrictedUntil: until } of await db.select().from(restrictedCases))
    await settleErasure({ id, kind: "restriction", at: restrictedAt.toISOString(), until });
  await put(begun, { begun: new Date().toISOString() });
}

/** Written as the last step before the commit: whoever stays because something failed before is not in it. */
export const rememberErasure = (erased: Erasure): Promise<void> => put(openKeyOf(erased.id), entry.parse(erased));

/** Of one that is known to have been carried out. */
export async function settleErasure(erased: Erasure): Promise<void> {
  await put(keyOf(erased.id), entry.parse(erased));
  await removeStored(openKeyOf(erased.id));
}

/** Of one that was not carried out. */
export async function forgetErasure(id: string): Promise<void> {
  for (const key of [openKeyOf(id), keyOf(id)]) await removeStored(key);
}

/** What is written down of somebody, and not known to have been carried out. */
export const openErasure = (id: string): Promise<Erasure | undefined> => read(openKeyOf(id));

/** Whom that is of. */
export async function* openErasures(): AsyncGenerator<string[]> {
  for await (const keys of storedKeys(open)) yield keys.flatMap((key) => idIn(key) ?? []);
}

async function read(key: string): Promise<Erasure | undefined> {
  const stream = await openDocument(key);
  return stream ? entry.parse(JSON.parse((await buffer(stream)).toString())) : undefined;
}

export async function isAnybodyListed(): Promise<boolean> {
  for await (const keys of storedKeys(apartFolders.erasures)) if (keys.some(idIn)) return true;
  return false;
}

/** All of it, open entries too; undefined where there is no list. */
export async function readErasureList(): Promise<Erasure[] | undefined> {
  if (!(await hasErasureList())) return undefined;
  const list = new Map<string, Erasure>();
  for await (const keys of storedKeys(apartFolders.erasures))
    for (const key of keys.filter(idIn)) {
      const erased = await read(key);
      // What an open entry says is newer.
      if (erased && (key.startsWith(open) || !list.has(erased.id))) list.set(erased.id, erased);
    }
  return [...list.values()];
}
