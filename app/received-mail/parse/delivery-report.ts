import type { DeliveryReport, Ours } from "../parsed-mail.ts";
import { hideLinks } from "./hide-links.ts";
import { type MimePart, newBudget, readTree } from "./mime-tree.ts";
import { messageIdOf } from "./read-headers.ts";

const limits = { reportBytes: 100_000, headerBytes: 64_000, detail: 2_000 };

const statuses = ["message/delivery-status", "message/global-delivery-status"];
const originals = ["text/rfc822-headers", "message/global-headers", "message/rfc822", "message/global"];

/** What a delivery status notification (RFC 3464) says of the mail that it returns; null if it names none. */
export async function readReport(parts: MimePart[], ours: Ours): Promise<DeliveryReport | null> {
  const [status, original] = [statuses, originals].map((kinds) =>
    parts.find(({ contentType }) => kinds.includes(contentType.parsed.value)),
  );
  if (!status?.content || !original?.content) return null;
  const returned = await readTree(headOf(original.content), newBudget()).catch(() => null);
  const messageId = returned && messageIdOf(returned);
  if (!messageId) return null;
  const recipients = groupsOf(new TextDecoder().decode(status.content.slice(0, limits.reportBytes)));
  const failed = recipients.find((fields) => fields.get("action")?.toLowerCase() === "failed");
  const fields = failed ?? recipients.find((recipient) => recipient.has("action"));
  if (!fields) return null;
  return { messageId, isPermanent: failed !== undefined, detail: hideLinks(detailOf(fields), ours) };
}

/** Its headers, without the body: that would be a mail of its own. */
function headOf(content: ArrayBuffer): Uint8Array {
  const text = Buffer.from(content).subarray(0, limits.headerBytes).toString("latin1");
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  return Buffer.from(`${text.slice(0, end)}\r\n\r\n`, "latin1");
}

/** `smtp; 550 5.1.1 …` without its kind, or else the status. */
function detailOf(fields: Map<string, string>): string {
  const said = fields.get("diagnostic-code")?.replace(/^[\w-]{1,20}\s*;\s*/, "") || fields.get("status") || "";
  return said.replace(/\s+/g, " ").trim().slice(0, limits.detail);
}

/** The fields of the mail and of each recipient, with names in lower case. */
function groupsOf(text: string): Map<string, string>[] {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]+/g, " ")
    .split(/\n\n+/)
    .map(
      (group) =>
        new Map(
          group.split("\n").flatMap((field) => {
            const at = field.indexOf(":");
            return at > 0 ? [[field.slice(0, at).trim().toLowerCase(), field.slice(at + 1).trim()] as const] : [];
          }),
        ),
    );
}
