import { buffer } from "node:stream/consumers";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { readStaff } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { pictures, contentVersions as versions } from "~/db/schema/content";
import { openDocument } from "~/documents/storage.server";
import { parsePictureUrl } from "./address";
import { contentTypes } from "./store-picture.server";

const missing = (status = 404) =>
  new Response("Picture not found\n", {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });

/** Whether a public version uses the picture. Uses the index of pictures in versions. */
async function isPublic(id: string): Promise<boolean> {
  const uses = sql`pictures_in(${versions.data}) @> array[${id}]`;
  const isShown = and(isNotNull(versions.publishedAt), isNull(versions.replacedAt));
  const [use] = await db.select({ id: versions.id }).from(versions).where(and(uses, isShown)).limit(1);
  return use !== undefined;
}

/** Serves a picture: to everybody while something public uses it, otherwise to active admins only. */
export async function servePicture(request: Request): Promise<Response> {
  const parsed = parsePictureUrl(new URL(request.url).pathname);
  const [picture] = parsed ? await db.select().from(pictures).where(eq(pictures.id, parsed.id)) : [];
  if (!parsed || !picture) return missing();
  if (parsed.width !== picture.width || parsed.height !== picture.height || parsed.format !== picture.format)
    return missing();
  const isShown = await isPublic(picture.id);
  if (!isShown && !(await readStaff(request))) return missing();
  const headers = {
    ETag: `"${picture.id}"`,
    "Cache-Control": isShown ? "public, max-age=86400" : "private, no-store",
  };
  if (request.headers.get("if-none-match")?.includes(picture.id)) return new Response(null, { status: 304, headers });
  const stored = await openDocument(picture.storageKey);
  if (!stored) return missing();
  return new Response(new Uint8Array(await buffer(stored)), {
    headers: {
      ...headers,
      "Content-Type": contentTypes[parsed.format],
      "Content-Length": String(picture.byteSize),
      "Content-Security-Policy": "default-src 'none'; sandbox",
      ...(isShown ? {} : { "X-Robots-Tag": "noindex" }),
    },
  });
}
