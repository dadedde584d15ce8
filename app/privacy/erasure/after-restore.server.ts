import { endInvitations } from "~/accounts/invitations/open.server";
import { endAllSignIns } from "~/accounts/sign-ins/sign-ins.server";
import { endAllHolders, endAllLinks } from "~/applications/access/holder.server";
import { callOffSchedules } from "~/content/editing/due.server";
import { stopAllIssues } from "~/content/newsletter/issues/send-issue.server";
import type { Transaction } from "~/db/client.server";

const why = "It was scheduled in the backup that was restored, and may have been called off since.";

/**
 * Ends rights and pending changes from a backup, which may have been revoked since. Returns messages for the operator,
 * line by line.
 */
export async function endOldRights(tx: Transaction): Promise<string[]> {
  const signIns = await endAllSignIns(tx);
  const holders = await endAllHolders(tx);
  const invited = await endInvitations(tx);
  await endAllLinks(tx);
  const schedules = await callOffSchedules(tx, why);
  const issues = await stopAllIssues(tx);
  return [
    `All sessions of staff (${signIns}) and all browsers of applicants (${holders}) are signed out. Applicants are being sent a new link. Earlier links no longer work, and changes of an email address must be requested again.`,
    ...(invited.length > 0
      ? [`Canceled, invite them again if they are still to be admins: ${invited.join(", ")}.`]
      : []),
    ...schedules.map((line) => `Called off, schedule it again if it is still wanted: ${line}.`),
    ...issues.map((title) => `Stopped, because some readers may have received it since: the newsletter “${title}”.`),
    "Admins, their roles, passwords and second factors, and the subscribers of the newsletter are as in the backup: check the admins before you open the site.",
  ];
}
