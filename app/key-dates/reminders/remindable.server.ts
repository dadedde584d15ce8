import { and, type Column, eq, gt, isNotNull, isNull, not, notInArray, or, type SQL, sql } from "drizzle-orm";
import { keyDates } from "~/db/schema/key-dates";
import { singleton } from "~/singleton.server";
import { isInForce } from "../in-force.server";
import { grantedKinds } from "../key-date";

type Exists = (caseId: Column) => SQL;
const renewals = singleton("renewals of cases", (): { exists?: Exists } => ({}));

/** Registers the condition whether a case is being renewed; applications are above key dates. */
export function registerRenewals(exists: Exists): void {
  renewals.exists = exists;
}

function isRenewed(): SQL {
  if (!renewals.exists) throw new Error("Nobody has registered whether a case is being renewed");
  return renewals.exists(keyDates.applicationId);
}

/** A short visa covers one journey, and nobody renews it. */
const isReminded = or(
  sql`${keyDates.kind} <> 'visa'`,
  eq(keyDates.isRemindedAnyway, true),
  gt(sql`${keyDates.endsOn} - ${keyDates.validFrom}`, 180),
);

/**
 * A client's are mailed only if that was chosen for it, and not while its import can be undone; some clients stay after
 * that.
 */
const hasRecipient = (now: Date) => sql`case when ${keyDates.applicationId} is not null
  then exists (select from visa_applications owner where owner.id = ${keyDates.applicationId}
    and owner.user_email <> '' and not owner.is_sample)
  else exists (select from clients owner join client_imports import on import.id = owner.import_id
    where owner.id = ${keyDates.clientId} and owner.email <> '' and owner.is_reminded and not owner.is_sample
      and import.state in ('done', 'undone') and import.finished_at <= ${now.toISOString()}::timestamptz - interval '72 hours')
  end`;

/** For queries of `key_dates`: whether its owner may be mailed about it. */
export const isRemindable = (now: Date) =>
  and(
    isNotNull(keyDates.endsOn),
    isNull(keyDates.settledAt),
    isNull(keyDates.stoppedAt),
    isInForce,
    isReminded,
    hasRecipient(now),
    // What a renewal doesn't replace, such as a passport, is still reminded of.
    or(notInArray(keyDates.kind, [...grantedKinds]), not(isRenewed())),
  );
