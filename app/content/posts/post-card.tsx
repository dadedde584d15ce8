import { ArrowRight } from "lucide-react";
import type { PostCard as Post } from "~/content/posts/posts.server";
import { nassauLongDate } from "~/core/time";
import { Cover } from "~/ui/brand/guilloche";
import { classNames } from "~/ui/class-names";
import { Eyebrow } from "~/ui/heading";
import { PageLink } from "~/ui/page-link";
import { unbroken } from "~/ui/unbroken";

type CoverProps = { post: Pick<Post, "slug" | "featuredImage" | "featuredImageAlt">; className?: string };

/** The post's picture if it is one of our files, otherwise a generated cover. */
export function PostCover({ post, className }: CoverProps) {
  const own = post.featuredImage?.startsWith("/") && !post.featuredImage.startsWith("//");
  if (!post.featuredImage || !own) return <Cover seed={post.slug} className={classNames("size-full", className)} />;
  return (
    <img
      src={post.featuredImage}
      alt={post.featuredImageAlt ?? ""}
      loading="lazy"
      className={classNames("size-full object-cover", className)}
    />
  );
}

export function PostCard({ post, wide = false, level = 2 }: { post: Post; wide?: boolean; level?: 2 | 3 }) {
  const { slug, title, excerpt, category, author, publishedAt } = post;
  const Title = `h${level}` as const;
  return (
    <article
      className={classNames(
        "group relative h-full overflow-hidden rounded-2xl border border-line bg-white transition-shadow duration-200 hover:shadow-lg",
        wide ? "grid lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]" : "flex flex-col",
      )}
    >
      <div
        className={classNames(
          "overflow-hidden",
          wide ? "aspect-[16/9] lg:aspect-auto lg:min-h-[24rem]" : "aspect-[16/9]",
        )}
      >
        <PostCover post={post} className="transition-transform duration-500 ease-tide group-hover:scale-[1.03]" />
      </div>
      <div className={classNames("flex flex-1 flex-col", wide ? "justify-center p-6 sm:p-10" : "p-6")}>
        <Eyebrow>{category}</Eyebrow>
        <Title className={classNames("mt-2.5", wide ? "text-3xl" : "text-xl")}>{unbroken(title)}</Title>
        <p className={classNames("mt-3 text-stone", wide && "text-lg")}>{unbroken(excerpt)}</p>
        <div className="mt-auto grid gap-2 pt-6 text-sm">
          <p className="text-stone">
            <span className="font-semibold text-ink">{author}</span>
            {publishedAt ? (
              <>
                <span aria-hidden> · </span>
                <time dateTime={publishedAt.toISOString()}>{nassauLongDate(publishedAt)}</time>
              </>
            ) : null}
          </p>
          <PageLink
            to={`/blog/${slug}`}
            className="inline-flex min-h-8 w-fit items-center gap-2 font-semibold text-sea-ink underline-offset-4 after:absolute after:inset-0 after:rounded-2xl group-hover:underline"
          >
            <span>
              Read More<span className="sr-only">: {title}</span>
            </span>
            <ArrowRight aria-hidden className="size-4 transition-transform duration-200 group-hover:translate-x-0.5" />
          </PageLink>
        </div>
      </div>
    </article>
  );
}
