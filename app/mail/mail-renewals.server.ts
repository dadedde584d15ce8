import type { Queryable } from "~/db/client.server";
import type { emailNotifications, StoredData } from "~/db/schema/mail";
import { singleton } from "~/singleton.server";

/** The data of a mail as they are now, or why it would not be true any longer, for staff. */
export type RenewedData = { data: StoredData } | { outdated: string };
type Renew = (from: Queryable, applicationId: string, data: StoredData) => Promise<RenewedData>;

const renewals = singleton("renewals of mails", () => new Map<string, Renew>());

/** Registers how a kind is sent again whose data can become wrong; called by the module that owns it. */
export function registerRenewal(kind: string, renew: Renew): void {
  renewals.set(kind, renew);
}

type Mail = Pick<typeof emailNotifications.$inferSelect, "emailType" | "applicationId" | "templateData">;

/** What a mail says if it is sent again. Of most kinds that is what it said before. */
export async function renewData(
  from: Queryable,
  { emailType, applicationId, templateData }: Mail,
): Promise<RenewedData> {
  const renew = applicationId === null ? undefined : renewals.get(emailType);
  return renew && applicationId ? renew(from, applicationId, templateData) : { data: templateData };
}
