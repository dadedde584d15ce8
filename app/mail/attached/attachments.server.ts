import type { StoredData } from "~/db/schema/mail";
import { singleton } from "~/singleton.server";

export type Attachment = { filename: string; contentType: string; content: Buffer };
/** Makes what a mail carries, from its application and data, at each try anew and the same each time. */
type Attach = (applicationId: string | null, data: StoredData) => Promise<Attachment[]>;

const makers = singleton("mail attachments", () => new Map<string, Attach>());

/** Names what the mails of a kind carry; the room that knows it registers it. */
export function registerAttachments(kind: string, attach: Attach): void {
  makers.set(kind, attach);
}

export const attachmentsOf = async (kind: string, applicationId: string | null, data: StoredData) =>
  (await makers.get(kind)?.(applicationId, data)) ?? [];
