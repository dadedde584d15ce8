import { eq } from "drizzle-orm";
import { z } from "zod";
import { type Activity, recordActivity } from "~/core/activity.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { type Once, runVerb, type Verb } from "~/core/verbs/run-verb.server";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { isHolder } from "./holder.server";

/** `holder`: hash of the acting browser's token (`holderOf`). */
export type HolderContext = { address: string; holder: string };

export type HolderWork = {
  tx: Transaction;
  application: typeof visaApplications.$inferSelect;
  once: Once;
  record: (activity: Recorded) => Promise<void>;
};
type Recorded = Pick<Activity, "actionType" | "details" | "browser">;

type Run<Input, Result> = (work: HolderWork, input: Input) => Promise<Result>;
type Forbidden = Refused<undefined, "forbidden">;

/** Runs a verb with the application locked, if this browser may open it. The short form needs no input. */
export function asHolder<Result extends Done | Refused<unknown>>(
  context: HolderContext,
  applicationId: string,
  run: Run<unknown, Result>,
): Promise<Result | Forbidden>;
export function asHolder<Schema extends z.ZodType, Result extends Done | Refused<unknown>>(
  context: HolderContext,
  applicationId: string,
  verb: Verb<Schema>,
  rawInput: unknown,
  run: Run<z.output<Schema>, Result>,
): Promise<Result | Refused>;
export function asHolder<Schema extends z.ZodType, Result extends Done | Refused<unknown>>(
  { address, holder }: HolderContext,
  applicationId: string,
  ...declared: [Run<unknown, Result>] | [Verb<Schema>, unknown, Run<z.output<Schema>, Result>]
): Promise<Result | Refused> {
  const admit = async (tx: Transaction) => {
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
        // The application may be deleted by then.
        subjectName: application.applicationNumber,
        details: { number: application.applicationNumber, ...details },
        address,
      });
    return { ok: true as const, work: { application, record } };
  };
  const actor = { owner: holder, subject: applicationId, admit };
  if (declared.length === 1) return runVerb(actor, { input: z.unknown() }, undefined, declared[0]);
  return runVerb(actor, ...declared);
}

/** Like `asHolder`, but refuses an application that is no longer a draft as `closed`. */
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
