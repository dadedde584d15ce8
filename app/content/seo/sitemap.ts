import { sitemapEntries, sitemapXml } from "~/content/seo/sitemap.server";
import { publicSettings } from "~/content/settings/settings.server";
import { requestContext } from "~/core/request-context";
import { log } from "~/log.server";
import type { Route } from "./+types/sitemap";

/** `/sitemap.xml` and `/sitemap`. Any failure is a 500, also an unavailable database (P-FAIL-13). */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  try {
    const [entries, { bookingPath }] = await Promise.all([sitemapEntries(), publicSettings(visit)]);
    // While no time can be booked, nothing leads to the page of free times.
    const listed = entries.filter(({ path }) => path !== "/consultation" || path === bookingPath);
    const xml = sitemapXml(listed, visit.origin);
    return new Response(xml, {
      headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
    });
  } catch (err) {
    log.error({ err, requestId: visit.requestId, route: visit.pattern }, "the sitemap could not be made");
    return new Response("Failed to generate sitemap", {
      status: 500,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
}
