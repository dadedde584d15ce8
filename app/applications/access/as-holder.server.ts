import { eq } from "drizzle-orm";
import { type Activity, recordActivity } from "~/core/activity.server";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { isHolder } from "./holder.server";

/** The acting browser: the hash of its token (`holderOf`), and its IP address. */
export type HolderContext = { address: string; holder: string };

/** What `run` of a holder's verb gets: its transaction, the locked application, and how to record activity. */
export type HolderWork = {
  tx: Transaction;
  application: typeof visaApplications.$inferSelect;
  record: (activity: Recorded) => Promise<void>;
};
type Recorded = Pick<Activity, "actionType" | "details" | "browser">;

/**
 * A verb of the applicant: opens the one transaction, locks the application, and checks that this browser holds it now.
 * A refusal of `run` rolls back. The verb parses its input beforehand, with its own messages.
 */
export async function asHolder<Result extends Done | Refused<unknown>>(
  { address, holder }: HolderContext,
  applicationId: string,
  run: (work: HolderWork) => Promise<Result>,
): Promise<Result | Refused<undefined, "forbidden">> {
  return inTransaction(async (tx): Promise<Result | Refused<undefined, "forbidden">> => {
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
    if (!application || !(await isHolder(tx, applicationId, holder))) return refuse("forbidden");
    const record = ({ details, ...activity }: Recorded) =>
      recordActivity(tx, null, {
        ...activity,
        subjectType: "application",
        subjectId: applicationId,
        // It may be gone by then.
        subjectName: application.applicationNumber,
        details: { number: application.applicationNumber, ...details },
        address,
      });
    return run({ tx, application, record });
  });
}

/** The same for drafts only: an application that is no longer a draft is refused as `closed`. */
export function asHolderOfDraft<Result extends Done | Refused<unknown>>(
  context: HolderContext,
  applicationId: string,
  run: (work: HolderWork) => Promise<Result>,
): Promise<Result | Refused<undefined, "forbidden" | "closed">> {
  return asHolder(
    context,
    applicationId,
    async (work): Promise<Result | Refused<undefined, "closed">> =>
      work.application.status === "draft" ? run(work) : refuse("closed"),
  );
}
