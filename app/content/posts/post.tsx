import { ArrowLeft } from "lucide-react";
import { data, isRouteErrorResponse, redirect } from "react-router";
import { CheckedOn } from "~/content/facts/checked-on";
import { cardServices } from "~/content/posts/body/card-services.server";
import { PostBody } from "~/content/posts/body/post-body";
import { servicesIn } from "~/content/posts/body/text";
import { PostCard, PostCover } from "~/content/posts/post-card";
import { presentSlug, type RelatedPosts, relatedPosts, shownPost } from "~/content/posts/posts.server";
import { readBlock } from "~/content/read.server";
import { servicesOfPost } from "~/content/related/related.server";
import { RelatedServices } from "~/content/related/related-services";
import { headTags, titleOfError } from "~/content/seo/head";
import { absoluteUrl, socialImage } from "~/content/seo/page-metadata.server";
import { breadcrumbData, postData } from "~/content/seo/structured-data";
import { checkedNote } from "~/content/settings/checked-note";
import { publicSettings } from "~/content/settings/settings.server";
import { useFigureSentences } from "~/content/settings/use-figure-sentences";
import { requestContext } from "~/core/request-context";
import { nassauLongDate } from "~/core/time";
import { preloadFace } from "~/ui/brand/fonts/preload";
import { Initials } from "~/ui/brand/guilloche";
import { ButtonLink } from "~/ui/button";
import { CallToAction } from "~/ui/call-to-action";
import { classNames } from "~/ui/class-names";
import { SectionHeading } from "~/ui/heading";
import { TextLink } from "~/ui/link";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/post";
import type { Body } from "./body/body";
import { headingsOf } from "./body/text";

export const handle = staticPage;

const noPosts: RelatedPosts = { posts: [], areOfItsKind: true };

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  if (!/^[a-z0-9-]+$/.test(slug)) throw data(null, { status: 404 });
  const visit = context.get(requestContext);
  const [post, related, services, { siteName }] = await Promise.all([
    shownPost(slug),
    readBlock(visit, "the related posts", relatedPosts(slug), noPosts),
    readBlock(visit, "the services of the post", servicesOfPost(slug), []),
    publicSettings(visit),
  ]);
  if (!post) {
    const present = await presentSlug(slug);
    if (present) throw redirect(`/blog/${present}`, 301);
    throw data(null, { status: 404 });
  }
  const cards = await readBlock(visit, "the services of the post's cards", cardServices(servicesIn(post.body)), []);
  const canonical = absoluteUrl(visit, post.canonicalUrl || `/blog/${slug}`);
  const image = socialImage(visit, `/blog/${slug}`, post.ogImage || post.featuredImage);
  const trail = [{ label: "Blog", to: "/blog" }, { label: post.title }];
  return {
    post,
    cards,
    note: checkedNote(post),
    related,
    services,
    trail,
    head: {
      title: post.metaTitle || post.title,
      description: post.metaDescription || post.excerpt,
      keywords: post.metaKeywords,
      ogType: "article",
      ogImage: image,
      canonical,
      structuredData: [
        postData(post, { canonical, image, siteName, origin: visit.origin }),
        breadcrumbData(trail, visit.origin),
      ],
    },
  };
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  if (!loaderData) return headTags({ title: titleOfError(error, "Post Not Found"), robots: "noindex" }, matches);
  return headTags(loaderData.head, matches);
}

export default function Post({ loaderData: { post, cards, note, related, services, trail } }: Route.ComponentProps) {
  const sentences = useFigureSentences();
  preloadFace("italic");
  return (
    <>
      <article>
        <PageHero
          trail={trail}
          seed={post.slug}
          eyebrow={
            <TextLink
              to={`/blog?category=${encodeURIComponent(post.category)}`}
              className="-my-1.5 inline-block py-1.5"
            >
              {post.category}
            </TextLink>
          }
          title={<span className="block text-4xl leading-[1.12] sm:text-[3.25rem]">{post.title}</span>}
        >
          <div className="mt-7 flex items-center gap-3.5 text-sm">
            <Initials name={post.author} className="size-11" />
            <p>
              <span className="block font-semibold text-ink">{post.author}</span>
              {post.publishedAt ? (
                <time dateTime={post.publishedAt.toISOString()} className="text-stone">
                  {nassauLongDate(post.publishedAt)}
                </time>
              ) : null}
            </p>
          </div>
        </PageHero>
        <div className="page grid gap-x-16 gap-y-10 pt-10 sm:pt-14 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
          <div>
            <p className="mb-9 border-l-2 border-gold-deep pl-5 font-display text-2xl leading-snug text-navy italic sm:pl-6">
              {post.excerpt}
            </p>
            <PostBody body={post.body} cards={cards} />
            <CheckedOn note={note} />
            <Tags tags={post.tags} />
          </div>
          <aside aria-label="About this post" className={classNames(services.length === 0 && "max-lg:hidden")}>
            <div className="overflow-hidden rounded-2xl bg-sand lg:sticky lg:top-20 lg:max-h-[calc(100svh-6rem)] lg:overflow-y-auto">
              {post.featuredImage ? (
                <div className="aspect-[16/9] max-lg:hidden">
                  <PostCover post={post} />
                </div>
              ) : null}
              <PostParts body={post.body} />
              {services.length > 0 ? (
                <div className="border-b border-dune px-6 pt-5 pb-2 max-lg:border-b-0">
                  <h2 className="font-sans text-base font-bold tracking-normal">Services for this topic</h2>
                  <RelatedServices services={services} />
                </div>
              ) : null}
              <div className="p-6 max-lg:hidden">
                <p className="font-display text-xl font-semibold text-navy">Need help with this?</p>
                <p className="mt-2 text-sm text-stone">
                  A consultant answers within {sentences.response}, and the first {sentences.consultation} are free.
                </p>
                <TextLink to="/contact" look="standalone" arrow className="mt-3">
                  Talk to a consultant
                </TextLink>
              </div>
            </div>
          </aside>
        </div>
      </article>
      {related.posts.length > 0 ? (
        <section aria-labelledby="related" className="no-print page pt-20">
          <SectionHeading id="related" title={related.areOfItsKind ? "Related posts" : "Read next"} />
          <ul className="mt-8 grid gap-6 md:grid-cols-2 lg:grid-cols-3">
            {related.posts.map((post) => (
              <li key={post.slug} className={classNames("min-w-0", related.posts.length === 1 && "md:col-span-full")}>
                {/* A single post takes the whole row, instead of a third of it. */}
                <PostCard post={post} level={3} wide={related.posts.length === 1} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <CallToAction
        title="Need help with your own case?"
        text="Reading is a good start. Tell us your passport, your destination and your dates, and we will tell you what it takes."
        to="/contact"
        label="Get help"
        other={{ to: "/blog", label: "More from the blog" }}
      />
    </>
  );
}

/** The tags of a post, each a link to its list. */
function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="no-print mt-8 flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag}>
          <TextLink
            to={`/blog?tag=${encodeURIComponent(tag)}`}
            className="inline-flex min-h-8 items-center rounded-full bg-sand px-3.5 text-sm no-underline"
          >
            {tag}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <PageHero
      trail={[{ label: "Blog", to: "/blog" }, { label: "Not found" }]}
      seed="missing-post"
      eyebrow="404"
      title="Post Not Found"
      lead="The blog post you’re looking for doesn’t exist"
    >
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/blog" size="lg" before={<ArrowLeft aria-hidden />}>
          Back to the blog
        </ButtonLink>
      </div>
    </PageHero>
  );
}

/** The headings of a post as links; the one being read is highlighted (`static-pages/parts.ts`). */
function PostParts({ body }: { body: Body }) {
  const titles = headingsOf(body);
  if (titles.length < 2) return null;
  return (
    <nav data-parts aria-labelledby="parts" className="no-print border-b border-dune p-6 max-lg:hidden">
      <h2 id="parts" className="font-sans text-base font-bold tracking-normal">
        In this post
      </h2>
      <ol className="mt-2 grid text-sm">
        {titles.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="block border-l-2 border-dune py-1.5 pl-3.5 text-stone hover:text-navy hover:underline aria-[current]:border-gold-deep aria-[current]:font-semibold aria-[current]:text-navy"
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
