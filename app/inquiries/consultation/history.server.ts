import { eq } from "drizzle-orm";
import { namesByEmail } from "~/accounts/admins/names.server";
import { db } from "~/db/client.server";
import { consultations } from "~/db/schema/consultations";

/** What happened to a consultation, oldest first, with who did it; null for the visitor. */
export async function readHistory(id: string) {
  const [row] = await db.select({ history: consultations.history }).from(consultations).where(eq(consultations.id, id));
  const history = row?.history ?? [];
  const names = await namesByEmail(
    db,
    history.flatMap(({ by }) => (by === null ? [] : [by])),
  );
  return history.map(({ what, at, by, was, reason }) => ({
    ...{ what, at },
    ...(was === undefined ? {} : { was }),
    ...(reason === undefined ? {} : { reason }),
    by: by === null ? null : { name: names.get(by.toLowerCase()) ?? by, email: by },
  }));
}
