import { NewsletterForm } from "~/content/newsletter/form";
import { PostCard } from "~/content/posts/post-card";
import { shownPosts } from "~/content/posts/posts.server";
import { readBlock } from "~/content/read.server";
import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { blogData, breadcrumbData } from "~/content/seo/structured-data";
import { publicSettings } from "~/content/settings/settings.server";
import { useBookingPath, useFigureSentences } from "~/content/settings/use-figure-sentences";
import { requestContext } from "~/core/request-context";
import { ButtonLink } from "~/ui/button";
import { CallToAction } from "~/ui/call-to-action";
import { FilterLinks } from "~/ui/lists/filter-links";
import { ResultCount } from "~/ui/lists/result-count";
import { EmptyState } from "~/ui/notices/empty-state";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/blog";

export const handle = staticPage;

const trail = [{ label: "Blog" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const category = url.searchParams.get("category")?.trim() ?? "";
  const tag = url.searchParams.get("tag")?.trim() ?? "";
  const [head, all, { siteName }] = await Promise.all([
    pageHead(visit, "/blog"),
    readBlock(visit, "the posts", shownPosts(), []),
    publicSettings(visit),
  ]);
  const categories = [...new Set(all.map((post) => post.category))].sort();
  const isKnown = (!category || categories.includes(category)) && (!tag || all.some(({ tags }) => tags.includes(tag)));
  if (!isKnown) visit.cacheable = false;
  return {
    // The list of a tag only repeats the blog's posts, so it isn't indexed.
    head: withData(tag ? { ...head, robots: "noindex, follow" } : head, [
      blogData(all, siteName, visit.origin),
      breadcrumbData(trail, visit.origin),
    ]),
    categories,
    posts: all.filter((post) => (!category || post.category === category) && (!tag || post.tags.includes(tag))),
    category,
    tag,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function Blog({ loaderData: { posts, categories, category, tag } }: Route.ComponentProps) {
  const links = [
    { to: "/blog", label: "All Posts", current: category === "" && tag === "" },
    ...categories.map((name) => ({
      to: `/blog?category=${encodeURIComponent(name)}`,
      label: name,
      current: name === category,
    })),
  ];
  const sentences = useFigureSentences();
  const bookingPath = useBookingPath();
  // The newest post is large, unless a category is chosen or the others would not fill a row.
  const [first, ...otherPosts] = posts;
  const by = [category && `in ${category}`, tag && `tagged “${tag}”`].filter(Boolean).join(" ");
  const hasLead = by === "" && otherPosts.length > 2;
  return (
    <>
      <PageHero
        trail={trail}
        seed="blog"
        eyebrow="From the desk"
        title="What we tell our clients"
        lead="Practical advice on visas, interviews, permits and papers, from the people who prepare the files every day."
      />
      <div className="page pt-8">
        <FilterLinks label="Filter by category" links={links} />
        <ResultCount count={posts.length} singular="post" plural="posts" by={by} className="mt-4" />
      </div>
      <section aria-label="Posts" className="page pt-5">
        {posts.length > 0 ? (
          <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3 lg:gap-7">
            {hasLead && first ? (
              <li className="md:col-span-full">
                <PostCard post={first} wide />
              </li>
            ) : null}
            {(hasLead ? otherPosts : posts).map((post) => (
              <li key={post.slug} className="min-w-0">
                <PostCard post={post} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            seed="no-posts"
            title="No blog posts found."
            action={by ? <ButtonLink to="/blog">All Posts</ButtonLink> : undefined}
            className="rounded-2xl bg-sand"
          />
        )}
      </section>
      <section aria-labelledby="newsletter" className="page pt-16 sm:pt-24">
        <NewsletterForm />
      </section>
      <CallToAction
        title="Prefer to talk to a person?"
        text={`Tell us where you are going. The first ${sentences.consultation} are free, and you’ll hear from us within ${sentences.response}.`}
        to={bookingPath}
        label="Book a consultation"
      />
    </>
  );
}
