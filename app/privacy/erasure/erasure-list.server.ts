import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { db } from "~/db/client.server";
import { erasures, restrictedCases } from "~/db/schema/privacy/rights";
import { apartFolders } from "~/documents/at-rest/apart-folders";
import { openDocument, putDocument, removeStored, storedFacts, storedKeys } from "~/documents/storage.server";

// The list of erasures, by id and date only, in document storage outside the database: older backups still contain the
// data, and a restore repeats the erasures (V-ERASE-7). One small file per entry, so that none overwrites another.

const listKey = `${apartFolders.erasures}list.json`;
/** Entries written before a commit, whose outcome is unknown. */
const open = `${apartFolders.erasures}open/`;
const openKeyOf = (id: string) => `${open}${id}.json`;
const keyOf = (id: string) => `${apartFolders.erasures}${id}.json`;
/** Only matches complete file names: `kill -9` can leave a partial one, of an erasure that never happened. */
const idIn = (key: string) => /\/([0-9a-f-]{36})\.json$/.exec(key)?.[1];

const entry = z.discriminatedUnion("kind", [
  z.object({ id: z.uuid(), kind: z.enum(["application", "draft", "subscriber", "client"]), at: z.iso.datetime() }),
  // `with`: the restricted case whose files include it; unset if it was erased separately.
  z.object({ id: z.uuid(), kind: z.literal("inquiry"), at: z.iso.datetime(), with: z.uuid().optional() }),
  // Restricted until a day: an older backup still contains the rows.
  z.object({ id: z.uuid(), kind: z.literal("restriction"), at: z.iso.datetime(), until: z.iso.date() }),
]);
export type Erasure = z.output<typeof entry>;

const write = (key: string, value: object) =>
  putDocument(key, Buffer.from(`${JSON.stringify(value)}\n`), "application/json");

export const hasErasureList = async (): Promise<boolean> => (await storedFacts(listKey)) !== undefined;

/** Creates the list if there is none, from the erasures and restrictions in the database. */
export async function beginErasureList(): Promise<void> {
  if (await hasErasureList()) return;
  for (const { id, kind, erasedAt } of await db.select().from(erasures))
    await markErasureDone({
      id,
      kind: kind === "inquiry" || kind === "client" ? kind : "application",
      at: erasedAt.toISOString(),
    });
  for (const { id, restrictedAt, restrictedUntil: until } of await db.select().from(restrictedCases))
    await markErasureDone({ id, kind: "restriction", at: restrictedAt.toISOString(), until });
  await write(listKey, { begun: new Date().toISOString() });
}

/** Call as the last step before the commit, so that failures before it add no entry. */
export const rememberErasure = (erased: Erasure): Promise<void> => write(openKeyOf(erased.id), entry.parse(erased));

/** Marks an entry as carried out. */
export async function markErasureDone(erased: Erasure): Promise<void> {
  await write(keyOf(erased.id), entry.parse(erased));
  await removeStored(openKeyOf(erased.id));
}

/** Removes an entry that was not carried out. */
export async function forgetErasure(id: string): Promise<void> {
  for (const key of [openKeyOf(id), keyOf(id)]) await removeStored(key);
}

/** The entry of a subject whose outcome is unknown. */
export const openErasure = (id: string): Promise<Erasure | undefined> => read(openKeyOf(id));

/** Yields the ids of entries whose outcome is unknown. */
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

/** Reads the whole list, open entries too; undefined if there is none. */
export async function readErasureList(): Promise<Erasure[] | undefined> {
  if (!(await hasErasureList())) return undefined;
  const list = new Map<string, Erasure>();
  for await (const keys of storedKeys(apartFolders.erasures))
    for (const key of keys.filter(idIn)) {
      const erased = await read(key);
      // An open entry is the newer one.
      if (erased && (key.startsWith(open) || !list.has(erased.id))) list.set(erased.id, erased);
    }
  return [...list.values()];
}
