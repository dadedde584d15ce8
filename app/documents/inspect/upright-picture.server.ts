import sharp, { type Metadata, type Sharp } from "sharp";
import type { Picture } from "./picture";

export const mostPixels = 268_402_689;
/** A picture that is drawn in several passes is unpacked in memory as a whole. */
const mostPassedPixels = 64_000_000;

type Size = Pick<Metadata, "width" | "height" | "isProgressive">;

/** Whether a picture has more pixels than this machine unpacks. */
export const isTooLarge = ({ width, height, isProgressive }: Size): boolean =>
  width * height > (isProgressive ? mostPassedPixels : mostPixels);

/** Ask it before anything unpacks a picture. Rejects for what is none. */
export async function canUnpack({ bytes, raw }: Picture): Promise<boolean> {
  return raw !== undefined || !isTooLarge(await sharp(bytes, { limitInputPixels: false }).metadata());
}

/** A picture as it is meant to be seen, for everything that shows, measures or reads it. */
export function uprightPicture({ bytes, raw, turn }: Picture): Sharp {
  const options = { limitInputPixels: mostPixels, failOn: "truncated", sequentialRead: true } as const;
  if (raw) return sharp(bytes, { ...options, raw }).rotate(turn ?? 0);
  // A PDF's page doesn't follow the EXIF orientation.
  return turn === undefined ? sharp(bytes, options).autoOrient() : sharp(bytes, options).rotate(turn);
}
