import { and, desc, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { interpolateFacts } from "~/content/facts/facts.server";
import { bodyOf } from "~/content/posts/body/stored";
import { postOf, postSlug } from "~/content/posts/post-content";
import { previewedOf } from "~/content/previewed.server";
import { db } from "~/db/client.server";
import { blogPosts, postAddresses } from "~/db/schema/content";

const card = {
  id: blogPosts.id,
  slug: blogPosts.slug,
  title: blogPosts.title,
  excerpt: blogPosts.excerpt,
  category: blogPosts.category,
  author: blogPosts.author,
  publishedAt: blogPosts.publishedAt,
  featuredImage: blogPosts.featuredImage,
  featuredImageAlt: blogPosts.featuredImageAlt,
  tags: blogPosts.tags,
};

export type PostCard = Awaited<ReturnType<typeof shownPosts>>[number];

/** The published posts, newest first; a previewed draft replaces its post, or comes first. */
export async function shownPosts() {
  const posts = await db
    .select(card)
    .from(blogPosts)
    .where(eq(blogPosts.published, true))
    .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.slug));
  const draft = previewedOf("posts");
  if (!draft) return interpolateFacts(posts);
  const own = posts.find(({ id }) => id === draft.key);
  const { slug, title, excerpt, category, author, featuredImage, featuredImageAlt, tags } = postOf(draft.content);
  const shown = {
    ...{ id: draft.key, slug, title, excerpt, category, author, featuredImage, featuredImageAlt, tags },
    publishedAt: own?.publishedAt ?? new Date(),
  };
  return interpolateFacts(own ? posts.map((post) => (post === own ? shown : post)) : [shown, ...posts]);
}

export async function postBySlug(slug: string) {
  const [post] = await db
    .select()
    .from(blogPosts)
    .where(and(eq(blogPosts.slug, slug), eq(blogPosts.published, true)))
    .limit(1);
  const known = await interpolateFacts(post);
  return known && { ...known, body: bodyOf(known) };
}

type Post = NonNullable<Awaited<ReturnType<typeof postBySlug>>>;

/** The published post with a slug, or its previewed draft. */
export async function shownPost(slug: string): Promise<Post | undefined> {
  const draft = previewedOf("posts");
  if (!draft || postSlug(draft.content) !== slug) return postBySlug(slug);
  const [stored] = await db.select().from(blogPosts).where(eq(blogPosts.id, draft.key));
  const now = new Date();
  const dates = { publishedAt: now, createdAt: now, updatedAt: now };
  const fixed = { id: draft.key, published: false, canonicalUrl: null, ...dates };
  const row = { ...fixed, ...stored, ...postOf(draft.content) };
  return interpolateFacts(row);
}

/** The current slug of a post with a former slug; undefined if there is none or it isn't public. */
export async function presentSlug(former: string): Promise<string | undefined> {
  const [post] = await db
    .select({ slug: blogPosts.slug })
    .from(postAddresses)
    .innerJoin(blogPosts, eq(blogPosts.id, postAddresses.postId))
    .where(and(eq(postAddresses.slug, former), ne(blogPosts.slug, former), eq(blogPosts.published, true)));
  return post?.slug;
}

/** `areOfItsKind`: the posts have the same category; otherwise it is the newest other post. */
export type RelatedPosts = { posts: PostCard[]; areOfItsKind: boolean };

/** Other published posts of the same category, newest first; without any, the newest of all. */
export async function relatedPosts(slug: string, limit = 3): Promise<RelatedPosts> {
  const current = alias(blogPosts, "current");
  const ofItsKind = sql<boolean>`${current.category} = ${blogPosts.category}`;
  const rows = await db
    .select({ ...card, ofItsKind })
    .from(blogPosts)
    .innerJoin(current, and(eq(current.slug, slug), ne(current.id, blogPosts.id)))
    .where(eq(blogPosts.published, true))
    .orderBy(desc(ofItsKind), desc(blogPosts.publishedAt), desc(blogPosts.slug))
    .limit(limit);
  const kin = rows.filter((row) => row.ofItsKind);
  const posts = (kin.length > 0 ? kin : rows.slice(0, 1)).map(({ ofItsKind: _, ...post }) => post);
  return { posts: await interpolateFacts(posts), areOfItsKind: kin.length > 0 };
}
