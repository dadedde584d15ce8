import { asc, eq, type SQL } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { pagesIn } from "./pages";

/** Arrival, unless the sender changed it; what arrives afterwards comes last. */
export const inPageOrder = [asc(documents.page), asc(documents.createdAt), asc(documents.id)];

/** Moves a page of a group of files by one; false if it is not there, or has no other page. */
export async function movePage(
  tx: Transaction,
  group: SQL | undefined,
  { id, isUp }: { id: string; isUp: boolean },
): Promise<boolean> {
  const rows = await tx
    .select()
    .from(documents)
    .where(group)
    .orderBy(...inPageOrder)
    .for("update");
  const pages = pagesIn(rows);
  const from = pages.findIndex((page) => page.id === id);
  const moved = pages[from];
  if (!moved) return false;
  const to = Math.min(Math.max(from + (isUp ? -1 : 1), 0), pages.length - 1);
  pages.splice(from, 1);
  pages.splice(to, 0, moved);
  for (const [index, page] of pages.entries())
    await tx
      .update(documents)
      .set({ page: index + 1 })
      .where(eq(documents.id, page.id));
  return true;
}
