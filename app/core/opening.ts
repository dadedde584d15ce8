/** Whether a person opens the page: no browser that fetches ahead, no `HEAD`. */
export const isOpening = (request: Request): boolean => request.method === "GET" && !isPrefetch(request);

/** Whether a browser fetches ahead what its person may never open. */
export function isPrefetch({ headers }: Request): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz") ?? "";
  return /prefetch|prerender|preview/i.test(purpose);
}
