import { canUnpack, type Picture, picturesOfPdf, uprightPicture } from "~/documents/inspect/inspect.server";
import type { Gray } from "./find-lines";

/** The longer side of the copy that is read: its characters are then still 40 pixels wide on a whole page. */
const readSize = 2400;
/** Of a PDF, whose pages may be the cover and the pages before. */
const mostPages = 3;

/** The pages of a file as pictures in memory, one after the other. A picture that can't be unpacked is left out. */
export async function* grayPages(bytes: Uint8Array<ArrayBuffer>, contentType: string): AsyncGenerator<Gray> {
  const pictures: readonly Picture[] =
    contentType === "application/pdf" ? await picturesOfPdf(bytes, mostPages) : [{ bytes }];
  for (const picture of pictures) {
    const gray = await grayOf(picture).catch(() => undefined);
    if (gray) yield gray;
  }
}

async function grayOf(picture: Picture): Promise<Gray | undefined> {
  if (!(await canUnpack(picture))) return undefined;
  const { data, info } = await uprightPicture(picture)
    .resize(readSize, readSize, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .toColourspace("b-w")
    .timeout({ seconds: 10 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Its own memory, which can be moved to the thread.
  return { width: info.width, height: info.height, pixels: new Uint8Array(data) };
}
