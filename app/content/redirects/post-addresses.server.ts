import { and, eq, isNull, ne, or } from "drizzle-orm";
import type { Queryable, Transaction } from "~/db/client.server";
import { blogPosts } from "~/db/schema/content";
import { redirects } from "~/db/schema/redirects";

const pathOf = (slug: string) => `/blog/${slug}`;

/** The other post whose former address this is, which no further post can take (O-POST-3); null where there is none. */
export async function formerlyOfAnother(
  from: Queryable,
  { postId, slug }: { postId: string; slug: string },
): Promise<{ postId: string; title: string } | null> {
  const [row] = await from
    .select({ postId: redirects.postId, title: blogPosts.title })
    .from(redirects)
    .leftJoin(blogPosts, eq(blogPosts.id, redirects.postId))
    .where(and(eq(redirects.fromPath, pathOf(slug)), ne(redirects.postId, postId)));
  return row?.postId ? { postId: row.postId, title: row.title ?? "another post" } : null;
}

/**
 * Called by whoever publishes a post: at `slug` it stands from now on, and all of its former addresses lead straight
 * there (O-POST-3). `former` is the slug that was public before, null at the first publication.
 */
export async function keepPostAddress(
  tx: Transaction,
  { postId, former, slug }: { postId: string; former: string | null; slug: string },
): Promise<void> {
  // Its own former address again, or one that an admin led elsewhere: there is a page now.
  const itsOwn = or(isNull(redirects.postId), eq(redirects.postId, postId));
  await tx.delete(redirects).where(and(eq(redirects.fromPath, pathOf(slug)), itsOwn));
  await tx
    .update(redirects)
    .set({ toAddress: pathOf(slug) })
    .where(and(eq(redirects.postId, postId), ne(redirects.toAddress, pathOf(slug))));
  if (former === null || former === slug) return;
  await tx
    .insert(redirects)
    .values({ fromPath: pathOf(former), toAddress: pathOf(slug), postId })
    .onConflictDoUpdate({ target: redirects.fromPath, set: { toAddress: pathOf(slug), postId } });
}
