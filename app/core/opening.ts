/** False for prefetches and `HEAD`: nobody sees the page. */
export const isOpening = (request: Request): boolean => request.method === "GET" && !isPrefetch(request);

export function isPrefetch({ headers }: Request): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz") ?? "";
  return /prefetch|prerender|preview/i.test(purpose);
}
