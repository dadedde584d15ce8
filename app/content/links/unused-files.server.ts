import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { nassauTime } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import { db, type Queryable } from "~/db/client.server";
import { pictures } from "~/db/schema/content";
import { formFiles } from "~/db/schema/site/forms";
import { contentFolders, folderOf } from "~/documents/content-files.server";
import { enqueueRemoval } from "~/documents/discard.server";
import { storedFacts, storedKeys } from "~/documents/storage.server";

/** Milliseconds. A recent file may belong to a form that isn't saved yet. */
const grace = 24 * 3600 * 1000;
const mostShown = 100;

const kindOf = { forms: "Form", pictures: "Picture" } as const;

/** Stored files that no version and no form uses. */
async function unusedAmong(from: Queryable, keys: readonly string[]): Promise<string[]> {
  const { rows } = await from.execute<{ key: string }>(sql`
    select k as key from unnest(${sql.param([...keys])}::text[]) k
    where not exists (select from forms where k in (file_key, waiting_file_key))
      and case when k like 'pictures/%'
        then not exists (select from content_versions v
          where pictures_in(v.data) @> array[split_part(split_part(k, '/', 2), '.', 1)])
        else not exists (select from content_versions v where position(k in v.data::text) > 0) end`);
  return rows.map(({ key }) => key);
}

export type UnusedFile = { key: string; kind: string; name: string; bytes: number; since: string };

/** Lists the owner's unused files: pictures, and files of the forms library. */
export async function listUnused(): Promise<UnusedFile[]> {
  const found: UnusedFile[] = [];
  for (const folder of contentFolders)
    for await (const keys of storedKeys(folder)) {
      for (const key of await unusedAmong(db, keys)) {
        const facts = await storedFacts(key);
        if (!facts || Date.now() - facts.since.getTime() < grace) continue;
        const name = key.slice(folder.length + 1);
        found.push({ key, kind: kindOf[folder], name, bytes: facts.bytes, since: nassauTime(facts.since) });
        if (found.length >= mostShown) return found;
      }
    }
  return found;
}

const verb = {
  input: z.object({ key: z.string().regex(/^[\w./-]{1,200}$/) }),
  role: "super_admin",
  messages: { forbidden: "Only super admins change this.", invalid: "File not found." },
} as const;

export function deleteUnused(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, record }, { key }) => {
    if (folderOf(key) === null) return refuse("invalid", verb.messages.invalid);
    const [unused] = await unusedAmong(tx, [key]);
    if (unused === undefined) return refuse("conflict", "This file is now in use, so it wasn’t deleted.");
    await tx.delete(pictures).where(eq(pictures.storageKey, key));
    await tx.delete(formFiles).where(eq(formFiles.storageKey, key));
    await enqueueRemoval(tx, { storageKey: key });
    await record({ actionType: "unused_file_deleted", subjectType: "links", subjectName: key });
    return { ok: true };
  });
}
