import { and, desc, eq, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { stated } from "~/content/facts/facts.server";
import { db } from "~/db/client.server";
import { blogPosts } from "~/db/schema/content";

const card = {
  slug: blogPosts.slug,
  title: blogPosts.title,
  excerpt: blogPosts.excerpt,
  category: blogPosts.category,
  author: blogPosts.author,
  publishedAt: blogPosts.publishedAt,
  featuredImage: blogPosts.featuredImage,
};

export type PostCard = Awaited<ReturnType<typeof publishedPosts>>[number];

export async function publishedPosts() {
  const posts = await db
    .select(card)
    .from(blogPosts)
    .where(eq(blogPosts.published, true))
    .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.slug));
  return stated(posts);
}

export async function postBySlug(slug: string) {
  const [post] = await db
    .select()
    .from(blogPosts)
    .where(and(eq(blogPosts.slug, slug), eq(blogPosts.published, true)))
    .limit(1);
  return stated(post);
}

/** Other published posts of the same category, newest first. */
export async function relatedPosts(slug: string, limit = 3): Promise<PostCard[]> {
  const current = alias(blogPosts, "current");
  const posts = await db
    .select(card)
    .from(blogPosts)
    .innerJoin(current, and(eq(current.slug, slug), eq(current.category, blogPosts.category)))
    .where(and(eq(blogPosts.published, true), ne(blogPosts.id, current.id)))
    .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.slug))
    .limit(limit);
  return stated(posts);
}
