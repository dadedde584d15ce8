const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digits = "0123456789";

/**
 * Parts of typefaces that public pages load in place of the whole (made by `scripts/fonts.ts`). In the mono they print
 * machine-readable lines (`mrz.tsx`), numbers, and the key of a search: nothing else (L-LEAN-4). Other characters, as
 * the desk prints them, come from the whole file (`fonts.css`, where `unicode-range` says the same once more).
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
    // All of them, in the one weight in which italics are set.
    weight: 400,
  },
] as const;
