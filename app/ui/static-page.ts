/** The `handle` of a route whose pages are read: React draws them on the server and is not sent (L-STILL-1). */
export const staticPage = { still: true } as const;

export const isStaticPage = (handle: unknown): boolean =>
  typeof handle === "object" && handle !== null && "still" in handle && handle.still === true;
