import { eq, sql } from "drizzle-orm";
import { keyOfPage } from "~/content/seo/stored-head";
import type { Transaction } from "~/db/client.server";
import { seoMetadata as t } from "~/db/schema/content";
import type { Content } from "../../kind";
import {
  addVersion,
  lockThing,
  markReplaced,
  scheduledOf,
  type Thing,
  takeOverSchedule,
  withPublic,
} from "../../versions.server";
import { metadataKind } from "./metadata.server";

/** What is stored of a page whose address changes goes along, with its draft and what is scheduled. */
export async function moveMetadata(tx: Transaction, from: string, to: string): Promise<void> {
  const [before, now] = [thingOf(from), thingOf(to)];
  await lockThing(tx, before);
  await lockThing(tx, now);
  const { newest } = await withPublic(tx, before);
  if (!newest) return;
  const [row] = await tx.select({ id: t.id }).from(t).where(eq(t.pagePath, from));
  if (row) {
    // Of a page that is gone.
    await tx.delete(t).where(eq(t.pagePath, to));
    const canonicalUrl = sql`case when ${t.canonicalUrl} = ${from} then ${to} else ${t.canonicalUrl} end`;
    await tx.update(t).set({ pagePath: to, canonicalUrl }).where(eq(t.id, row.id));
  }
  await markReplaced(tx, before);
  const { shown } = await withPublic(tx, now);
  const waiting = await scheduledOf(tx, before);
  const isDraft = !newest.publishedAt && waiting.every(({ id }) => id !== newest.id);
  for (const version of isDraft ? [...waiting, newest] : waiting) {
    const data = withCanonical(version.data, from, to);
    const made = { data, madeBy: version.madeBy, ...(shown ? { basedOn: shown.number } : {}) };
    const moved = await addVersion(tx, now, made);
    if (version.scheduledFor) await takeOverSchedule(tx, version, moved);
  }
}

const thingOf = (path: string): Thing => ({ kind: metadataKind, key: keyOfPage(path) });

const withCanonical = (content: Content, from: string, to: string): Content =>
  content.canonical_url === from ? { ...content, canonical_url: to } : content;
