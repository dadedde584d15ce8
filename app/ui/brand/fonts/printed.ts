const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digits = "0123456789";

/**
 * Subsets of typefaces for public pages (made by `scripts/fonts.ts`). The mono subset only has machine-readable lines
 * (`mrz.tsx`), numbers, and the search key (L-LEAN-4). Other characters come from the whole file; `unicode-range` in
 * `fonts.css` must list the same ones.
 */
export const printed = [
  {
    file: "plex-mono-400.woff2",
    from: "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2",
    characters: `/${digits}<${capitals}`,
  },
  {
    file: "plex-mono-500.woff2",
    from: "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-500-normal.woff2",
    characters: digits,
  },
  {
    file: "fraunces-italic-400.woff2",
    from: "@fontsource-variable/fraunces/files/fraunces-latin-wght-italic.woff2",
    // All characters, in the only weight that has italics.
    weight: 400,
  },
] as const;
