import { eq, sql } from "drizzle-orm";
import { beginGrace } from "~/accounts/factors/due.server";
import type { SignInContext } from "~/accounts/sign-in/sign-in-context";
import { findStaff, isOverdue } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { recordActivity } from "~/ground/activity.server";
import { log } from "~/log.server";

/** How somebody signed in, in the words of the record (V-SESS-4). */
export type SignInWay = "password" | "code" | "recovery code" | "passkey";

/**
 * Sets `last_login_at` of the admin record, records the sign-in, and begins the days of grace for a second factor.
 * Whether that is overdue is returned. A user without an admin record is signed in, but gets 403.
 */
export async function rememberSignIn(
  userId: string,
  { address, browser }: Pick<SignInContext, "address" | "browser">,
  way: SignInWay,
): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      const staff = await findStaff(userId, tx);
      if (!staff) return false;
      await tx.update(adminUsers).set({ lastLoginAt: sql`now()` }).where(eq(adminUsers.id, staff.adminId));
      await beginGrace(tx, staff);
      const subject = { subjectType: "admin", subjectId: staff.adminId };
      await recordActivity(tx, staff, { actionType: "signed_in", ...subject, details: { way }, address, browser });
      return isOverdue(staff);
    });
  } catch (err) {
    log.error({ err }, "the admin record of a sign-in could not be loaded");
    return false;
  }
}
