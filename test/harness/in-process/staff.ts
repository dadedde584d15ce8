import { randomUUID } from "node:crypto";
import type { StaffContext } from "~/accounts/staff.server";
import type { AdminRole } from "~/db/schema/values";
import type { OwnDatabase } from "./own-database";

let made = 0;

/** An active admin of the database, as the context of staff verbs. */
export async function staffMember(database: OwnDatabase, role: AdminRole = "super_admin"): Promise<StaffContext> {
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
  return { staff: { adminId: row?.id ?? "", userId, email, role }, address: "10.0.0.7" };
}
