import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { requestByEmail } from "~/applications/access/links-by-email.server";
import { db } from "~/db/client.server";
import { dataLinks } from "~/db/schema/privacy/rights";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { readPrivateLink } from "~/mail/links/private-links.server";
import { enqueueMail } from "~/mail/outbox.server";
import { subjectsOf } from "../requests/subjects.server";

const job = defineJob({
  name: "privacy.send-data-link",
  data: z.object({ email: z.string() }),
  retry: { retries: 5, firstWait: 5, maxWait: 120 },
  timeout: 60,
  retention: 300,
});

/** The queue looks up whether there is any data, so that neither response nor timing reveals it (V-ATK-19). */
export function registerDataLinks(): void {
  registerJob(job, ({ email }) =>
    db.transaction(async (tx) => {
      if ((await subjectsOf(email, tx)).length === 0) return;
      const [link] = await tx.insert(dataLinks).values({ email }).returning({ id: dataLinks.id });
      if (link) await enqueueMail(tx, { kind: "data_link", to: email, toName: "", data: { link: link.id } });
    }),
  );
}

/** Mails a link to all data of an email, if there is any. */
export const sendDataLink = ({ address }: { address: string }, rawEmail: string) =>
  requestByEmail(address, rawEmail, (tx, email) => enqueue(tx, job, { email }));

/** The email of a valid link; undefined for any other or expired one. */
export async function openedBy(token: string): Promise<string | undefined> {
  const link = readPrivateLink("ownData", token);
  if (!link || link.expired) return undefined;
  const [row] = await db.select().from(dataLinks).where(eq(dataLinks.id, link.id)).limit(1);
  if (!row || !link.verify(row.secret)) return undefined;
  const [subscription] = await db
    .select({ open: sql<boolean>`${dataLinks.createdAt} > now() - interval '1 day'` })
    .from(dataLinks)
    .where(eq(dataLinks.id, row.id));
  return subscription?.open ? row.email : undefined;
}
