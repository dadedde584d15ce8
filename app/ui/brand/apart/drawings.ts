import { rosette, waveBand } from "../guilloche-paths.ts";

/**
 * Drawings that stand far down on the same pages: files of their own hold them (made by `scripts/drawings.ts`), which a
 * browser loads once, so that no document carries them. `pages`: on most pages; `home`: there alone.
 */
export const apart = {
  pages: { rosettes: { "lucaya-sun": "fine" }, edges: ["call", "footer"] },
  home: { rosettes: { "two-chairs": "fine", reviews: "plain" }, edges: [] },
} as const;

/** Waves along an edge: how wide before they repeat, how high, and where their lines lie. */
export const edge = { width: 1440, height: 120, band: { middle: 60, swing: 42, lines: 14 } };

/** What turns or shrinks a copy of a line. */
export const placed = ({ turn, scale }: { turn: number; scale: number }) =>
  scale === 1 ? `rotate(${turn})` : `rotate(${turn}) scale(${scale})`;

/** The text of one of the files: each drawing has its seed for its name. */
export function drawingsFile(file: keyof typeof apart): string {
  const rosettes = Object.entries(apart[file].rosettes).map(([seed, detail]) => {
    const rings = rosette(seed, detail).map(({ part, path, weight, copies }) => {
      const id = `${seed}-${part}`;
      const turned = copies.slice(1).map((copy) => `<use href="#${id}" transform="${placed(copy)}"/>`);
      return `<g stroke-width="${weight}"><path id="${id}" d="${path}" vector-effect="non-scaling-stroke"/>${turned.join("")}</g>`;
    });
    return `<g id="${seed}">${rings.join("")}</g>`;
  });
  const edges = apart[file].edges.map((seed) => {
    const band = waveBand({ ...edge.band, seed: `${seed}edge`, width: edge.width });
    const lines = band.map((path) => `<path d="${path}" vector-effect="non-scaling-stroke"/>`);
    return `<g id="${seed}"><g id="${seed}-band">${lines.join("")}</g><use href="#${seed}-band" x="${edge.width}"/></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg"><defs>\n${[...rosettes, ...edges].join("\n")}\n</defs></svg>\n`;
}
