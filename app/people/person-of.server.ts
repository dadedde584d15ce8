import { sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { log } from "~/log.server";
import type { RecordKind } from "./facts.server";
import { assignForPage, assignNow } from "./waiting.server";

export type PersonOf = { id: string; name: string; records: number };

const found = z.array(z.object({ id: z.uuid(), name: z.string(), records: z.number() }));

/** Assigns the record if needed. Null if that fails, which is logged: the record is shown all the same. */
export async function personOf(kind: RecordKind, id: string): Promise<PersonOf | null> {
  try {
    // Other queued records may be the same person's; of very many this one goes first.
    await assignForPage();
    await assignNow({ [kind]: [id] });
    const { rows } = await db.execute(sql`
      select id, name, inquiries + cases + clients as records from people where id = person_head((
        select person_id from person_records
        where ${sql.identifier(`${kind}_id`)} = ${id}
      ))`);
    return found.parse(rows)[0] ?? null;
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err }, "the person of a record could not be read");
    return null;
  }
}
