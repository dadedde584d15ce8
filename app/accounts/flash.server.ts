import { cookieHeader, cookieName, readCookies } from "~/core/cookie.server";

/** Shown once by the next page. A cookie has the notice's name, never a visitor's text. */
const notices = [
  "status-updated",
  "status-updated-unmailed",
  "not-loaded",
  "drafts-deleted",
  "samples-removed",
  "mail-resent",
  "service-gone",
  "service-created",
  "service-created-in-country",
  "service-updated",
  "service-updated-in-country",
  "service-deleted",
  "service-activated",
  "service-deactivated",
  "inquiry-saved",
  "inquiry-deleted",
  "inquiry-entered",
  "answer-recorded",
  "email-put",
  "email-discarded",
  "email-tried-again",
  "application-made",
  "application-made-before",
  "draft-begun",
  "invitation-sent",
  "step-entered",
  "invoice-made",
  "invoice-made-unmailed",
  "invoice-voided",
  "invoice-voided-unmailed",
  "invoice-void-before",
  "pay-link-added",
  "pay-link-added-unmailed",
  "pay-link-withdrawn",
  "export-busy",
  "export-failed",
  "people-joined",
  "people-separated",
  "people-told-apart",
  "record-told-apart",
  "person-gone",
  "client-saved",
  "client-removed",
  "password-changed",
  "signed-out-everywhere",
  "sign-in-anew",
  "content-saved",
  "content-published",
  "content-scheduled",
  "content-called-off",
  "content-restored",
  "redirect-added",
  "redirect-removed",
  "subscriber-removed",
  "issue-sending",
  "issue-stopped",
  "issue-test-sent",
  "links-checking",
  "file-deleted",
  "content-offline",
  "content-moved",
  "content-ordered",
  "content-removed",
] as const;
export type Notice = (typeof notices)[number];

const name = cookieName("lucaya_notice");

/** `counts`: numbers in the notice's text. */
export function flash(notice: Notice, ...counts: number[]): string {
  return cookieHeader(name, [notice, ...counts].join("."), 30);
}

/** Also returns the header that deletes the cookie. */
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
