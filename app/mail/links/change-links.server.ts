import { and, eq, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { applicationEmailChanges } from "~/db/schema/email-changes";
import { readToken, sealedLink } from "./private-links.server";

/** The link that confirms another address works for a week (N-EMAIL-7). */
const changeLinkDays = 7;

/** The private link that confirms a change of address; its secret is the change's own, so a later change ends it. */
export function changeLink({ applicationId, secret }: { applicationId: string; secret: string }): string {
  const expiresAt = Date.now() + changeLinkDays * 86_400_000;
  return sealedLink("/application/email", "email change", applicationId, secret, expiresAt);
}

/** Reads the application's id from a token, unverified; `verify` checks the token with the secret of the change. */
export function readChangeToken(token: string) {
  const read = readToken(token);
  return (
    read && {
      applicationId: read.id,
      expired: read.expired,
      verify: (secret: string) => read.verify("email change", secret),
    }
  );
}

/** The link for a mail to this address; undefined when the application does not wait for it any more. */
export async function changeLinkTo(applicationId: string, email: string): Promise<string | undefined> {
  const [change] = await db
    .select({ applicationId: applicationEmailChanges.applicationId, secret: applicationEmailChanges.secret })
    .from(applicationEmailChanges)
    .where(
      and(
        eq(applicationEmailChanges.applicationId, applicationId),
        eq(sql`lower(${applicationEmailChanges.newEmail})`, email.toLowerCase()),
      ),
    );
  return change && changeLink(change);
}
