import { createHash } from "node:crypto";
import { requestContext } from "~/core/request-context";
import { socialCard } from "~/site/social/card.server";
import type { SocialCard } from "~/site/social/layout.server";
import { drawSocialPicture } from "~/site/social/picture.server";
import type { Route } from "./+types/image";

/** An LRU cache of pictures by their card. At about 100 KB each, 8 MB at most. */
const pictures = new Map<string, Promise<Buffer>>();
const maxPictures = 80;

/** `/social/{path of a page}.png`: the page's picture for social networks. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const path = /^(.+)\.png$/.exec(params["*"])?.[1];
  const card = path ? await socialCard(context.get(requestContext), path === "home" ? "/" : `/${path}`) : undefined;
  if (!card) return new Response("Picture not found", { status: 404 });
  const key = createHash("sha256").update(JSON.stringify(card)).digest("base64url").slice(0, 24);
  const headers = { ETag: `"${key}"`, "Cache-Control": "public, max-age=86400" };
  if (request.headers.get("if-none-match")?.includes(key)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(await picture(key, card)), {
    headers: { ...headers, "Content-Type": "image/png" },
  });
}

/** Two simultaneous requests for a new picture share one drawing. */
function picture(key: string, card: SocialCard): Promise<Buffer> {
  const drawing = pictures.get(key) ?? drawSocialPicture(card);
  pictures.delete(key);
  pictures.set(key, drawing);
  // A failed drawing is not cached.
  drawing.catch(() => pictures.delete(key));
  const [oldest] = pictures.keys();
  if (pictures.size > maxPictures && oldest !== undefined) pictures.delete(oldest);
  return drawing;
}
