import { standingHold } from "~/applications/removal/held.server";
import type { Queryable } from "~/db/client.server";

/** While a hold stands nothing of the case is erased, neither by the schedule nor on request (V-RET-13). */
export const isHeld = async (from: Queryable, applicationId: string): Promise<boolean> =>
  (await standingHold(from, applicationId)) !== null;
