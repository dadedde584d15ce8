import type { PhotoRule } from "~/db/schema/requirements";
import type { DocumentPurpose } from "~/db/schema/values";
import type { Hint } from "../hints/describe-hint";
import { hintsOfPhoto } from "./photo";
import type { Picture } from "./picture";
import { uprightPicture } from "./upright-picture.server";

export type PictureUse = {
  purpose: DocumentPurpose;
  photoRule: PhotoRule | null;
  /** Of the file as it was sent. */
  byteSize: number;
};

/**
 * Set on the drawn pictures of `test/harness/stand-ins/papers.ts`; docs/documents.md has the rates. Brightness is 0 to
 * 255, distances are pixels of a copy whose longer side is at most `copy`.
 */
const thresholds = {
  copy: 1200,
  /** Pixels of the original's shorter side. */
  small: 1000,
  /** Of the brightest pixels: a dark cover has bright letters, a dark picture has nothing bright. */
  dark: 88,
  /** The largest step between two pixels, as a share of the contrast around it. A blur of 2 pixels leaves 0.2. */
  step: 0.4,
  /** Contrast from which steps are compared. */
  contrast: 14,
  /** Pieces of print at an edge. Lines between tiles make up to eight. */
  pieces: 9,
};

type Copy = { data: Uint8Array; width: number; height: number };

/** The hints about one picture. Rejects if it can't be decoded in so many seconds (0: however long it takes). */
export async function measurePicture(picture: Picture, use: PictureUse, seconds = 0): Promise<Hint[]> {
  const { copy, width, height } = await copyOf(picture, seconds);
  const hints: Hint[] = [];
  const [blurred, dark] = [isBlurred(copy), isDark(copy)];
  if (blurred) hints.push({ code: "blurred", detail: {} });
  if (dark) hints.push({ code: "dark", detail: {} });
  if (use.purpose === "photo")
    return [...hints, ...hintsOfPhoto(use.photoRule, { width, height, bytes: use.byteSize })];
  if (Math.min(width, height) < thresholds.small) hints.push({ code: "small", detail: { width, height } });
  // In a dark picture the noise alone is as strong as print, and a blurred one has no print.
  const cut = blurred || dark ? [] : cutEdges(copy);
  if (cut.length > 0) hints.push({ code: "cut_off", detail: Object.fromEntries(cut.map((edge) => [edge, 1])) });
  return hints;
}

/** A small gray copy, and the upright original's size. */
async function copyOf(picture: Picture, seconds = 0): Promise<{ copy: Copy; width: number; height: number }> {
  const upright = uprightPicture(picture);
  const [metadata, { data, info }] = await Promise.all([
    upright.clone().metadata(),
    upright
      .clone()
      .flatten({ background: "#fff" })
      .resize(thresholds.copy, thresholds.copy, { fit: "inside", withoutEnlargement: true })
      .greyscale()
      .timeout({ seconds })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  ]);
  const { width, height } = sizeOf(picture, metadata.autoOrient);
  return { copy: { data, width: info.width, height: info.height }, width, height };
}

const sizeOf = ({ turn = 0 }: Picture, { width, height }: { width: number; height: number }) =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

/** The brightness below which `share` of the pixels are. */
function brightnessAt({ data }: Copy, share: number): number {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  let below = 0;
  for (let value = 0; value < 256; value++) {
    below += counts[value] ?? 0;
    if (below >= share * data.length) return value;
  }
  return 255;
}

const isDark = (copy: Copy) => brightnessAt(copy, 0.98) < thresholds.dark;

const quantile = (sorted: ArrayLike<number>, share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

const blockSide = 16;

/**
 * How steep the steepest edges are, each compared with the contrast around it, so that it depends neither on how much
 * print a page has nor on its light; in the worse of both directions, because a shake leaves the other one sharp.
 * Undefined for a picture in which nothing can be told, such as an empty page.
 */
function steepness({ data, width, height }: Copy): number | undefined {
  const blocks: { contrast: number; across: number; along: number }[] = [];
  for (let top = 0; top + blockSide < height; top += blockSide)
    for (let left = 0; left + blockSide < width; left += blockSide) {
      let [darkest, brightest, across, along] = [255, 0, 0, 0];
      for (let y = top; y < top + blockSide; y++)
        for (let at = y * width + left; at < y * width + left + blockSide; at++) {
          const value = data[at] ?? 0;
          if (value < darkest) darkest = value;
          if (value > brightest) brightest = value;
          across = Math.max(across, Math.abs((data[at + 1] ?? 0) - value));
          along = Math.max(along, Math.abs((data[at + width] ?? 0) - value));
        }
      blocks.push({ contrast: brightest - darkest, across, along });
    }
  const contrasts = Float64Array.from(blocks, ({ contrast }) => contrast).sort();
  const least = quantile(contrasts, 0.995) * 0.6;
  if (least < thresholds.contrast) return undefined;
  const telling = blocks.filter(({ contrast }) => contrast >= least);
  const shares = (direction: "across" | "along") =>
    quantile(Float64Array.from(telling, (block) => block[direction] / block.contrast).sort(), 0.9);
  return Math.min(shares("across"), shares("along"));
}

const isBlurred = (copy: Copy) => (steepness(copy) ?? 1) < thresholds.step;

const edges = ["left", "right", "top", "bottom"] as const;
type Edge = (typeof edges)[number];

/**
 * Pixels from the edge: where cut print reaches, where the sheet is looked for, and the piece of edge that is
 * compared.
 */
const strip = { depth: 10, from: 120, to: 320, window: 24 };

type EdgeFacts = {
  /** Pieces of print that touch the edge. */
  pieces: number;
  /** Shares of the edge where the sheet runs up to it, and where the sheet ends before it. */
  sheet: number;
  outline: number;
  /** The brightness of what is there. */
  level: number;
};

function factsOfEdges(copy: Copy): Record<Edge, EdgeFacts> {
  const paper = brightnessAt(copy, 0.9);
  return {
    left: factsOf(copy, "left", paper),
    right: factsOf(copy, "right", paper),
    top: factsOf(copy, "top", paper),
    bottom: factsOf(copy, "bottom", paper),
  };
}

function factsOf({ data, width, height }: Copy, edge: Edge, paper: number): EdgeFacts {
  const isSide = edge === "left" || edge === "right";
  const [length, across] = isSide ? [height, width] : [width, height];
  const [step, depthStep] = isSide ? [width, 1] : [1, width];
  const start = edge === "right" ? width - 1 : edge === "bottom" ? (height - 1) * width : 0;
  const inward = edge === "right" || edge === "bottom" ? -depthStep : depthStep;
  const [darkest, brightest, inside] = [new Uint8Array(length), new Uint8Array(length), new Uint8Array(length)];
  const [from, to] = [strip.from, strip.to].map((depth) => Math.round((depth / thresholds.copy) * across)) as [
    number,
    number,
  ];
  const deep = new Uint8Array(to - from);
  for (let along = 0; along < length; along++) {
    const first = start + along * step;
    let [low, high] = [255, 0];
    for (let depth = 0; depth < Math.min(strip.depth, across); depth++) {
      const value = data[first + depth * inward] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    darkest[along] = low;
    brightest[along] = high;
    for (let depth = from; depth < to; depth++) deep[depth - from] = data[first + depth * inward] ?? 0;
    // The sheet between its letters.
    inside[along] = quantile(deep.sort(), 0.8);
  }
  let [pieces, run, sheet, outline] = [0, 0, 0, 0];
  for (let along = 0; along <= length; along++) {
    const light = quantile(brightest.slice(Math.max(0, along - strip.window), along + strip.window).sort(), 0.5);
    // Of three, because noise alone can break a dark line along the edge into pieces.
    const dark = ((darkest[along - 1] ?? 255) + (darkest[along] ?? 255) + (darkest[along + 1] ?? 255)) / 3;
    const isPrint = along < length && light > paper * 0.45 && dark < light * 0.6;
    if (isPrint) run += 1;
    else {
      if (run > 0 && run <= (isSide ? 30 : 120)) pieces += 1;
      run = 0;
    }
    const within = inside[along] ?? 0;
    if (along === length || within < paper * 0.75) continue;
    if (Math.abs(light / within - 1) < 0.1) sheet += 1 / length;
    else if (Math.abs(light / within - 1) > 0.15) outline += 1 / length;
  }
  return { pieces, sheet, outline, level: quantile(inside.sort(), 0.5) };
}

const opposite = { left: "right", right: "left", top: "bottom", bottom: "top" } as const;

/** The edges at which print is cut through, or the sheet ends out of sight while its other side is in the picture. */
function cutEdges(copy: Copy): Edge[] {
  const facts = factsOfEdges(copy);
  return edges.filter((edge) => {
    const { pieces, sheet, outline } = facts[edge];
    return pieces >= thresholds.pieces || (sheet > 0.3 && outline < 0.05 && facts[opposite[edge]].outline > 0.3);
  });
}

/** The hints of a PDF's pictures as hints of one file: those of the first page that has them, with its number. */
export function hintsOfPages(pages: readonly { page: number; hints: readonly Hint[] }[]): Hint[] {
  const first = new Map<string, Hint>();
  for (const { page, hints } of pages)
    for (const hint of hints)
      if (!first.has(hint.code)) first.set(hint.code, { code: hint.code, detail: { ...hint.detail, page } });
  return [...first.values()];
}
