import { breakToFit, type Face, fitLine } from "~/site/social/outlines.server";

/** The content of a picture. Equal cards make equal pictures. */
export type SocialCard = {
  siteName: string;
  /** Above the title: the type of the page. */
  eyebrow: string;
  title: string;
  /** Below the title, large: the price of a service. */
  price?: string;
  /** Below that, one line for each group of facts. */
  facts: readonly (readonly string[])[];
  /** Seeds the drawing of sun and sea. */
  seed: string;
  /** `deep` for pages that invite, `sand` for pages to read. */
  ground: "deep" | "sand";
};

export const picture = { width: 1200, height: 630, margin: 76 } as const;
/** The area of the sun, which no text may overlap (L-SEO-12). Pixels. */
export const sun = { x: 1050, y: 190, radius: 230 } as const;
/** Pixels between the sun and text. */
const gap = 24;

/** A line of text that begins at `x` with its baseline at `y`; `spacing`: in em. */
export type Line = {
  part: "name" | "eyebrow" | "title" | "price" | "fact";
  face: Face;
  text: string;
  x: number;
  y: number;
  size: number;
  spacing?: number;
};

/** Separates facts on one line. */
const between = "  ·  ";

/** The right limit of text on baseline `y`: before the edge and before the sun. */
function rightEdge(y: number, size: number): number {
  const nearest = Math.min(Math.max(sun.y, y - size), y + size * 0.3);
  const distance = Math.abs(nearest - sun.y);
  const reach = sun.radius + gap;
  const edge = picture.width - picture.margin;
  return distance >= reach ? edge : Math.min(edge, sun.x - Math.sqrt(reach ** 2 - distance ** 2));
}

const eyebrowSize = 21;
const priceLeading = 62;
const factLeading = 40;
/** The text is centred vertically between the name at the top and the line at the bottom. */
const room = { top: 144, bottom: 536 } as const;
/** The width for titles at any height. */
const titleWidth = sun.x - sun.radius - gap - picture.margin;

/** Every line of a picture except the machine-readable one: none runs over the edge or the sun (L-SEO-12). */
export function linesOf({ siteName, eyebrow, title, price, facts }: SocialCard): Line[] {
  const below = (price ? priceLeading : facts.length > 0 ? 16 : 0) + facts.length * factLeading + 16;
  const heightOf = (size: number, lines: number) => eyebrowSize + 12 + size + (lines - 1) * size * 1.12 + below;
  const titleIn = (sizes: readonly number[], max: number) =>
    breakToFit(
      "display",
      title,
      titleWidth,
      sizes,
      max,
      (size, lines) => heightOf(size, lines) <= room.bottom - room.top,
    );
  // Two lines read better than three larger ones.
  const inTwo = titleIn([80, 72, 64], 2);
  const words = inTwo.isWhole ? inTwo : titleIn([72, 64, 57, 50, 44], 3);
  const free = room.bottom - room.top - heightOf(words.size, words.lines.length);
  let y = room.top + Math.max(0, free / 2) + eyebrowSize;
  const at = (
    part: Line["part"],
    face: Face,
    text: string,
    on: number,
    sizes: readonly number[],
    spacing = 0,
  ): Line => {
    const x = part === "name" ? picture.margin + 72 : picture.margin;
    const line = fitLine(face, text, rightEdge(on, sizes[0] ?? 0) - x, sizes, spacing);
    return { part, face, x, y: on, ...line, ...(spacing ? { spacing } : {}) };
  };
  const lines = [
    at("name", "display", siteName, 100, [30, 27, 24, 21]),
    at("eyebrow", "strong", eyebrow.toUpperCase(), y, [eyebrowSize, 19, 17], 0.11),
  ];
  y += 12 + words.size;
  for (const text of words.lines) {
    lines.push({ part: "title", face: "display", text, x: picture.margin, y, size: words.size });
    y += words.size * 1.12;
  }
  y += (price ? 12 : 28) - words.size * 1.12;
  if (price) {
    y += priceLeading;
    lines.push(at("price", "display", price, y, [44, 40, 36, 32]));
  }
  for (const fact of facts) {
    y += factLeading;
    lines.push(at("fact", "text", fact.join(between), y, [29, 27, 25, 23, 21, 19]));
  }
  return lines;
}
