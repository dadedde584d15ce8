import type { Queryable } from "~/db/client.server";
import { survivesReload } from "~/survives-reload.server";

type Holds = (from: Queryable, applicationId: string) => Promise<boolean>;

const known = survivesReload<{ holds?: Holds }>("legal holds", () => ({}));

/** Who places holds says what is held: nothing of it is erased, neither by the schedule nor on request (V-RET-13). */
export function registerHolds(holds: Holds): void {
  known.holds = holds;
}

export const isHeld: Holds = async (from, applicationId) => known.holds?.(from, applicationId) ?? false;
