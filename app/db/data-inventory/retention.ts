import { legalHolds, retentionFailures, retentionRuns } from "../schema/privacy/retention";
import { table } from "./entry";

export const retention = [
  table(
    retentionRuns,
    { of: ["nobody"], why: "record", keeps: ["always"] },
    {
      night: "The day in Nassau on which it ran",
      startedAt: "When it began",
      finishedAt: "When it ended",
      counts: "How many things of each kind it removed",
    },
  ),
  table(
    retentionFailures,
    { of: ["applicant", "inquirer", "visitor"], why: "work", keeps: ["trouble"] },
    {
      kind: "What kind of thing could not be removed",
      subject: "Key of its row",
      name: "Number of the application or reference of the inquiry",
      reason: "What failed, in words without a value",
      since: "Since when",
      failedAt: "When it last failed",
    },
  ),
  table(
    legalHolds,
    { of: ["applicant"], why: "record", keeps: ["application"] },
    {
      id: "Key of the hold",
      applicationId: "The application that nothing is deleted of while it stands",
      restrictedId: "The restricted case instead, once it is one",
      reason: "Why it was placed, in staff's words",
      placedBy: { is: "Email of the admin who placed it", of: ["staff"] },
      placedAt: "When it was placed",
      removalReason: "Why it was removed, in staff's words",
      removedBy: { is: "Email of the admin who removed it", of: ["staff"] },
      removedAt: "When it was removed",
    },
  ),
].flat();
