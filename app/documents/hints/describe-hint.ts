import type { HintDetail } from "~/db/schema/documents";
import type { DocumentHintCode } from "~/db/schema/values";

export type Hint = { code: DocumentHintCode; detail: HintDetail };

const edges = ["left", "right", "top", "bottom"] as const;
const cutAt = (detail: HintDetail) => edges.filter((edge) => detail[edge] === 1);

/** `left`, `left and top`, `left, right and top`. */
const listed = (names: readonly string[]) => names.join(", ").replace(/, (\w+)$/, " and $1");

/** The proportion of two sides in small numbers, such as `4:3`, within half a percent. */
function proportionOf(width: number, height: number): string {
  for (let second = 1; second < 100; second++) {
    const first = Math.round((width / height) * second);
    if (first > 0 && Math.abs((first * height) / (second * width) - 1) < 0.005) return `${first}:${second}`;
  }
  return `${width}:${height}`;
}

const askedProportion = (width: number, height: number) => (width === height ? "square (1:1)" : `${width}:${height}`);

function askedPixels({ width = 0, height = 0, leastWidth = 0, leastHeight = 0 }: HintDetail): string {
  if (leastHeight === 0) return `This photo is ${width} pixels wide. At least ${leastWidth} are asked for.`;
  if (leastWidth === 0) return `This photo is ${height} pixels high. At least ${leastHeight} are asked for.`;
  return `This photo is ${width} × ${height} pixels. At least ${leastWidth} × ${leastHeight} are asked for.`;
}

const sentences: Record<DocumentHintCode, (detail: HintDetail) => string> = {
  incomplete: () => "This PDF may be incomplete. Open it on your device and check that every page is there.",
  blurred: () => "This picture looks blurred. Can you read every word on it?",
  dark: () => "This picture looks very dark.",
  small: ({ width, height }) => `This picture is small (${width} × ${height} pixels). Small print may not be readable.`,
  cut_off: (detail) =>
    `Something seems to be cut off at the ${listed(cutAt(detail))} ${cutAt(detail).length === 1 ? "edge" : "edges"}.`,
  photo_pixels: askedPixels,
  photo_proportions: ({ width = 1, height = 1, askedWidth = 1, askedHeight = 1 }) =>
    `This photo’s proportions are ${proportionOf(width, height)}. It should be ${askedProportion(askedWidth, askedHeight)}.`,
  photo_too_light: ({ kilobytes, leastKilobytes }) =>
    `This photo has ${kilobytes} KB. At least ${leastKilobytes} KB are asked for.`,
  photo_too_heavy: ({ kilobytes, mostKilobytes }) =>
    `This photo has ${kilobytes} KB. At most ${mostKilobytes} KB are asked for.`,
};

/** For the sender. A hint about one page of a PDF names the page. */
export function describeHint({ code, detail }: Hint): string {
  const sentence = sentences[code](detail);
  return detail.page ? `Page ${detail.page}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}` : sentence;
}

const shortNames: Record<DocumentHintCode, (detail: HintDetail) => string> = {
  incomplete: () => "May be incomplete",
  blurred: () => "Looks blurred",
  dark: () => "Looks dark",
  small: () => "Small",
  cut_off: (detail) => `Cut off: ${listed(cutAt(detail))}`,
  photo_pixels: ({ width, height }) => `Too few pixels: ${width} × ${height}`,
  photo_proportions: ({ width = 1, height = 1 }) => `Other proportions: ${proportionOf(width, height)}`,
  photo_too_light: ({ kilobytes }) => `Too few kilobytes: ${kilobytes}`,
  photo_too_heavy: ({ kilobytes }) => `Too many kilobytes: ${kilobytes}`,
};

/** For staff. */
export const shortHint = ({ code, detail }: Hint): string => shortNames[code](detail);
