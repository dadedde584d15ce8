import sharp from "sharp";
import { kindOf } from "~/documents/kinds/kind-of";
import { kinds } from "~/documents/kinds/kinds";
import { maxPictureBytes, notAPicture, type PictureFormat } from "./address";

/** A picture as served: upright, no wider than needed, without camera metadata. */
export type CleanPicture = { bytes: Buffer; width: number; height: number; format: PictureFormat };

const formatOf: Readonly<Record<string, PictureFormat>> = { jpg: "jpg", png: "png", webp: "webp" };

const limits = { width: 1920, height: 1920, pixels: 60_000_000 };
/** Minimum for covers and shared pictures, in pixels: a larger upload is never scaled below it. */
const shared = { width: 1200, height: 630 };

type Size = { width: number; height: number };

/** Fits the limits, but not below the minimum of shared pictures. */
function scaled({ width, height }: Size): Size & { fit: "inside" | "outside" } {
  const inside = Math.min(1, limits.width / width, limits.height / height);
  const covers = ({ width: w, height: h }: Size) => w >= shared.width && h >= shared.height;
  const isTooSmall = !covers({ width: Math.round(width * inside), height: Math.round(height * inside) });
  return covers({ width, height }) && isTooSmall
    ? { ...shared, fit: "outside" }
    : { width: limits.width, height: limits.height, fit: "inside" };
}

const millions = (pixels: number) =>
  `${(pixels / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: 1 })} million`;

/** The message for a picture with too many pixels; undefined if it has not. */
function tooManyPixels({ width, height }: Size): string | undefined {
  const pixels = width * height;
  if (pixels <= limits.pixels) return undefined;
  const size = `${width.toLocaleString("en-US")} × ${height.toLocaleString("en-US")}`;
  return `This picture has too many pixels: ${size} are ${millions(pixels)}, and ${millions(limits.pixels)} are the most. Save it smaller, such as ${limits.width} wide, and choose that.`;
}

const saveAgain = "Save it again as JPG, PNG or WebP, and choose that.";

/**
 * Re-encodes a picture, so that only its pixels are served. Returns a message if it is refused. The type is determined
 * by content, not by name.
 */
export async function cleanPicture(file: Blob): Promise<CleanPicture | string> {
  if (file.size > maxPictureBytes) return "This picture is larger than 10 MB. Choose a smaller one.";
  if (file.size === 0) return "This file is empty. Save it again in the program that made it, then choose it here.";
  const kind = await kindOf(file);
  const format = kind && Object.hasOwn(formatOf, kind) ? formatOf[kind] : undefined;
  if (!format) return kind ? `This is ${kinds[kind].name}. ${notAPicture}` : notAPicture;
  try {
    const sent = Buffer.from(await file.arrayBuffer());
    // Reads the size without decoding the pixels.
    const { autoOrient } = await sharp(sent, { limitInputPixels: false }).metadata();
    const tooMany = tooManyPixels(autoOrient);
    if (tooMany) return tooMany;
    const read = sharp(sent, { limitInputPixels: limits.pixels, failOn: "error" });
    const upright = read.autoOrient().resize({ ...scaled(autoOrient), withoutEnlargement: true });
    // Without `keepMetadata` no EXIF, XMP or IPTC is written, and colours become sRGB.
    const drawn =
      format === "jpg"
        ? upright.jpeg({ quality: 84, mozjpeg: true })
        : format === "png"
          ? upright.png({ compressionLevel: 9 })
          : upright.webp({ quality: 84 });
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height, format };
  } catch {
    return `This picture is damaged: it can’t be read to its end. ${saveAgain}`;
  }
}
