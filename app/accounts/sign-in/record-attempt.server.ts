import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { recordActivity } from "~/core/activity.server";
import { ipKey } from "~/core/rate-limits/limits.server";
import { locks, takeLock } from "~/db/advisory-locks.server";
import { db, type Transaction } from "~/db/client.server";
import { adminActivityLog as activity, adminUsers } from "~/db/schema/accounts";
import { log } from "~/log.server";

/** As in the log. */
export type RefusedFor =
  | "wrong password"
  | "deactivated"
  | "too many tries"
  | "wrong code"
  | "wrong recovery code"
  | "took too long"
  | "passkey";

/** `email` is empty if unknown, such as when the form was not read. */
export type SignInAttempt = {
  reason: RefusedFor;
  email: string;
  address: string;
  browser: string;
};
type Counted = SignInAttempt & { times: number };

const actionType = "sign_in_refused";
/** Equal attempts within this time share one entry, with their number. */
const lineMinutes = 10;
/** Beyond this many entries an hour, attempts at one account share one without an IP. */
const maxLinesPerHour = 300;

let next: { attempts: Map<string, Counted>; stored: Promise<void> } | undefined;
let last: Promise<void> = Promise.resolve();

/**
 * Logs a failed sign-in before the response. Attempts during a write are written together after it, so that a flood
 * uses one connection. Contains no email but an admin's. A failure to write does not change the response.
 */
export function recordAttempt(attempt: SignInAttempt): Promise<void> {
  next ??= startBatch();
  const normalized = { ...attempt, email: attempt.email.trim().toLowerCase(), address: ipKey(attempt.address) };
  const key = JSON.stringify([normalized.reason, normalized.email, normalized.address, normalized.browser]);
  const alike = next.attempts.get(key);
  if (alike) alike.times += 1;
  else next.attempts.set(key, { ...normalized, times: 1 });
  return next.stored;
}

function startBatch() {
  const attempts = new Map<string, Counted>();
  const stored = last.then(async () => {
    next = undefined;
    try {
      await store([...attempts.values()]);
    } catch (err) {
      log.error({ err, tries: attempts.size }, "failed sign-ins could not be recorded");
    }
  });
  last = stored;
  return { attempts, stored };
}

async function store(attempts: Counted[]): Promise<void> {
  await db.transaction(async (tx) => {
    // Serializes instances, so that each can add to the others' entries.
    await takeLock(tx, locks.failedSignIns);
    const emails = attempts.map(({ email }) => email);
    const admins = await tx
      .select({ id: adminUsers.id, email: adminUsers.email })
      .from(adminUsers)
      .where(inArray(sql`lower(${adminUsers.email})`, emails));
    const byEmail = new Map(admins.map((admin) => [admin.email.toLowerCase(), admin]));
    const hour = gt(activity.createdAt, sql`now() - interval '1 hour'`);
    let lines = await tx.$count(activity, and(eq(activity.actionType, actionType), hour));
    for (const attempt of attempts) {
      const line = {
        ...attempt,
        admin: byEmail.get(attempt.email),
        from: { address: attempt.address, browser: attempt.browser },
      };
      if (await addTo(tx, line)) continue;
      if (lines < maxLinesPerHour) await write(tx, line);
      else if (!(await addTo(tx, { ...line, from: null }))) await write(tx, { ...line, from: null });
      lines += 1;
    }
  });
}

type Line = {
  reason: RefusedFor;
  admin: { id: string; email: string } | undefined;
  times: number;
  /** Null for an entry of many IPs. */
  from: { address: string; browser: string } | null;
};

/** Adds to the equal entry of the last ten minutes; false if there is none. */
async function addTo(tx: Transaction, { reason, admin, times, from }: Line): Promise<boolean> {
  const [line] = await tx
    .select({ id: activity.id })
    .from(activity)
    .where(
      and(
        eq(activity.actionType, actionType),
        sql`${activity.details} ->> 'reason' = ${reason}`,
        gt(activity.createdAt, sql`now() - make_interval(mins => ${lineMinutes})`),
        admin ? eq(activity.subjectId, admin.id) : isNull(activity.subjectId),
        from ? eq(activity.address, from.address) : isNull(activity.address),
        from ? sql`${activity.browser} is not distinct from ${from.browser || null}` : undefined,
      ),
    )
    .orderBy(desc(activity.createdAt))
    .limit(1);
  if (!line) return false;
  const changed = sql`jsonb_build_object('times', coalesce((${activity.details} ->> 'times')::int, 1) + ${times}, 'last', now())`;
  await tx
    .update(activity)
    .set({ details: sql`coalesce(${activity.details}, '{}') || ${changed}` })
    .where(eq(activity.id, line.id));
  return true;
}

function write(tx: Transaction, { reason, admin, times, from }: Line): Promise<void> {
  const about = admin ? { subjectType: "admin", subjectId: admin.id, targetAdminEmail: admin.email } : {};
  return recordActivity(tx, null, { actionType, ...about, ...from, details: { reason, times } });
}
