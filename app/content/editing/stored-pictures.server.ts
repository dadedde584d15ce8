import { inArray } from "drizzle-orm";
import { type PictureUrl, parsePictureUrl } from "~/content/pictures/address";
import type { Queryable } from "~/db/client.server";
import { type Json, pictures } from "~/db/schema/content";
import { type Content, differing, type Kind, type Problems } from "./kind";

/** The pictures of ours that a content names, in its fields or inside of a text. */
function* picturesIn(value: Json): Generator<PictureUrl> {
  if (typeof value === "string") {
    const picture = parsePictureUrl(value);
    if (picture) yield picture;
  } else if (typeof value === "object" && value !== null)
    for (const one of Object.values<Json>(value)) yield* picturesIn(one);
}

/** Refuses pictures that are not stored in the fields that were changed: they would be broken in public. */
export async function missingIn(from: Queryable, kind: Kind, before: Content, content: Content): Promise<Problems> {
  const named = differing(kind, before, content).flatMap(({ name }) =>
    [...picturesIn(content[name] ?? null)].map((picture) => ({ name, picture })),
  );
  if (named.length === 0) return {};
  const ids = named.map(({ picture }) => picture.id);
  const stored = new Map(
    (await from.select().from(pictures).where(inArray(pictures.id, ids))).map((row) => [row.id, row]),
  );
  const missing = named.filter(({ picture: { id, width, height, format } }) => {
    const row = stored.get(id);
    return row?.width !== width || row.height !== height || row.format !== format;
  });
  return Object.fromEntries(missing.map(({ name }) => [name, notStored]));
}

const notStored = "This refers to a picture we don’t have. Remove it, or upload the file again.";
