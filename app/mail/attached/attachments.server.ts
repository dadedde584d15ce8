import type { StoredData } from "~/db/schema/mail";
import { singleton } from "~/singleton.server";

export type Attachment = { filename: string; contentType: string; content: Buffer };
/** Builds a mail's attachments from its application and data, again at each try, with the same result. */
type Attach = (applicationId: string | null, data: StoredData) => Promise<Attachment[]>;

const makers = singleton("mail attachments", () => new Map<string, Attach>());

/** Registers the attachments of a kind; called by the module that owns them. */
export function registerAttachments(kind: string, attach: Attach): void {
  makers.set(kind, attach);
}

export const attachmentsOf = async (kind: string, applicationId: string | null, data: StoredData) =>
  (await makers.get(kind)?.(applicationId, data)) ?? [];
