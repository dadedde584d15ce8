import { Link } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { ContentTrail } from "~/content/content-trail";
import { Badge } from "~/ui/lists/badge";
import { EmptyState } from "~/ui/notices/empty-state";
import type { Route } from "./+types/issues";
import { FigureList } from "./figures";
import { type ListedPost, listIssues } from "./read-issues.server";
import { stateLooks } from "./state-looks";

const path = "/admin/content/newsletter/issues";

export const meta: Route.MetaFunction = () => [{ title: "Issues of the newsletter · Lucaya staff" }];

/** `/admin/content/newsletter/issues`: posts that can be sent, and the results of those that were. */
export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request);
  return { posts: await listIssues() };
}

export default function Issues({ loaderData: { posts } }: Route.ComponentProps) {
  return (
    <div className="max-w-4xl">
      <ContentTrail further={[{ to: "/admin/content/newsletter", label: "Newsletter" }]} />
      <h1 className="mt-1 text-3xl">Issues</h1>
      <p className="mt-1 max-w-2xl text-stone">An issue is a published post sent to all subscribers.</p>
      {posts.length === 0 ? (
        <div className="mt-5 rounded-xl bg-white shadow-xs ring-1 ring-line">
          <EmptyState title="No posts yet." seed="newsletter">
            You can send published posts from here.
          </EmptyState>
        </div>
      ) : (
        <ul aria-label="Posts" className="mt-5 grid gap-2">
          {posts.map((post) => (
            <Post key={post.post} post={post} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Post({ post: { post, title, isPublic, published, state, at, figures } }: { post: ListedPost }) {
  const look = state && stateLooks[state];
  return (
    <li className="relative rounded-xl border border-line bg-white px-4 py-3 hover:border-sea-ink">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-sans text-base font-semibold leading-snug tracking-normal [overflow-wrap:anywhere]">
          <Link
            to={`${path}/${post}`}
            className="rounded-xs text-sea-ink after:absolute after:inset-0 after:rounded-xl"
          >
            {title}
          </Link>
        </h2>
        <p className="flex flex-wrap gap-2">
          {look ? <Badge tone={look.tone}>{look.label}</Badge> : <Badge tone="gray">Not sent</Badge>}
          {isPublic ? null : <Badge tone="sand">No longer public</Badge>}
        </p>
      </div>
      <p className="mt-0.5 text-xs text-stone">
        {at ? `Last started ${at}` : published ? `Published ${published}` : ""}
      </p>
      {figures ? <FigureList figures={figures} className="mt-3" /> : null}
    </li>
  );
}
