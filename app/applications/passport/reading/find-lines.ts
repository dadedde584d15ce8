/** A picture in shades of gray, a byte for each pixel, row by row. */
export type Gray = { width: number; height: number; pixels: Uint8Array };

/** A line of print: from the middle of its first character to the right edge, as points in a picture. */
export type Line = { left: Point; right: Point };
type Point = { x: number; y: number };
/** The two lines of a passport page, the upper one first, if the picture is looked at as `turned` says. */
export type LinePair = { first: Line; second: Line };

/** The longer side of the copy in which lines are looked for. */
const searchedSize = 1000;

/**
 * Finds pairs of long lines of print, whatever way the page was turned and if it is tilted by up to 8°: the likeliest
 * first. Of each pair it is unknown which way is up.
 */
export function findLinePairs(picture: Gray): LinePair[] {
  const factor = Math.max(1, Math.max(picture.width, picture.height) / searchedSize);
  const small = shrunk(picture, factor);
  const ink = inkOf(small);
  const pairs = [false, true].flatMap((isOnSide) => {
    const seen = isOnSide ? transposed(ink) : ink;
    return pairsIn(seen).map(({ first, second }) => {
      const back = ({ x, y }: Point) =>
        isOnSide ? { x: y * factor, y: x * factor } : { x: x * factor, y: y * factor };
      const line = ({ left, right }: Line) => ({ left: back(left), right: back(right) });
      // A transposed picture is mirrored: what was above is on the right.
      return isOnSide ? { first: line(second), second: line(first) } : { first: line(first), second: line(second) };
    });
  });
  return pairs.sort((a, b) => lengthOf(b.first) - lengthOf(a.first)).slice(0, 3);
}

const lengthOf = ({ left, right }: Line): number => Math.hypot(right.x - left.x, right.y - left.y);

/** The mean of each square of `factor` pixels. */
function shrunk({ width, height, pixels }: Gray, factor: number): Gray {
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  const out = new Uint8Array(columns * rows);
  const starts = Int32Array.from({ length: columns + 1 }, (_, x) => Math.floor(x * factor));
  for (let y = 0; y < rows; y++) {
    const [top, bottom] = [Math.floor(y * factor), Math.floor((y + 1) * factor)];
    for (let x = 0; x < columns; x++) {
      const [left = 0, right = 0] = [starts[x], starts[x + 1]];
      let sum = 0;
      for (let row = top; row < bottom; row++)
        for (let at = row * width + left; at < row * width + right; at++) sum += pixels[at] ?? 0;
      out[y * columns + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return { width: columns, height: rows, pixels: out };
}

function transposed({ width, height, pixels }: Gray): Gray {
  const out = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) out[x * height + y] = pixels[y * width + x] ?? 0;
  return { width: height, height: width, pixels: out };
}

/** The greatest (or with `sign` -1 the smallest) value within `reach` pixels of each, in both directions. */
function spread({ width, height, pixels }: Gray, reach: number, sign: 1 | -1): Gray {
  const pass = (from: Uint8Array, step: number, length: number, across: number, stride: number) => {
    const to = new Uint8Array(from.length);
    for (let line = 0; line < across; line++)
      for (let index = 0; index < length; index++) {
        const last = Math.min(length - 1, index + reach);
        let best = from[line * stride + index * step] ?? 0;
        for (let near = Math.max(0, index - reach); near <= last; near++) {
          const value = from[line * stride + near * step] ?? 0;
          if ((value - best) * sign > 0) best = value;
        }
        to[line * stride + index * step] = best;
      }
    return to;
  };
  return { width, height, pixels: pass(pass(pixels, 1, width, height, width), width, height, width, 1) };
}

/** Thin strokes that are darker than what surrounds them, as 1: tables, shadows and portraits are none. */
function inkOf(picture: Gray): Gray {
  const closed = spread(spread(picture, 4, 1), 4, -1).pixels;
  const depths = Uint8Array.from(closed, (around, index) => around - (picture.pixels[index] ?? 0));
  // Half of any picture is empty: what is there is noise.
  const noise = depths.toSorted()[depths.length >> 1] ?? 0;
  const pixels = depths.map((depth, index) => (depth > Math.max((closed[index] ?? 0) * 0.22, noise * 3) ? 1 : 0));
  return { ...picture, pixels };
}

/** Rows as they are at an angle: `slope` pixels down for each pixel to the right. */
function rowCounts({ width, height, pixels }: Gray, slope: number): Float64Array {
  const extra = Math.ceil(Math.abs(slope) * width);
  const counts = new Float64Array(height + extra * 2);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (pixels[y * width + x]) {
        const row = Math.round(y - x * slope) + extra;
        counts[row] = (counts[row] ?? 0) + 1;
      }
  return counts;
}

function slopeOf(ink: Gray): number {
  const sharpness = (slope: number) => rowCounts(ink, slope).reduce((sum, count) => sum + count * count, 0);
  const best = (slopes: number[]) =>
    slopes
      .map((slope) => ({ slope, score: sharpness(slope) }))
      .reduce((top, tried) => (tried.score > top.score ? tried : top)).slope;
  const coarse = best(Array.from({ length: 29 }, (_, index) => (index - 14) * 0.0105));
  return best(Array.from({ length: 9 }, (_, index) => coarse + (index - 4) * 0.00262));
}

type Band = { top: number; bottom: number; from: number; to: number };

/** Pairs of lines at the slope that most of the print has. */
function pairsIn(ink: Gray): LinePair[] {
  const slope = slopeOf(ink);
  const bands = bandsAt(ink, slope);
  const pairs = bands.flatMap((upper, index) =>
    bands.slice(index + 1).flatMap((lower) => {
      const length = Math.max(upper.to - upper.from, lower.to - lower.from);
      const apart = (lower.top + lower.bottom - upper.top - upper.bottom) / 2 / length;
      const isAligned =
        Math.abs(upper.from - lower.from) < length * 0.12 && Math.abs(upper.to - lower.to) < length * 0.12;
      return isAligned && apart > 0.038 && apart < 0.085 ? [{ upper, lower, length }] : [];
    }),
  );
  return pairs
    .sort((a, b) => b.length - a.length)
    .slice(0, 2)
    .map(({ upper, lower }) => ({ first: fitted(ink, upper, slope), second: fitted(ink, lower, slope) }));
}

/** Bands of rows that have a long run of print, and where that begins and ends. */
function bandsAt({ width, height, pixels }: Gray, slope: number): Band[] {
  const gap = width / 22;
  const bands: Band[] = [];
  for (let row = -Math.ceil(Math.abs(slope) * width); row < height + Math.abs(slope) * width; row++) {
    let [from, last, count, bestFrom, bestTo] = [-1, -1, 0, 0, 0];
    const end = () => {
      const length = last - from;
      if (from >= 0 && length > bestTo - bestFrom && count > length * 0.05 && count < length * 0.75)
        [bestFrom, bestTo] = [from, last];
    };
    for (let x = 0; x < width; x++) {
      const y = Math.round(row + x * slope);
      if (y < 0 || y >= height || !pixels[y * width + x]) continue;
      if (from < 0 || x - last > gap) {
        end();
        [from, count] = [x, 0];
      }
      last = x;
      count++;
    }
    end();
    const length = bestTo - bestFrom;
    if (length < width * 0.3) continue;
    const open = bands.at(-1);
    if (open && row - open.bottom <= 2 && Math.min(open.to, bestTo) - Math.max(open.from, bestFrom) > length * 0.7) {
      open.bottom = row;
      open.from = Math.min(open.from, bestFrom);
      open.to = Math.max(open.to, bestTo);
    } else bands.push({ top: row, bottom: row, from: bestFrom, to: bestTo });
  }
  // A line's characters are a fortieth as high as it is long.
  return bands.filter(({ top, bottom, from, to }) => {
    const height = (bottom - top + 1) / (to - from);
    return height > 0.01 && height < 0.05;
  });
}

/** The line through the middle of a band's print, which is a little steeper or flatter in a picture from one side. */
function fitted({ width, height, pixels }: Gray, { top, bottom, from, to }: Band, slope: number): Line {
  const reach = (bottom - top) / 2 + 2;
  const middle = (top + bottom) / 2;
  const third = (to - from) / 3;
  const centerBetween = (left: number, right: number) => {
    let [high, low] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const counts = new Map<number, number>();
    for (let x = Math.round(left); x < right; x++)
      for (let offset = -Math.ceil(reach); offset <= reach; offset++) {
        const y = Math.round(middle + x * slope + offset);
        if (x >= 0 && x < width && y >= 0 && y < height && pixels[y * width + x])
          counts.set(offset, (counts.get(offset) ?? 0) + 1);
      }
    const most = Math.max(0, ...counts.values());
    for (const [offset, count] of counts)
      if (count > most * 0.25) [high, low] = [Math.min(high, offset), Math.max(low, offset)];
    return Number.isFinite(high) ? (high + low) / 2 : 0;
  };
  const [start, end] = [centerBetween(from, from + third), centerBetween(to - third, to)];
  const tilt = (end - start) / (third * 2);
  const at = (x: number) => ({ x, y: middle + x * slope + start + (x - from - third / 2) * tilt });
  return { left: at(from), right: at(to) };
}
