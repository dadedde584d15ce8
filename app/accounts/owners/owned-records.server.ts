import { asc, inArray, type SQL } from "drizzle-orm";
import { shownName } from "~/accounts/admins/names.server";
import type { Transaction } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import type { Owned } from "./owned";

export type OwnedRecord = { id: string; ownerId: string | null; dueOn: string | null };

type OwnedTable = typeof visaApplications | typeof visaInquiries;
const tableOf = (of: Owned): OwnedTable => (of === "application" ? visaApplications : visaInquiries);

/** Locks in the order of the ids, so that two requests for the same records can't deadlock. */
export function lockOwned(
  tx: Transaction,
  of: Owned,
  condition: (table: OwnedTable) => SQL | undefined,
): PromiseLike<OwnedRecord[]> {
  const t = tableOf(of);
  const columns = { id: t.id, ownerId: t.ownerId, dueOn: t.dueOn };
  return tx.select(columns).from(t).where(condition(t)).orderBy(asc(t.id)).for("update");
}

export const lockRecords = (tx: Transaction, of: Owned, ids: string[]) => lockOwned(tx, of, (t) => inArray(t.id, ids));

export async function writeOwnership(
  tx: Transaction,
  of: Owned,
  rows: readonly OwnedRecord[],
  values: { ownerId: string | null } | { dueOn: string | null },
): Promise<void> {
  const t = tableOf(of);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.update(t).set(values).where(inArray(t.id, ids));
}

export async function adminNames(
  tx: Transaction,
  owners: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(owners.flatMap((owner) => owner ?? []))];
  if (ids.length === 0) return new Map();
  const admins = await tx
    .select({ id: adminUsers.id, name: shownName })
    .from(adminUsers)
    .where(inArray(adminUsers.id, ids));
  return new Map(admins.map(({ id, name }) => [id, name]));
}
