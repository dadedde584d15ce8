import { and, asc, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { everyBlock } from "~/content/posts/body/body";
import { servicesForCards } from "~/content/posts/body/card-services.server";
import { bodyOf } from "~/content/posts/body/stored";
import { servicesIn } from "~/content/posts/body/text";
import { columnsOf, postOf, postSlug } from "~/content/posts/post-content";
import type { Queryable, Transaction } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { blogPosts, postAddresses } from "~/db/schema/content";
import { teamMembers } from "~/db/schema/site/team";
import { bodyIn } from "../../fields/body";
import { receivePictures } from "../../fields/receive-pictures.server";
import { type Content, defineKind, type Listed, type Problems } from "../../kind";
import { wholeCheck } from "../checked-fields.server";
import { textIn } from "../rows.server";
import { postFields } from "./fields";

const check = (content: Content): Problems => ({
  ...(content.title ? {} : { title: "Enter a title." }),
  ...wholeCheck(content),
});

const completed = (content: Content): Content => ({
  ...content,
  slug: postSlug(content) || null,
  names_rules: content.names_rules === true,
});

/** What publication requires of a text. */
function bodyNeeds(content: Content): Problems {
  const body = bodyIn(content.body);
  if (!body) return { body: "Write the text of the post." };
  for (const block of everyBlock(body.content)) {
    if (block.type === "picture" && block.attrs.alt.trim() === "")
      return { body: "Describe this picture for people who can’t see it." };
    if (block.type === "callToAction" && !(block.attrs.title && block.attrs.label && block.attrs.to))
      return { body: "A call to action needs a title, button text and a link." };
  }
  return {};
}

const needs = (content: Content): Problems => ({
  ...(content.excerpt ? {} : { excerpt: "Write an excerpt: it appears on the blog’s cards." }),
  ...(content.category ? {} : { category: "Choose a category, or write a new one." }),
  ...(content.author ? {} : { author: "Enter the author: someone on the team, or another name." }),
  ...(postSlug(content) ? {} : { slug: "Write an address, such as hiring-from-abroad." }),
  ...bodyNeeds(content),
});

/** A slug belongs to one post for good, also after that post got another one. */
async function taken(from: Queryable, key: string, content: Content): Promise<Problems> {
  const slug = postSlug(content);
  if (slug === "") return {};
  const sameSlug = and(eq(blogPosts.slug, slug), ne(blogPosts.id, key));
  if ((await from.$count(blogPosts, sameSlug)) > 0) return { slug: "Another post has this address. Choose another." };
  const [former] = await from
    .select({ title: blogPosts.title })
    .from(postAddresses)
    .innerJoin(blogPosts, eq(blogPosts.id, postAddresses.postId))
    .where(and(eq(postAddresses.slug, slug), ne(postAddresses.postId, key)));
  return former ? { slug: `This address leads to “${former.title}”. Choose another.` } : {};
}

async function read(from: Queryable, key: string): Promise<Content | null> {
  const [row] = await from
    .select()
    .from(blogPosts)
    .where(and(eq(blogPosts.id, key), eq(blogPosts.published, true)));
  if (!row) return null;
  const body = bodyOf(row);
  return {
    ...{ title: row.title, slug: row.slug, excerpt: row.excerpt, category: row.category, author: row.author },
    cover: row.featuredImage ? { src: row.featuredImage, alt: row.featuredImageAlt ?? "" } : null,
    social: row.ogImage ? { src: row.ogImage, alt: "" } : null,
    tags: row.tags.length > 0 ? row.tags : null,
    body: body.content.length > 0 ? body : null,
    ...{ meta_title: row.metaTitle, meta_description: row.metaDescription, meta_keywords: row.metaKeywords },
    ...{ names_rules: row.namesRules, checked_on: row.checkedOn, official_source: row.officialSource },
  };
}

async function publish(tx: Transaction, key: string, content: Content, changed: readonly string[]): Promise<void> {
  const post = postOf(content);
  const [before] = await tx.select({ slug: blogPosts.slug }).from(blogPosts).where(eq(blogPosts.id, key));
  if (!before) {
    await tx.insert(blogPosts).values({ id: key, ...post, published: true, publishedAt: sql`now()` });
    return;
  }
  if (before.slug !== post.slug)
    await tx.insert(postAddresses).values({ slug: before.slug, postId: key }).onConflictDoNothing();
  // Unchanged columns keep their value: otherwise a post that has only plain text would get a body.
  const names = new Set<string>(changed.flatMap((name) => columnsOf[name] ?? []));
  const values = Object.fromEntries(Object.entries(post).filter(([name]) => names.has(name)));
  await tx
    .update(blogPosts)
    .set({
      ...values,
      ...{ slug: post.slug, published: true, updatedAt: sql`now()` },
      publishedAt: sql`coalesce(${blogPosts.publishedAt}, now())`,
    })
    .where(eq(blogPosts.id, key));
}

/** All posts, newest first; a post with cards that can't be shown says so. */
async function list(from: Queryable): Promise<Listed[]> {
  const rows = await from.select().from(blogPosts).orderBy(desc(blogPosts.publishedAt), desc(blogPosts.slug));
  const cardsOf = new Map(rows.map((row) => [row.id, row.body === null ? [] : servicesIn(bodyOf(row))]));
  const ids = [...new Set([...cardsOf.values()].flat())];
  const services =
    ids.length === 0
      ? []
      : await from
          .select({ id: visaServices.id, name: visaServices.serviceName, isActive: visaServices.isActive })
          .from(visaServices)
          .where(inArray(visaServices.id, ids));
  return rows.map(({ id, title, category, published }) => {
    const leftOut = (cardsOf.get(id) ?? []).flatMap((card) => {
      const service = services.find((service) => service.id === card);
      if (service?.isActive) return [];
      return [service ? `“${service.name}” is not active` : "its service was deleted"];
    });
    const note = leftOut.length > 0 ? `${category} · Not shown: card for ${leftOut.join(", ")}` : category;
    return { key: id, name: title, note, isPublic: published };
  });
}

/** Suggested authors: the team and the authors of earlier posts. */
async function authors(from: Queryable): Promise<string[]> {
  const written = await from.selectDistinct({ name: blogPosts.author }).from(blogPosts);
  const team = await from.select({ name: teamMembers.name }).from(teamMembers).where(eq(teamMembers.published, true));
  return [...new Set([...team, ...written].map(({ name }) => name))].sort((a, b) => a.localeCompare(b, "en"));
}

export const postsKind = defineKind({
  may: "regular_admin",
  ...{ kind: "posts", title: "Posts", fields: postFields, completed, check, needs, taken, read, publish },
  facts: true,
  about: "The blog: its pages, feed and sitemap, and the posts linked from services.",
  receive: receivePictures(postFields),
  many: {
    noun: "post",
    first: "No posts yet. Write the first one.",
    list,
    name: ({ title }) => textIn(title),
    canAdd: true,
    blank: async () => ({ names_rules: true }),
    async offline(tx, key) {
      await tx.update(blogPosts).set({ published: false, updatedAt: sql`now()` }).where(eq(blogPosts.id, key));
    },
  },
  async options(from) {
    const categories = await from
      .selectDistinct({ category: blogPosts.category })
      .from(blogPosts)
      .orderBy(asc(blogPosts.category));
    const services = await servicesForCards(from);
    return {
      category: categories.map(({ category }) => category),
      author: await authors(from),
      body: services.map(({ id, name }) => `${id} ${name}`),
    };
  },
  pages: (_key, content) => [
    { path: `/blog/${postSlug(content)}`, name: "The post" },
    { path: "/blog", name: "Blog" },
  ],
});
