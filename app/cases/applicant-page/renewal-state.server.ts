import { and, eq, inArray, isNull, lte } from "drizzle-orm";
import type { FoundApplication } from "~/applications/access/find.server";
import { type MyRenewals, myRenewals } from "~/applications/access/renewals.server";
import { canReapply } from "~/applications/reapply/reapply.server";
import { isServiceAvailable } from "~/applications/start/service-quote.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { keyDates } from "~/db/schema/key-dates";
import { isInForce } from "~/key-dates/in-force.server";
import { grantedKinds } from "~/key-dates/key-date";

/** So many days before its end a renewal is offered above everything else on the page. */
const daysBefore = 120;

/** `due`: something ends soon; `unavailable`: the service is no longer offered; null: not to be renewed. */
export type RenewalState = MyRenewals & { offer: "due" | "possible" | "unavailable" | null };

export async function readRenewalState(
  application: FoundApplication["application"],
  cookie: string | null,
): Promise<RenewalState> {
  const renewals = await myRenewals(application, cookie);
  const isRenewed = renewals.renewedBy.some(({ status }) => status !== "denied" && status !== "withdrawn");
  if (isRenewed || !canReapply(application, "renewal")) return { ...renewals, offer: null };
  const { id, visaServiceId } = application;
  const isOffered = !visaServiceId || (await db.$count(visaServices, isServiceAvailable(visaServiceId))) > 0;
  return { ...renewals, offer: !isOffered ? "unavailable" : (await isEnding(id)) ? "due" : "possible" };
}

/** Whether what a renewal extends ends within these days, or has ended. */
async function isEnding(applicationId: string): Promise<boolean> {
  const last = new Date(`${nassauDay()}T00:00:00Z`);
  last.setUTCDate(last.getUTCDate() + daysBefore);
  const ending = and(
    eq(keyDates.applicationId, applicationId),
    inArray(keyDates.kind, grantedKinds),
    isNull(keyDates.settledAt),
    isInForce,
    lte(keyDates.endsOn, last.toISOString().slice(0, 10)),
  );
  return (await db.$count(keyDates, ending)) > 0;
}
