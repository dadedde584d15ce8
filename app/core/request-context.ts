import { createContext } from "react-router";

export type ReauthenticationRequest = { userId: string; problem?: { message: string; status: 400 | 403 | 429 } };

/** What the HTTP layer knows of one request; loaders and actions read it with `context.get(requestContext)`. */
export type RequestContext = {
  requestId: string;
  /** The client's IP; with TRUST_PROXY the one that the proxy names. */
  address: string;
  /** Such as `Chrome on Android`; empty if unknown. */
  browser: string;
  /** The site's public origin without a trailing slash: PUBLIC_URL, or the request's Host. */
  origin: string;
  /** For the router's inline scripts; the CSP allows no others. */
  nonce: string;
  /** The route's pattern, for the log: unlike a URL it never contains a secret. */
  pattern: string;
  /** Set when a loader or action failed unexpectedly, so that the response can explain it. */
  failure: "database" | "other" | null;
  /** Set when a part of the page could not be read and is left out: such a page is not cached. */
  unread: "database" | "other" | null;
  /** False when a response is not worth caching, such as for a filter that no page links to. */
  cacheable: boolean;
  /** The draft that an admin previews; null for the published content. */
  preview: Preview | null;
  /** Set by an action whose change the next page shows: invalidates the page cache before the database notifies. */
  changed: boolean;
  /** Set when a verb requires reauthentication, with what was wrong about the last try. */
  toConfirm?: ReauthenticationRequest;
};

/** A version of the content, shown in place of the published rows. */
export type Preview = {
  number: number;
  title: string;
  settings?: readonly { key: string; value: unknown }[];
  /** The content item and its version, for readers that call `previewed` (`content/previewed.server.ts`). */
  thing?: { kind: string; key: string; content: Readonly<Record<string, unknown>> };
};

export const requestContext = createContext<RequestContext>();
