import { endAllSignIns } from "~/accounts/sign-ins/sign-ins.server";
import { endAllHolders } from "~/applications/access/holder.server";
import { callOffSchedules } from "~/content/editing/due.server";
import { db } from "~/db/client.server";

const why = "It was scheduled in the backup that was restored, and may have been called off since.";

/**
 * A backup brings back rights that may have ended since, and changes that may have been called off: nothing of both
 * stays. Returns what whoever restores has to know, line by line.
 */
export async function endOldRights(): Promise<string[]> {
  const { signIns, holders, schedules } = await db.transaction(async (tx) => ({
    signIns: await endAllSignIns(tx),
    holders: await endAllHolders(tx),
    schedules: await callOffSchedules(tx, why),
  }));
  return [
    `All sessions of staff (${signIns}) and all browsers of applicants (${holders}) are signed out. Applicants get back by a mailed link.`,
    ...schedules.map((one) => `Called off, schedule it again if it is still meant: ${one}.`),
    "Admins who were deactivated since, and roles that were changed, are as in the backup: look at them before the site is opened.",
  ];
}
