import sharp, { type Sharp } from "sharp";
import type { Picture } from "./picture";

export const mostPixels = 268_402_689;

/** A picture as it is meant to be seen, for everything that shows, measures or reads it. */
export function uprightPicture({ bytes, raw, turn }: Picture): Sharp {
  const options = { limitInputPixels: mostPixels, failOn: "truncated", sequentialRead: true } as const;
  if (raw) return sharp(bytes, { ...options, raw }).rotate(turn ?? 0);
  // A PDF's page doesn't follow the EXIF orientation.
  return turn === undefined ? sharp(bytes, options).autoOrient() : sharp(bytes, options).rotate(turn);
}
