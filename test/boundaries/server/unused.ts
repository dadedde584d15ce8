export const used = "imported by main.ts";

/** Nobody imports it: `npm run check` must see it. */
export const unused = "an export that nobody imports";
