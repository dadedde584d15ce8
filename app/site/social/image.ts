import { createHash } from "node:crypto";
import { visitContext } from "~/ground/visit";
import { socialCard } from "~/site/social/card.server";
import { drawSocialPicture, type SocialCard } from "~/site/social/picture.server";
import type { Route } from "./+types/image";

/** Drawn pictures by what they say, the least recently asked for first. At about 100 KB each, 8 MB at most. */
const drawn = new Map<string, Promise<Buffer>>();
const most = 80;

/** `/social/{path of a page}.png`: what social networks show of the page. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const path = /^(.+)\.png$/.exec(params["*"])?.[1];
  const card = path ? await socialCard(context.get(visitContext), path === "home" ? "/" : `/${path}`) : undefined;
  if (!card) return new Response("There is no such picture", { status: 404 });
  const key = createHash("sha256").update(JSON.stringify(card)).digest("base64url").slice(0, 24);
  const headers = { ETag: `"${key}"`, "Cache-Control": "public, max-age=86400" };
  if (request.headers.get("if-none-match")?.includes(key)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(await picture(key, card)), {
    headers: { ...headers, "Content-Type": "image/png" },
  });
}

/** Two who ask at once for a new picture wait for one drawing. */
function picture(key: string, card: SocialCard): Promise<Buffer> {
  const known = drawn.get(key) ?? drawSocialPicture(card);
  drawn.delete(key);
  drawn.set(key, known);
  // One that failed is drawn anew for the next who asks.
  known.catch(() => drawn.delete(key));
  const [oldest] = drawn.keys();
  if (drawn.size > most && oldest !== undefined) drawn.delete(oldest);
  return known;
}
