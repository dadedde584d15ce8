import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { people as t } from "~/db/schema/people";
import { recordsJoined } from "~/people/records-joined.server";
import { joinedInto, pairsOf } from "./list.server";
import { readTimeline } from "./timeline.server";

const listed = 50;

/**
 * A person with all that the page shows; `movedTo` if merged into another one, null if there is none. An agency may
 * have many emails: the first fifty are shown.
 */
export async function readPerson(id: string, before: string | null) {
  if (!z.uuid().safeParse(id).success) return null;
  const [person] = await db
    .select({
      id: t.id,
      joinedInto: t.joinedInto,
      name: t.name,
      emails: sql<string[]>`${t.emails}[1:${sql.raw(String(listed))}]`,
      phones: sql<string[]>`${t.phones}[1:${sql.raw(String(listed))}]`,
      inquiries: t.inquiries,
      cases: t.cases,
      clients: t.clients,
      importedAt: t.importedAt,
      lastContactAt: t.lastContactAt,
    })
    .from(t)
    .where(eq(t.id, id));
  if (!person) return null;
  if (person.joinedInto) {
    const { rows } = await db.execute<{ head: string }>(sql`select person_head(${id}) as head`);
    return { movedTo: rows[0]?.head ?? person.joinedInto };
  }
  const [pairs, joined, records, timeline] = await Promise.all([
    pairsOf(person),
    joinedInto(id),
    recordsJoined(id),
    readTimeline(id, before),
  ]);
  return { movedTo: null, person, pairs, joined, records, timeline };
}

/** The other person of the confirmation `?ask=join&other={id}`; null if there is none. */
export async function readJoinQuestion(search: URLSearchParams): Promise<{ id: string; name: string } | null> {
  const otherPerson = z.uuid().safeParse(search.get("other"));
  if (search.get("ask") !== "join" || !otherPerson.success) return null;
  const [row] = await db.select({ id: t.id, name: t.name }).from(t).where(eq(t.id, otherPerson.data));
  return row ?? null;
}
