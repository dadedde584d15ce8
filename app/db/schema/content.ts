import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { anyJson, createdAt, id, instant } from "./columns";

/** Whether a text names a government's fee, threshold or rule: true until staff say that it names none. */
const checked = () => ({
  namesRules: boolean().notNull().default(true),
  checkedOn: date(),
  officialSource: text(),
});

export const seoMetadata = pgTable(
  "seo_metadata",
  {
    id: id(),
    pagePath: text().notNull().unique(),
    title: text().notNull(),
    description: text().notNull(),
    keywords: text(),
    ogTitle: text(),
    ogDescription: text(),
    ogImage: text(),
    ogType: text().notNull().default("website"),
    canonicalUrl: text(),
    structuredData: jsonb().$type<Record<string, unknown>>(),
    robots: text().notNull().default("index, follow"),
    priority: numeric({ precision: 2, scale: 1 }).notNull().default("0.5"),
    changeFrequency: text().notNull().default("monthly"),
    updatedAt: createdAt(),
  },
  (t) => [
    check("seo_metadata_priority_range", sql`${t.priority} between 0 and 1`),
    check(
      "seo_metadata_frequency_known",
      sql`${t.changeFrequency} in ('always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never')`,
    ),
  ],
);

export const blogPosts = pgTable(
  "blog_posts",
  {
    id: id(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    excerpt: text().notNull(),
    content: text().notNull(),
    category: text().notNull(),
    author: text().notNull(),
    published: boolean().notNull().default(false),
    publishedAt: instant(),
    featuredImage: text(),
    metaTitle: text(),
    metaDescription: text(),
    metaKeywords: text(),
    ogImage: text(),
    canonicalUrl: text(),
    /** Structured body; null for a plain-text post, such as the starter posts. */
    body: jsonb().$type<Json>(),
    tags: text().array().notNull().default([]),
    featuredImageAlt: text(),
    ...checked(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index("blog_posts_tags_index").using("gin", t.tags),
    index().on(t.published, t.publishedAt),
    index().on(t.category, t.publishedAt),
    check("blog_posts_slug_form", sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check("blog_posts_source_form", sql`${t.officialSource} like 'https://_%'`),
    check("blog_posts_published_has_date", sql`not ${t.published} or ${t.publishedAt} is not null`),
  ],
);

/**
 * A post's former slugs, which redirect to the present one for good; no other post can take them. A post can return to
 * one of its own, which stays here: feed readers know the post by the oldest.
 */
export const postAddresses = pgTable(
  "post_addresses",
  {
    slug: text().primaryKey(),
    postId: uuid()
      .notNull()
      .references(() => blogPosts.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.postId), check("post_addresses_slug_form", sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`)],
);

export const faqs = pgTable(
  "faqs",
  {
    id: id(),
    question: text().notNull().unique(),
    answer: text().notNull(),
    category: text().notNull(),
    displayOrder: integer().notNull().default(0),
    published: boolean().notNull().default(true),
    ...checked(),
  },
  (t) => [
    index().on(t.published, t.displayOrder),
    index().on(t.category),
    check("faqs_source_form", sql`${t.officialSource} like 'https://_%'`),
  ],
);

/** `fileKey` names the stored file; without one there is no download yet. */
export const forms = pgTable(
  "forms",
  {
    id: id(),
    title: text().notNull().unique(),
    description: text().notNull(),
    country: text().notNull(),
    visaType: text().notNull(),
    fileSize: text(),
    fileKey: text(),
    /** The published file while it waits for its scan: visitors get that of `fileKey` until then. */
    waitingFileKey: text(),
    published: boolean().notNull().default(true),
  },
  (t) => [index().on(t.published, t.title), index().on(t.country)],
);

export const siteSettings = pgTable("site_settings", {
  key: text().primaryKey(),
  /** In the format that `content/settings` reads; anything else counts as unset. */
  value: anyJson().notNull(),
  updatedAt: createdAt(),
});

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Drafts are only here, so that no public page can show one; published content is in the table that its page reads. */
export const contentVersions = pgTable(
  "content_versions",
  {
    id: id(),
    /** The content item: a kind of `content/editing`, and its key. */
    kind: text().notNull(),
    key: text().notNull(),
    number: integer().notNull(),
    data: jsonb().$type<Record<string, Json>>().notNull(),
    /** Null for content from before it had versions, or changed outside of the editor. */
    madeBy: text(),
    madeAt: createdAt(),
    basedOn: integer(),
    restoredFrom: integer(),
    publishedAt: instant(),
    publishedBy: text(),
    replacedAt: instant(),
    scheduledFor: instant(),
    scheduledBy: text(),
    notPublished: text(),
  },
  (t) => [
    unique().on(t.kind, t.key, t.number),
    uniqueIndex("content_versions_public")
      .on(t.kind, t.key)
      .where(sql`published_at is not null and replaced_at is null`),
    index("content_versions_pictures").using("gin", sql`pictures_in(data)`),
    index("content_versions_scheduled").on(t.scheduledFor).where(sql`scheduled_for is not null`),
    check("content_versions_published_once", sql`${t.publishedAt} is null or ${t.scheduledFor} is null`),
    check("content_versions_replaced_was_public", sql`${t.replacedAt} is null or ${t.publishedAt} is not null`),
  ],
);

/** `id` begins the SHA-256 of the bytes, which are stored under `storageKey`. */
export const pictures = pgTable(
  "pictures",
  {
    id: text().primaryKey(),
    format: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    byteSize: integer().notNull(),
    storageKey: text().notNull().unique("pictures_storage_key_unique"),
    uploadedBy: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check("pictures_id_form", sql`${t.id} ~ '^[0-9a-f]{32}$'`),
    check("pictures_format_known", sql`${t.format} in ('jpg', 'png', 'webp')`),
  ],
);

/** Published content of kinds without a table of their own; without a row the defaults apply. */
export const contentPublished = pgTable(
  "content_published",
  {
    kind: text().notNull(),
    key: text().notNull(),
    data: jsonb().$type<Record<string, Json>>().notNull(),
    updatedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] })],
);

/** Facts of a deleted service or tier: public texts that name it continue to show them. Written by triggers. */
export const goneFacts = pgTable(
  "gone_facts",
  {
    slug: text().notNull(),
    /** Empty for the service itself. */
    tier: text().notNull().default(""),
    facts: jsonb().$type<unknown>().notNull(),
    goneAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.slug, t.tier] })],
);

export const newsletterSubscribers = pgTable(
  "newsletter_subscribers",
  {
    id: id(),
    email: text().notNull().unique(),
    confirmedAt: instant(),
    unsubscribedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index("newsletter_subscribers_few_digits").using("gin", sql`few_digits(folded(${t.email}))`),
    index("newsletter_subscribers_found_by").using("gin", sql`(folded(${t.email})) gin_trgm_ops`),
    index("newsletter_subscribers_unconfirmed").on(t.createdAt, t.id).where(sql`confirmed_at is null`),
    check("newsletter_subscribers_email_lower", sql`${t.email} = lower(${t.email})`),
  ],
);

/** Seeds that were loaded, so that deleted rows don't come back; also marks an unfinished restore. */
export const loadedSeeds = pgTable("loaded_seeds", {
  name: text().primaryKey(),
  loadedAt: createdAt(),
});
