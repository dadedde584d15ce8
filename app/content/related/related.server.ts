import { and, asc, desc, eq } from "drizzle-orm";
import { currentFacts, interpolateFacts } from "~/content/facts/facts.server";
import { relatedTo, servicesOf, type Text, type Topic } from "~/content/related/topics";
import { describePrice } from "~/core/prices/price";
import { db } from "~/db/client.server";
import { countries, visaServices } from "~/db/schema/catalogue";
import { blogPosts, faqs, forms } from "~/db/schema/content";

const max = 8;

/** Every active service by name, for matching texts. */
async function activeTopics() {
  const rows = await db
    .select({
      slug: visaServices.slug,
      name: visaServices.serviceName,
      serviceType: visaServices.serviceType,
      visaType: visaServices.visaType,
      country: { name: countries.name, code: countries.code, aliases: countries.aliases },
    })
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(eq(visaServices.isActive, true))
    .orderBy(asc(visaServices.serviceName));
  return rows.map(({ serviceType, visaType, ...row }) => ({
    ...row,
    kinds: [serviceType, visaType].flatMap((kind) => (kind?.trim() ? [kind] : [])),
  }));
}

export type RelatedService = Awaited<ReturnType<typeof linked>>[number];

/** Services with name and price, for links. */
async function linked(topics: readonly Topic[]) {
  const { services } = await currentFacts();
  return topics.map(({ slug, name, country }) => {
    const price = services.get(slug)?.price;
    return {
      slug,
      name,
      country: country && { name: country.name, code: country.code },
      said: price && describePrice(price),
    };
  });
}

const postColumns = {
  ...{ slug: blogPosts.slug, title: blogPosts.title, category: blogPosts.category, excerpt: blogPosts.excerpt },
  ...{ metaTitle: blogPosts.metaTitle, metaKeywords: blogPosts.metaKeywords, content: blogPosts.content },
};
type Post = Pick<typeof blogPosts.$inferSelect, Exclude<keyof typeof postColumns, "slug">>;
/** A post's content only matches by its facts: it mentions many visas in passing. */
const textOfPost = ({ title, category, excerpt, metaTitle, metaKeywords, content }: Post): Text => ({
  head: [category, title, metaTitle].join(". "),
  body: [excerpt, metaKeywords, ...(content.match(/\{[a-z-]+:[a-z0-9-]+/g) ?? [])].join(". "),
});

type Form = Pick<typeof forms.$inferSelect, "title" | "description" | "country" | "visaType">;
const textOfForm = ({ title, description, country, visaType }: Form): Text => ({
  head: title,
  body: [visaType, description].join(". "),
  country,
});

type Question = Pick<typeof faqs.$inferSelect, "question" | "answer" | "category">;
const textOfQuestion = ({ question, answer, category }: Question): Text => ({
  head: [category, question].join(". "),
  body: answer,
});

export type RelatedReading = Awaited<ReturnType<typeof relatedReading>>;

/** The published posts, forms and questions of a service's country or visa, those of the visa first. */
export async function relatedReading(slug: string) {
  const [topics, posts, papers, questions] = await Promise.all([
    activeTopics(),
    db
      .select(postColumns)
      .from(blogPosts)
      .where(eq(blogPosts.published, true))
      .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.slug)),
    db.select().from(forms).where(eq(forms.published, true)).orderBy(asc(forms.title)),
    db.select().from(faqs).where(eq(faqs.published, true)).orderBy(asc(faqs.displayOrder), asc(faqs.question)),
  ]);
  return interpolateFacts({
    posts: relatedTo(slug, posts, textOfPost, topics)
      .slice(0, max)
      .map((post) => ({ slug: post.slug, title: post.title })),
    forms: relatedTo(slug, papers, textOfForm, topics)
      .slice(0, max)
      .map(({ id, title, visaType }) => ({ id, title, visaType })),
    questions: relatedTo(slug, questions, textOfQuestion, topics)
      .slice(0, max)
      .map(({ id, question }) => ({ id, question })),
  });
}

/** The active services that a published post is about. */
export async function servicesOfPost(slug: string): Promise<RelatedService[]> {
  const [topics, [post]] = await Promise.all([
    activeTopics(),
    db
      .select(postColumns)
      .from(blogPosts)
      .where(and(eq(blogPosts.slug, slug), eq(blogPosts.published, true))),
  ]);
  return post ? linked(servicesOf(textOfPost(post), topics)) : [];
}

/** The active services of each form, by form id. */
export async function servicesOfForms(papers: readonly (Form & { id: string })[]) {
  const topics = await activeTopics();
  return new Map(
    papers.map((form) => [form.id, servicesOf(textOfForm(form), topics).map(({ slug, name }) => ({ slug, name }))]),
  );
}
