import type { PhotoRule } from "~/db/schema/requirements";
import type { DocumentPurpose } from "~/db/schema/values";
import type { FoundHint } from "./found-hint";

export type PictureUse = {
  purpose: DocumentPurpose;
  photoRule: PhotoRule | null;
  /** Of the file as it was sent. */
  byteSize: number;
};

export const anyDocument: PictureUse = { purpose: "document", photoRule: null, byteSize: 0 };

/** The hints about one picture, a JPEG or PNG in any orientation. Never rejects: what can't be measured has no hint. */
export async function measurePicture(_picture: Uint8Array, _use: PictureUse = anyDocument): Promise<FoundHint[]> {
  return [];
}

/** The hints of a PDF's pictures, in the order of its pages, as hints of one file. */
export function hintsOfPages(pages: readonly (readonly FoundHint[])[]): FoundHint[] {
  return pages.flat();
}
