import { forRobots } from "~/core/paths";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/robots";

/**
 * `/robots.txt`. Excludes private pages, which also have a `noindex` header. `/apply/start` is allowed, so that robots
 * can see its `noindex`.
 */
export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    "User-agent: *",
    ...forRobots.disallow.map((path) => `Disallow: ${path}`),
    ...forRobots.allow.map((path) => `Allow: ${path}`),
    "",
    `Sitemap: ${context.get(requestContext).origin}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
