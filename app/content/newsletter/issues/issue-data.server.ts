import { and, eq } from "drizzle-orm";
import { interpolateFacts } from "~/content/facts/facts.server";
import { textBlocks } from "~/content/text-blocks";
import type { Queryable } from "~/db/client.server";
import { blogPosts } from "~/db/schema/content";
import type { IssueData } from "~/mail/templates/newsletter-issue";

/** Characters of a post that its mail contains at most; the rest is on the site. */
const longestText = 2_500;

/** The data of a post's mail, with current facts; null if the post isn't public. */
export async function issueOf(from: Queryable, postId: string): Promise<IssueData | null> {
  const [post] = await from
    .select({ title: blogPosts.title, excerpt: blogPosts.excerpt, slug: blogPosts.slug, content: blogPosts.content })
    .from(blogPosts)
    .where(and(eq(blogPosts.id, postId), eq(blogPosts.published, true)));
  if (!post) return null;
  const { title, excerpt, slug, content } = await interpolateFacts(post, undefined, from);
  const paragraphs: string[] = [];
  let left = longestText;
  const blocks = textBlocks(content);
  for (const { text } of blocks) {
    if (text.length > left) break;
    left -= text.length;
    paragraphs.push(text);
  }
  // Drop a heading at the end, whose text was cut.
  while (paragraphs.length > 0 && paragraphs.length < blocks.length && blocks[paragraphs.length - 1]?.isTitle)
    paragraphs.pop();
  return { title, excerpt, slug, paragraphs, isWhole: paragraphs.length === blocks.length };
}
