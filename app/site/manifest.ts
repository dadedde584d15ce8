import { interpolatePageFacts } from "~/content/facts/facts.server";
import { publicSettings } from "~/content/settings/settings.server";
import { defaultMetadata } from "~/content/texts/default-metadata";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/manifest";

/** `/site.webmanifest`: how the site looks on a home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const { siteName } = await publicSettings(visit);
  const icon = (file: string, sizes: string, purpose: string) => ({
    src: `/icons/${file}`,
    sizes,
    type: "image/png",
    purpose,
  });
  const manifest = {
    id: "/",
    name: siteName,
    short_name: siteName.split(/\s/)[0] ?? siteName,
    description: await interpolatePageFacts(visit, defaultMetadata.description),
    lang: "en",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: "#fbf7ef",
    theme_color: "#06303f",
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      icon("icon-192.png", "192x192", "any"),
      icon("icon-512.png", "512x512", "any"),
      icon("maskable-192.png", "192x192", "maskable"),
      icon("maskable-512.png", "512x512", "maskable"),
    ],
    shortcuts: [
      { name: "Visa services and prices", url: "/services" },
      { name: "Continue an application", url: "/apply/start" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
