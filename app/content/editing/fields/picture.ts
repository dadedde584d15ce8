import { parsePictureUrl } from "~/content/pictures/address";
import { lineInput } from "~/core/input-schemas.server";
import type { Json } from "~/db/schema/content";
import { type ContentField, kept, type Named, refused } from "./fields";

type PictureValue = { src: string; alt: string };

type Smallest = { width: number; height: number };

/** A field's value as a picture of ours; null if it is none. */
function pictureOf(value: Json | undefined): PictureValue | null {
  if (typeof value !== "object" || value === null || !("src" in value) || !("alt" in value)) return null;
  const { src, alt } = value;
  return typeof src === "string" && typeof alt === "string" ? { src, alt } : null;
}

/**
 * A picture by its URL and alternative text. An uploaded file is stored earlier, by `receivePictures`. `described`: the
 * alternative text is required.
 */
export function pictureField({
  smallest,
  described = true,
  ...named
}: Named & { smallest?: Smallest; described?: boolean }): ContentField {
  const size = smallest ? `, at least ${smallest.width} × ${smallest.height} pixels` : "";
  return {
    ...named,
    type: `JPG, PNG or WebP, at most 10 MB${size}`,
    control: { as: "picture", described },
    read([src = "", rawAlt = ""]) {
      if (src === "") return kept(null);
      const picture = parsePictureUrl(src);
      if (!picture) return refused("We don’t have this picture. Please upload its file instead.");
      if (smallest && (picture.width < smallest.width || picture.height < smallest.height))
        return refused(
          `This picture is ${picture.width} × ${picture.height} pixels. Choose one of at least ${smallest.width} × ${smallest.height}.`,
        );
      const alt = lineInput(250, "The description").safeParse(rawAlt);
      if (!alt.success) return refused("Describe the picture in at most 250 characters.");
      if (described && alt.data === "") return refused("Describe this picture for people who can’t see it.");
      return kept({ src, alt: alt.data });
    },
    typed(value) {
      const picture = pictureOf(value);
      return picture ? [picture.src, picture.alt] : ["", ""];
    },
    format(value) {
      const picture = pictureOf(value);
      return picture ? picture.alt || picture.src : "";
    },
  };
}
