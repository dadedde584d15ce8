import type { Gray, Line } from "./find-lines.ts";

/** The height of a straightened line, and what is left free at both ends, in characters. */
const rows = 64;
export const margin = 1.5;
/** The pitch of the characters in a straightened line, in pixels. */
export const pitch = 26;

/**
 * Straightens a line so that its 44 characters are in 44 cells of the same width. All characters of a passport's lines
 * have the same width, so the cells are where the most print is inside of them and the least between them.
 */
export function straightenedInCells(picture: Gray, line: Line): Gray {
  const rough = straightened(picture, line);
  const columns = printOf(rough);
  const start = margin * pitch;
  const widest = { score: Number.NEGATIVE_INFINITY, from: start, width: pitch };
  // A page's edge may have been taken for the end of the line: the characters are then narrower.
  const coarse = bestCells(columns, widest, { width: [0.82, 1.05], from: [-1.2, 4], step: 0.1 });
  const best = bestCells(columns, coarse, { width: [-0.006, 0.006], from: [-0.08, 0.08], step: 0.02 });
  const along = (column: number) => (column - start) / (43.7 * pitch);
  const middle = middleOf(rough) - rows / 2;
  const [dx, dy] = [line.right.x - line.left.x, line.right.y - line.left.y];
  const perPixel = 1 / (43.7 * pitch);
  const at = (column: number) => ({
    x: line.left.x + dx * along(column) - dy * perPixel * middle,
    y: line.left.y + dy * along(column) + dx * perPixel * middle,
  });
  return straightened(picture, { left: at(best.from), right: at(best.from + best.width * 43.7) });
}

const darkAt = ({ width, pixels }: Gray, x: number, y: number) => Math.max(0, 200 - (pixels[y * width + x] ?? 0));

/** How much print each column has. What is dark above and below the line too is a table or a shadow, and no print. */
function printOf(line: Gray): Float64Array {
  const [top, bottom] = [rows / 2 - pitch * 0.55, rows / 2 + pitch * 0.55];
  return Float64Array.from({ length: line.width }, (_, x) => {
    let [inside, outside] = [0, 0];
    for (let y = 0; y < rows; y++)
      if (y >= top && y < bottom) inside += darkAt(line, x, y);
      else if (y < 12 || y >= rows - 12) outside += darkAt(line, x, y);
    return Math.max(0, inside - outside * ((bottom - top) / 24));
  });
}

type Cells = { score: number; from: number; width: number };
/** Ranges in pitches: of the width, and of the start after the start of `known`. */
type Ranges = { width: [number, number]; from: [number, number]; step: number };

function bestCells(columns: Float64Array, known: Cells, { width, from, step }: Ranges): Cells {
  let best = known;
  const base = known.score === Number.NEGATIVE_INFINITY ? 0 : known.width;
  for (let wide = base + width[0] * pitch; wide <= base + width[1] * pitch; wide += step)
    for (let left = known.from + from[0] * pitch; left <= known.from + from[1] * pitch; left += step * 10) {
      const score = cellScore(columns, left, wide);
      if (score > best.score) best = { score, from: left, width: wide };
    }
  return best;
}

function cellScore(columns: Float64Array, from: number, width: number): number {
  const at = (x: number) => columns[Math.round(x)] ?? 0;
  let score = -at(from) * 2;
  for (let cell = 0; cell < 44; cell++) {
    const left = from + cell * width;
    score += at(left + width * 0.3) + at(left + width * 0.5) + at(left + width * 0.7);
    score -= (at(left + width * 0.94) + at(left + width) + at(left + width * 1.06)) * 1.5;
  }
  for (const beyond of [-0.7, -0.5, -0.3, 44.3, 44.5, 44.7]) score -= at(from + width * beyond);
  return score;
}

/** The middle of a line's rows. */
function middleOf(line: Gray): number {
  const all = Float64Array.from({ length: rows }, (_, y) => {
    let sum = 0;
    for (let x = pitch; x < line.width - pitch; x++) sum += darkAt(line, x, y);
    return sum;
  });
  const height = Math.round(pitch * 1.08);
  const inside = (top: number) => all.subarray(top, top + height).reduce((sum, dark) => sum + dark, 0);
  let best = 1;
  for (let top = 2; top + height < rows; top++) if (inside(top) > inside(best)) best = top;
  return best + height / 2;
}

/** Copies a line out of a picture, straight and in one size, with dark print on white. */
function straightened(picture: Gray, { left, right }: Line): Gray {
  const characters = 44 + margin * 2;
  const width = Math.round(characters * pitch);
  const [alongX, alongY] = [(right.x - left.x) / (43.7 * pitch), (right.y - left.y) / (43.7 * pitch)];
  const pixels = new Uint8Array(width * rows);
  // Points between pixels, so that a line from a large picture is not only each third pixel of it.
  const finer = Math.max(1, Math.ceil(Math.hypot(alongX, alongY)));
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let down = 0; down < finer; down++)
        for (let across = 0; across < finer; across++) {
          const [u, v] = [x + (across + 0.5) / finer - margin * pitch, y + (down + 0.5) / finer - rows / 2];
          sum += between(picture, left.x + u * alongX - v * alongY, left.y + u * alongY + v * alongX);
        }
      pixels[y * width + x] = sum / finer ** 2;
    }
  return evened({ width, height: rows, pixels });
}

/** The brightness at a point between pixels; outside of the picture the brightness of its edge. */
function between({ width, height, pixels }: Gray, x: number, y: number): number {
  const [atX, atY] = [Math.max(0, Math.min(width - 1.001, x)), Math.max(0, Math.min(height - 1.001, y))];
  const [left, top] = [Math.floor(atX), Math.floor(atY)];
  const [right, down] = [atX - left, atY - top];
  const at = top * width + left;
  const upper = (pixels[at] ?? 0) * (1 - right) + (pixels[at + 1] ?? 0) * right;
  const lower = (pixels[at + width] ?? 0) * (1 - right) + (pixels[at + width + 1] ?? 0) * right;
  return upper * (1 - down) + lower * down;
}

/** Makes the paper white and the print black, however dim or unevenly lit they were. */
function evened({ width, height, pixels }: Gray): Gray {
  const out = new Uint8Array(pixels.length);
  const step = pitch / 2;
  for (let from = 0; from < width; from += step) {
    const near: number[] = [];
    for (let x = Math.max(0, from - pitch * 2); x < Math.min(width, from + pitch * 2.5); x += 2)
      for (let y = 8; y < height - 8; y += 2) near.push(pixels[y * width + x] ?? 0);
    near.sort((a, b) => a - b);
    const [black = 0, white = 255] = [near[Math.floor(near.length * 0.03)], near[Math.floor(near.length * 0.8)]];
    const range = Math.max(8, white - black);
    for (let x = from; x < Math.min(width, from + step); x++)
      for (let y = 0; y < height; y++)
        out[y * width + x] = Math.max(0, Math.min(255, (((pixels[y * width + x] ?? 0) - black) / range) * 255));
  }
  return { width, height, pixels: out };
}

/**
 * How high the print of each cell is, in pixels: in OCR-B every digit is higher than every letter, which tells a 6 from
 * a G where no check digit does.
 */
export function heightsIn(line: Gray): number[] {
  return Array.from({ length: 44 }, (_, cell) => {
    const from = Math.round((margin + cell) * pitch + 3);
    const darkest = Array.from({ length: rows }, (_, y) => {
      let dark = 0;
      for (let x = from; x < from + pitch - 6; x++) dark = Math.max(dark, 255 - (line.pixels[y * line.width + x] ?? 0));
      return dark;
    });
    const [first, last] = [rows / 2 - 17, rows / 2 + 17];
    const half = Math.max(...darkest.slice(first + 7, last - 7)) / 2;
    const isDark = (y: number) => (darkest[y] ?? 0) >= half;
    let [top, bottom] = [first, last];
    while (top < rows / 2 && !isDark(top)) top++;
    while (bottom > rows / 2 && !isDark(bottom)) bottom--;
    // The edge is between two rows, where it passes the half.
    const part = (inner: number, outer: number) => {
      const [inside = 0, outside = 0] = [darkest[inner], darkest[outer]];
      return inside > outside ? (inside - half) / (inside - outside) : 0;
    };
    return bottom - top + part(top, top - 1) + part(bottom, bottom + 1);
  });
}

/** Strengthens what differs from the mean of its surroundings, for a picture that is a little out of focus. */
export function sharpened({ width, height, pixels }: Gray): Gray {
  const reach = 5;
  const amount = 2;
  const out = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let [sum, count] = [0, 0];
      for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++)
        for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column++) {
          sum += pixels[row * width + column] ?? 0;
          count++;
        }
      const here = pixels[y * width + x] ?? 0;
      out[y * width + x] = Math.max(0, Math.min(255, here + (here - sum / count) * amount));
    }
  return { width, height, pixels: out };
}
