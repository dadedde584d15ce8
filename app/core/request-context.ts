import { createContext } from "react-router";

export type ReauthenticationRequest = { userId: string; problem?: { message: string; status: 400 | 403 | 429 } };

/** What the HTTP shell knows of one request; every loader and action reads it with `context.get(requestContext)`. */
export type RequestContext = {
  requestId: string;
  /** The visitor's network address, with TRUST_PROXY the one the proxy names. */
  address: string;
  /** The kind of the visitor's browser, such as `Chrome on Android`; empty when it is not known. */
  browser: string;
  /** The site's public address without a slash at its end: PUBLIC_URL, or the Host that the visitor asked for. */
  origin: string;
  /** For the router's inline scripts; the CSP allows no others. */
  nonce: string;
  /** The pattern of the route that answers, for the log: unlike a URL it never contains a secret. */
  pattern: string;
  /** Set when a loader or action failed unexpectedly, so that the answer can explain it. */
  failure: "database" | "other" | null;
  /** Set when a block of a page could not be read and is left out: such a page is not cached. */
  unread: "database" | "other" | null;
  /** False when a loader's answer is not worth caching, such as for a filter that no page links to. */
  cacheable: boolean;
  /** A draft that an admin looks at on its page; null for what everybody sees. */
  preview: Preview | null;
  /** Set by an action whose change shows on the next page: the page cache is emptied before the database notifies. */
  changed: boolean;
  /** Set when a verb waits until a user of the staff has confirmed that it is them; with what was wrong about a try. */
  toConfirm?: ReauthenticationRequest;
};

/** A version of the content, and what takes the place of the rows that pages read. */
export type Preview = {
  number: number;
  title: string;
  settings?: readonly { key: string; value: unknown }[];
  /** What it is a version of, and what it says, for readers that ask `previewed` (`content/previewed.server.ts`). */
  thing?: { kind: string; key: string; content: Readonly<Record<string, unknown>> };
};

export const requestContext = createContext<RequestContext>();
