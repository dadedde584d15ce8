import { feedPosts, feedXml } from "~/content/posts/feed.server";
import { publicSettings } from "~/content/settings/settings.server";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/feed";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const [posts, { siteName }] = await Promise.all([feedPosts(), publicSettings(visit)]);
  return new Response(feedXml(posts, { siteName, origin: visit.origin }), {
    headers: { "Content-Type": "application/rss+xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
