/** The `handle` of static pages: React renders them on the server and is not sent. */
export const staticPage = { still: true } as const;

export const isStaticPage = (handle: unknown): boolean =>
  typeof handle === "object" && handle !== null && "still" in handle && handle.still === true;
