/**
 * The engraved lines of passports and banknotes, as SVG path data. All functions are pure: the same seed draws the same
 * lines on the server, in the browser, in a mail and next year.
 */

/** A small deterministic generator of numbers in [0, 1). */
export function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index++) {
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const short = (value: number) => {
  const rounded = Math.round(value * 10) / 10;
  return Object.is(rounded, -0) ? "0" : String(rounded);
};

/** Writes numbers after a command with as few separators as SVG allows. */
function write(command: string, ...numbers: number[]): string {
  let text = command;
  for (const [index, number] of numbers.entries()) {
    const digits = short(number).replace(/^(-?)0\./, "$1.");
    text += index > 0 && !digits.startsWith("-") ? ` ${digits}` : digits;
  }
  return text;
}

/** Memoizes drawings: on the server they are the most expensive part of a page, and a site has a few hundred. */
function drawnOnce<Figure extends unknown[], Lines>(draw: (...figure: Figure) => Lines): (...figure: Figure) => Lines {
  const cache = new Map<string, Lines>();
  return (...figure) => {
    const key = JSON.stringify(figure);
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const lines = draw(...figure);
    if (cache.size >= 400) cache.clear();
    cache.set(key, lines);
    return lines;
  };
}

type Point = { x: number; y: number; dx: number; dy: number };

/** A smooth curve through points with known slopes: one relative cubic for each span. */
function smooth(points: readonly Point[], closed: boolean): string {
  const [first, ...others] = points;
  if (!first) return "";
  let text = write("M", first.x, first.y);
  // Offsets start from the rounded position, so that rounding errors don't add up.
  let x = Number(short(first.x));
  let y = Number(short(first.y));
  let before = first;
  for (const [index, point] of others.entries()) {
    const endX = Number(short(point.x - x));
    const endY = Number(short(point.y - y));
    const controlX = endX - point.dx / 3;
    const controlY = endY - point.dy / 3;
    text +=
      index === 0
        ? write("c", before.dx / 3, before.dy / 3, controlX, controlY, endX, endY)
        : write("s", controlX, controlY, endX, endY);
    x += endX;
    y += endY;
    before = point;
  }
  return closed ? `${text}z` : text;
}

export type WaveBand = {
  seed: string;
  width: number;
  /** The line around which the band swings, and by how much at most. */
  middle: number;
  swing: number;
  lines: number;
  waves?: number;
};

/**
 * Lines that pass from one sum of sines into another: a ribbon that widens, narrows and turns over. Every sine has a
 * whole number of waves across the width, so that copies join without a seam.
 */
export const waveBand = drawnOnce(({ seed, width, middle, swing, lines, waves = 3 }: WaveBand): string[] => {
  const random = seededRandom(seed);
  const parts = Array.from({ length: waves }, (_, index) => ({
    count: index + 1,
    from: random() * Math.PI * 2,
    turn: (0.7 + random() * 1.5) * (random() < 0.5 ? -1 : 1),
    size: (0.55 + random() * 0.45) / (1 + index * 0.75),
  }));
  const total = parts.reduce((sum, part) => sum + part.size, 0);
  const steps = waves * 4;
  const step = width / steps;
  return Array.from({ length: lines }, (_, line) => {
    const position = lines > 1 ? line / (lines - 1) : 0;
    const points: Point[] = [];
    for (let index = 0; index <= steps; index++) {
      const x = index * step;
      let y = middle + (position - 0.5) * swing * 0.35;
      let dy = 0;
      for (const part of parts) {
        const pace = (Math.PI * 2 * part.count) / width;
        const angle = pace * x + part.from + part.turn * position;
        const size = (swing * part.size) / total;
        y += size * Math.sin(angle);
        dy += size * pace * Math.cos(angle) * step;
      }
      points.push({ x, y, dx: step, dy });
    }
    return smooth(points, false);
  });
});

export type Ring = {
  /** The circle around which the line swings, and by how much. */
  radius: number;
  swing: number;
  lobes: number;
  /** After this many turns the line closes; without a common divisor with `lobes` it weaves a lace. */
  turns?: number;
  centre?: number;
};

/** A closed line that swings around a circle. Turned copies weave a rosette. */
export const ring = drawnOnce(({ radius, swing, lobes, turns = 1, centre = 0 }: Ring): string => {
  const steps = Math.max(lobes * 4, turns * 10);
  const step = (Math.PI * 2 * turns) / steps;
  const pace = lobes / turns;
  const points: Point[] = [];
  for (let index = 0; index <= steps; index++) {
    const angle = index * step;
    const reach = radius + swing * Math.sin(pace * angle);
    const growth = swing * pace * Math.cos(pace * angle);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    points.push({
      x: centre + reach * cos,
      y: centre + reach * sin,
      dx: (growth * cos - reach * sin) * step,
      dy: (growth * sin + reach * cos) * step,
    });
  }
  return smooth(points, true);
});

export type Lace = {
  part: "rim" | "lace" | "heart";
  path: string;
  weight: number;
  copies: { turn: number; scale: number }[];
};

/** Spreads copies evenly between two lobes; with `shrink` each is a little smaller, like flames. */
function copies(count: number, lobes: number, shrink = 0): Lace["copies"] {
  const spread = shrink > 0 ? 0.62 : 1;
  return Array.from({ length: count }, (_, copy) => ({
    turn: Math.round(((copy * 360 * spread) / lobes / count) * 1000) / 1000,
    scale: Math.round((1 - copy * shrink) * 1000) / 1000,
  }));
}

export function rosette(seed: string, detail: "fine" | "plain" = "fine"): Lace[] {
  const random = seededRandom(seed);
  const pick = (...values: readonly number[]) => values[Math.floor(random() * values.length)] ?? 0;
  const fine = detail === "fine";
  const rim = fine ? pick(24, 28, 32, 36) : pick(18, 20, 24, 27);
  const heart = fine ? pick(12, 16, 18, 20) : pick(9, 10, 12, 14);
  const lace = fine ? pick(23, 25, 29, 31) : pick(17, 19, 22, 23);
  const turns = fine ? pick(6, 7, 8) : 5;
  const flames = random() < 0.6;
  return [
    {
      part: "rim",
      path: ring({ radius: 88, swing: flames ? 11 : 10, lobes: rim }),
      weight: fine ? 0.9 : 1,
      copies: flames ? copies(fine ? 10 : 6, rim, fine ? 0.022 : 0.035) : copies(fine ? 6 : 4, rim),
    },
    {
      part: "lace",
      path: ring({ radius: 57, swing: 27, lobes: lace, turns }),
      weight: 0.8,
      copies: copies(fine ? 4 : 3, lace),
    },
    {
      part: "heart",
      path: ring({ radius: 25, swing: 8, lobes: heart }),
      weight: 1,
      copies: copies(fine ? 5 : 3, heart),
    },
  ];
}
