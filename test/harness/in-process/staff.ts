import { randomUUID } from "node:crypto";
import type { StaffContext } from "~/accounts/staff.server";
import type { AdminRole } from "~/db/schema/values";
import type { TestDatabase } from "./test-database";

let made = 0;

/** The session of a staff member's actions. */
const ownSession = "own-session-";

/** An active admin who has just signed in, as the context of staff verbs. */
export async function staffMember(database: TestDatabase, role: AdminRole = "super_admin"): Promise<StaffContext> {
  const email = `staff${++made}@lucaya.example`;
  const userId = randomUUID();
  await database.query(`insert into "user" (id, name, email, email_verified) values ($1, $2, $2, true)`, [
    userId,
    email,
  ]);
  const [row] = await database.query<{ id: string }>(
    "insert into admin_users (user_id, email, role) values ($1, $2, $3) returning id",
    [userId, email, role],
  );
  const sessionId = ownSession + userId;
  await database.query(
    "insert into session (id, token, user_id, expires_at) values ($1, $1, $2, now() + interval '1 hour')",
    [sessionId, userId],
  );
  return { staff: { adminId: row?.id ?? "", userId, email, role, sessionId }, address: "10.0.0.7" };
}

/** Makes a staff member's session not fresh any longer. */
export const leaveStale = (database: TestDatabase, { staff }: StaffContext) =>
  database.query("update session set fresh_at = now() - interval '10 minutes' where id = $1", [staff.sessionId]);

/** Inserts a session of a user; returns its id. */
export async function openSession(database: TestDatabase, userId: string, seconds = 3600): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into session (id, token, user_id, expires_at, updated_at)
     values ($1, $1, $2, now() + make_interval(secs => $3), now())`,
    [id, userId, seconds],
  );
  return id;
}

/** The ids of a user's sessions, except the one of `staffMember`. */
export const sessionsOf = async (database: TestDatabase, userId: string): Promise<string[]> =>
  (
    await database.query<{ id: string }>("select id from session where user_id = $1 order by created_at", [userId])
  ).flatMap(({ id }) => (id.startsWith(ownSession) ? [] : [id]));

/** The newest entry of the record. */
export const lastRecord = async (database: TestDatabase) =>
  (
    await database.query(
      `select action_type as action, admin_email as by, target_admin_email as target, subject_type as type,
         subject_id as subject, details, address, browser from admin_activity_log order by created_at desc, id desc limit 1`,
    )
  )[0];
