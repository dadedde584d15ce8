import { cookieHeader, cookieName, readCookies } from "~/ground/cookie.server";

/** What the next page says once: a word, never text from a visitor. */
const notices = [
  "status-updated",
  "status-updated-unmailed",
  "not-loaded",
  "drafts-deleted",
  "samples-removed",
  "mail-resent",
  "service-gone",
  "service-created",
  "service-updated",
  "service-deleted",
  "service-activated",
  "service-deactivated",
  "inquiry-saved",
  "inquiry-deleted",
  "export-busy",
  "export-failed",
  "password-changed",
  "signed-out-everywhere",
] as const;
export type Notice = (typeof notices)[number];

const name = cookieName("lucaya_notice");

/** `counts` are what its words count. */
export function flash(notice: Notice, ...counts: number[]): string {
  return cookieHeader(name, [notice, ...counts].join("."), 30);
}

/** The notice that waits, and the header that puts it away. */
export function readFlash(request: Request): {
  notice: Notice | null;
  counts: number[];
  headers: Record<string, string>;
} {
  const value = readCookies(request.headers.get("cookie"), name)[name];
  const [word, ...numbers] = value?.split(".") ?? [];
  const notice = notices.find((known) => known === word) ?? null;
  const counts = numbers.map((text) => (/^\d{1,9}$/.test(text) ? Number(text) : 0));
  return { notice, counts, headers: value === undefined ? {} : { "Set-Cookie": cookieHeader(name, "", 0) } };
}
