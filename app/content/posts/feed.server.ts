import { desc, eq, sql } from "drizzle-orm";
import { interpolateFacts } from "~/content/facts/facts.server";
import { cardServices } from "~/content/posts/body/card-services.server";
import { bodyHtml } from "~/content/posts/body/html";
import { bodyOf } from "~/content/posts/body/stored";
import { servicesIn } from "~/content/posts/body/text";
import { xmlText } from "~/content/seo/xml";
import { db } from "~/db/client.server";
import { blogPosts, postAddresses } from "~/db/schema/content";

export type FeedPost = Awaited<ReturnType<typeof feedPosts>>[number];

export async function feedPosts() {
  const firstAddress = db
    .select({ slug: postAddresses.slug })
    .from(postAddresses)
    .where(eq(postAddresses.postId, blogPosts.id))
    .orderBy(postAddresses.createdAt)
    .limit(1);
  const posts = await db
    .select({
      slug: blogPosts.slug,
      firstSlug: sql<string>`coalesce((${firstAddress}), ${blogPosts.slug})`,
      title: blogPosts.title,
      excerpt: blogPosts.excerpt,
      content: blogPosts.content,
      body: blogPosts.body,
      category: blogPosts.category,
      author: blogPosts.author,
      publishedAt: blogPosts.publishedAt,
      updatedAt: blogPosts.updatedAt,
    })
    .from(blogPosts)
    .where(eq(blogPosts.published, true))
    .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.slug))
    .limit(20);
  const whole = (await interpolateFacts(posts)).map(({ body, ...post }) => ({
    ...post,
    body: bodyOf({ body, content: post.content }),
  }));
  const cards = await cardServices([...new Set(whole.flatMap(({ body }) => servicesIn(body)))]);
  return whole.map((post) => ({ ...post, cards }));
}

/** The feed as RSS 2.0 (https://www.rssboard.org/rss-specification), with the full text of each post. */
export function feedXml(posts: readonly FeedPost[], { siteName, origin }: { siteName: string; origin: string }) {
  const newest = Math.max(0, ...posts.map(({ updatedAt }) => updatedAt.getTime()));
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${xmlText(`${siteName} Blog`)}</title>
<link>${xmlText(`${origin}/blog`)}</link>
<description>Practical advice on visas, interviews, permits and papers, from the people who prepare the files every day.</description>
<language>en</language>
<atom:link href="${xmlText(`${origin}/blog/feed.xml`)}" rel="self" type="application/rss+xml"/>
${newest > 0 ? `<lastBuildDate>${new Date(newest).toUTCString()}</lastBuildDate>\n` : ""}${posts.map((post) => item(post, origin)).join("\n")}
</channel>
</rss>
`;
}

/** Readers identify an entry by its guid: the post's first URL, which stays when the slug changes (F-FEED-1). */
function item(post: FeedPost, origin: string) {
  const url = xmlText(`${origin}/blog/${post.slug}`);
  const html = bodyHtml(post.body, { cards: post.cards, origin });
  return `<item>
<title>${xmlText(post.title)}</title>
<link>${url}</link>
<guid isPermaLink="${post.firstSlug === post.slug}">${xmlText(`${origin}/blog/${post.firstSlug}`)}</guid>
${post.publishedAt ? `<pubDate>${post.publishedAt.toUTCString()}</pubDate>\n` : ""}<dc:creator>${xmlText(post.author)}</dc:creator>
<category>${xmlText(post.category)}</category>
<description>${xmlText(xmlText(post.excerpt))}</description>
<content:encoded>${xmlText(html)}</content:encoded>
</item>`;
}
