import { config } from "~/config.server";

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

const name = config.secure ? "__Host-lucaya_notice" : "lucaya_notice";
// The whole site: the router asks for the data of `/admin` at `/admin.data`, which no narrower path covers.
const attributes = `Path=/; HttpOnly; SameSite=Lax${config.secure ? "; Secure" : ""}`;

/** `counts` are what its words count. */
export function flash(notice: Notice, ...counts: number[]): string {
  return `${name}=${[notice, ...counts].join(".")}; Max-Age=30; ${attributes}`;
}

/** The notice that waits, and the header that puts it away. */
export function readFlash(request: Request): {
  notice: Notice | null;
  counts: number[];
  headers: Record<string, string>;
} {
  const pairs = (request.headers.get("cookie") ?? "").split(/; */);
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  const [word, ...given] = value?.split(".") ?? [];
  const notice = notices.find((known) => known === word) ?? null;
  const counts = given.map((text) => (/^\d{1,9}$/.test(text) ? Number(text) : 0));
  return { notice, counts, headers: value === undefined ? {} : { "Set-Cookie": `${name}=; Max-Age=0; ${attributes}` } };
}
