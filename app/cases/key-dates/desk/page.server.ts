import { eq } from "drizzle-orm";
import { z } from "zod";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { deskKeyDates } from "~/key-dates/key-dates-of.server";

/** The data of the page that changes the key dates of a case; null if there is none. */
export async function readKeyDatePage(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [application] = await db
    .select({
      number: visaApplications.applicationNumber,
      email: visaApplications.userEmail,
      status: visaApplications.status,
    })
    .from(visaApplications)
    .where(eq(visaApplications.id, id));
  return application
    ? {
        id,
        ...application,
        keyDates: await deskKeyDates({ applicationId: id }),
        today: nassauDay(),
        attempt: crypto.randomUUID(),
      }
    : null;
}
