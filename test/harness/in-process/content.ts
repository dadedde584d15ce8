import type { RequestContext } from "~/core/request-context";

/** A request context of a public page, for reads called in process. */
export const visitOf = (more: Partial<RequestContext> = {}): RequestContext => ({
  ...{ requestId: "1", address: "10.0.0.7", browser: "", origin: "http://localhost", nonce: "", pattern: "/" },
  ...{ failure: null, unread: null, cacheable: true, changed: false, preview: null },
  ...more,
});
