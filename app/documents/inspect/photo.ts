import type { PhotoRule } from "~/db/schema/requirements";
import type { Hint } from "../hints/describe-hint";

/** A proportion may be off by this share. */
const tolerance = 0.02;

/**
 * Compares the photo of a person with the rule of its document. `width` and `height` are those of the upright photo.
 */
export function hintsOfPhoto(
  rule: PhotoRule | null,
  { width, height, bytes }: { width: number; height: number; bytes: number },
): Hint[] {
  const hints: Hint[] = [];
  const { leastWidth = 0, leastHeight = 0, proportion, leastKilobytes, mostKilobytes } = rule ?? {};
  if (width < leastWidth || height < leastHeight)
    hints.push({ code: "photo_pixels", detail: { width, height, leastWidth, leastHeight } });
  if (proportion && Math.abs((width * proportion.height) / (height * proportion.width) - 1) > tolerance) {
    const asked = { askedWidth: proportion.width, askedHeight: proportion.height };
    hints.push({ code: "photo_proportions", detail: { width, height, ...asked } });
  }
  // Rounded away from the limit, or both numbers could be the same.
  if (leastKilobytes !== undefined && bytes < leastKilobytes * 1024)
    hints.push({ code: "photo_too_light", detail: { kilobytes: Math.floor(bytes / 1024), leastKilobytes } });
  if (mostKilobytes !== undefined && bytes > mostKilobytes * 1024)
    hints.push({ code: "photo_too_heavy", detail: { kilobytes: Math.ceil(bytes / 1024), mostKilobytes } });
  return hints;
}
