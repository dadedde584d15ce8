/** An address taken for a path, in which a space is `%20`: `npm run check` must see it. */
export const folder = new URL("./pictures/", import.meta.url).pathname;
