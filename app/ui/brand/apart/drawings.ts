import { rosette, waveBand } from "../guilloche-paths.ts";

/**
 * Drawings far down on several pages, in files of their own (made by `scripts/drawings.ts`) that browsers cache,
 * instead of in each document. `pages`: on most pages; `home`: only there.
 */
export const apart = {
  pages: { rosettes: { "lucaya-sun": "fine" }, edges: ["call", "footer"] },
  home: { rosettes: { "two-chairs": "fine", reviews: "plain" }, edges: [] },
} as const;

/** Waves along an edge: width of a repetition, height, and position of the lines. */
export const edge = { width: 1440, height: 120, band: { middle: 60, swing: 42, lines: 14 } };

export const placed = ({ turn, scale }: { turn: number; scale: number }) =>
  scale === 1 ? `rotate(${turn})` : `rotate(${turn}) scale(${scale})`;

/** Returns the content of a file. Each drawing's id is its seed. */
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
