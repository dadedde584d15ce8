import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db, type Transaction } from "~/db/client.server";
import { constraintOf, sqlState } from "~/db/failure.server";
import { log } from "~/log.server";

export type Doing = "creating" | "updating" | "deleting";
export type Refused = { ok: false; status: 400 | 403 | 404 | 409 | 500; message: string };

/** The words of a failure (A-SVC-26 to -28). */
export function refuse(doing: Doing, status: Refused["status"], why: string): Refused {
  return { ok: false, status, message: `Error ${doing} service: ${why}` };
}

/** Every change of the catalogue by staff: one transaction of an active admin, and a failure in words. */
export async function changeServices<Result>(
  doing: Doing,
  { staff }: StaffContext,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result | Refused> {
  try {
    return await db.transaction(async (tx): Promise<Result | Refused> => {
      if (!(await mayAct(tx, staff))) return refuse(doing, 403, "your account is not active any more");
      return change(tx);
    });
  } catch (err) {
    if (constraintOf(err) === "visa_services_slug_unique") return refuse(doing, 409, "another service has this slug");
    if (sqlState(err) === "23503")
      return refuse(doing, 409, "something that it refers to, or that refers to it, changed");
    log.error({ err }, "a service could not be changed");
    return refuse(doing, 500, "the database did not take it; please try again");
  }
}
