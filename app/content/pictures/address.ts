/** The URL of one of our pictures. It contains digest and size, so that its content never changes. */
export type PictureUrl = {
  address: string;
  /** The first 32 hexadecimal digits of the SHA-256 of its bytes. */
  id: string;
  width: number;
  height: number;
  format: PictureFormat;
};
const formats = ["jpg", "png", "webp"] as const;
export type PictureFormat = (typeof formats)[number];

const form = /^\/pictures\/([0-9a-f]{32})-([1-9]\d{0,4})x([1-9]\d{0,4})\.(jpg|png|webp)$/;

/** The message for anything but a picture, and for pictures on other sites. */
export const notAPicture = "Use a JPG, PNG or WebP picture.";
export const maxPictureBytes = 10 * 1024 * 1024;
export const acceptedPictures = "image/jpeg,image/png,image/webp";

export const pictureUrl = (of: Omit<PictureUrl, "address">): string =>
  `/pictures/${of.id}-${of.width}x${of.height}.${of.format}`;

/** Parses a picture's URL; null if it isn't one of ours. */
export function parsePictureUrl(url: string): PictureUrl | null {
  const [, id, width, height, ending] = form.exec(url) ?? [];
  const format = formats.find((format) => format === ending);
  return id && format ? { address: url, id, width: Number(width), height: Number(height), format } : null;
}
