import { config } from "~/config.server";

/** What the next page says once: a word, never text from a visitor. */
const notices = [
  "status-updated",
  "status-updated-unmailed",
  "not-loaded",
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

export function flash(notice: Notice): string {
  return `${name}=${notice}; Max-Age=30; ${attributes}`;
}

/** The notice that waits, and the header that puts it away. */
export function readFlash(request: Request): { notice: Notice | null; headers: Record<string, string> } {
  const pairs = (request.headers.get("cookie") ?? "").split(/; */);
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  const notice = notices.find((known) => known === value) ?? null;
  return { notice, headers: value === undefined ? {} : { "Set-Cookie": `${name}=; Max-Age=0; ${attributes}` } };
}
