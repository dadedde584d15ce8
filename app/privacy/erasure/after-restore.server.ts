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
    `All sessions of staff (${signIns}) and all browsers of applicants (${holders}) are signed out. Applicants get back by a link that is mailed to them now: earlier links open nothing, and a change of an address is to be asked for again.`,
    ...(invited.length > 0
      ? [`Canceled, invite them again if they are still to be admins: ${invited.join(", ")}.`]
      : []),
    ...schedules.map((line) => `Called off, schedule it again if it is still meant: ${line}.`),
    ...issues.map((title) => `Stopped, as some readers may have had it since: the newsletter “${title}”.`),
    "Admins, their roles, passwords and second factors, and the subscribers of the newsletter are as in the backup: look at the admins before the site is opened.",
  ];
}
