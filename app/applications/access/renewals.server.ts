import { and, desc, eq, notInArray } from "drizzle-orm";
import { asVisibleToApplicant } from "~/applications/status/undoable-status.server";
import { db, type Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { firstWithAccess, tokenHashesByApplication } from "./holder.server";

const linked = {
  id: visaApplications.id,
  number: visaApplications.applicationNumber,
  status: visaApplications.status,
};

/** The renewal of a case that is neither deleted, denied nor withdrawn; there is one at most. */
export async function readRenewal(from: Queryable, caseId: string) {
  const [renewal] = await from
    .select(linked)
    .from(visaApplications)
    .where(and(eq(visaApplications.renewsId, caseId), notInArray(visaApplications.status, ["denied", "withdrawn"])));
  return renewal;
}

type Application = Pick<typeof visaApplications.$inferSelect, "id" | "renewsId">;

/** The case that an application renews, and its own renewals, the newest first. */
export async function readRenewals({ id, renewsId }: Application, from: Queryable = db) {
  const [renewed, renewals] = await Promise.all([
    renewsId ? from.select(linked).from(visaApplications).where(eq(visaApplications.id, renewsId)) : [],
    from
      .select(linked)
      .from(visaApplications)
      .where(eq(visaApplications.renewsId, id))
      .orderBy(desc(visaApplications.createdAt)),
  ]);
  return { renews: renewed[0] ?? null, renewedBy: renewals };
}

/** The same for a holder; `isMine`: this browser can open it. */
export async function myRenewals(application: Application, cookie: string | null) {
  const { renews, renewedBy } = await readRenewals(application);
  const tokens = tokenHashesByApplication(cookie ?? "");
  const mine = async <Row extends { id: string }>(row: Row) => {
    const token = tokens.get(row.id);
    return { ...row, isMine: token !== undefined && (await firstWithAccess([token])) !== undefined };
  };
  const seen = await asVisibleToApplicant(renewedBy);
  return { renews: renews && (await mine(renews)), renewedBy: await Promise.all(seen.map(mine)) };
}

export type MyRenewals = Awaited<ReturnType<typeof myRenewals>>;
