import { eq } from "drizzle-orm";
import type { StaffWork } from "~/accounts/as-staff.server";
import { visaApplications } from "~/db/schema/applications";

/** Locks the application; undefined if there is none. */
export async function lockedApplication({ tx }: Pick<StaffWork, "tx">, id: string) {
  const [application] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id)).for("update");
  return application;
}
