import { eq } from "drizzle-orm";
import type { Queryable, Transaction } from "~/db/client.server";
import { applicationEmailChanges as changes, type visaApplications } from "~/db/schema/applications";
import { enqueueMail } from "~/mail/outbox.server";

/** Whether two addresses are one: case and spaces around them do not count. */
export const sameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

export type OpenChange = typeof changes.$inferSelect;

/** The change that waits for its link; undefined where there is none. */
export async function openChange(from: Queryable, applicationId: string): Promise<OpenChange | undefined> {
  const [open] = await from.select().from(changes).where(eq(changes.applicationId, applicationId));
  return open;
}

type Application = Pick<typeof visaApplications.$inferSelect, "id" | "applicationNumber">;

/** Mails the link of the open change of a locked application to the new address; nothing where there is none. */
export async function mailChangeLink(tx: Transaction, { id, applicationNumber }: Application): Promise<void> {
  const [open] = await tx
    .update(changes)
    .set({ mailedAt: new Date() })
    .where(eq(changes.applicationId, id))
    .returning();
  if (!open) return;
  const by = open.adminEmail === null ? "applicant" : "staff";
  await enqueueMail(
    tx,
    {
      kind: "email_change",
      to: open.newEmail,
      toName: "",
      applicationId: id,
      data: { applicationNumber, email: open.newEmail, by },
    },
    // What staff send is not counted for the address (V-ATK-20).
    { byOthers: by === "applicant" },
  );
}
