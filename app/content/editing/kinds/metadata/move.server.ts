import { eq, sql } from "drizzle-orm";
import { keyOfPage } from "~/content/seo/stored-head";
import type { Transaction } from "~/db/client.server";
import { seoMetadata as t } from "~/db/schema/content";
import type { Content } from "../../kind";
import {
  addVersion,
  type ContentRef,
  inheritSchedule,
  lockContent,
  markPublished,
  markUnpublished,
  pendingOf,
  syncPublicVersion,
  type Version,
} from "../../versions.server";
import { metadataKind } from "./metadata.server";

/** Moves a page's metadata to its new path, with draft and scheduled versions. */
export async function moveMetadata(tx: Transaction, from: string, to: string): Promise<void> {
  const [before, now] = [contentRefOf(from), contentRefOf(to)];
  await lockContent(tx, before);
  await lockContent(tx, now);
  const standing = await syncPublicVersion(tx, before);
  if (!standing.newest) return;
  const [row] = await tx.select({ id: t.id }).from(t).where(eq(t.pagePath, from));
  if (row) {
    // The new path may still have the row of a deleted page.
    await tx.delete(t).where(eq(t.pagePath, to));
    const canonicalUrl = sql`case when ${t.canonicalUrl} = ${from} then ${to} else ${t.canonicalUrl} end`;
    await tx.update(t).set({ pagePath: to, canonicalUrl }).where(eq(t.id, row.id));
  }
  const pending = await pendingOf(tx, before, standing);
  await markUnpublished(tx, before);
  const goOn = async (version: Version, basedOn?: number) => {
    const data = withCanonical(version.data, from, to);
    const made = { data, madeBy: version.madeBy, ...(basedOn === undefined ? {} : { basedOn }) };
    const moved = await addVersion(tx, now, made);
    if (version.scheduledFor) await inheritSchedule(tx, version, moved);
  };
  // Publishes first, then schedule and draft, so that the versions keep their order at the new path.
  const shown = await showAt(tx, now, standing.shown && withCanonical(standing.shown.data, from, to));
  for (const version of pending) await goOn(version, shown?.number);
}

/** What becomes public at the new path: what was public at the former one, otherwise what is there already. */
async function showAt(tx: Transaction, now: ContentRef, data: Content | undefined): Promise<Version | undefined> {
  if (!data) return (await syncPublicVersion(tx, now)).shown;
  return markPublished(tx, now, await addVersion(tx, now, { data, madeBy: null }), null);
}

const contentRefOf = (path: string): ContentRef => ({ kind: metadataKind, key: keyOfPage(path) });

const withCanonical = (content: Content, from: string, to: string): Content =>
  content.canonical_url === from ? { ...content, canonical_url: to } : content;
