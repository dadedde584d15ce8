import type { Transaction } from "~/db/client.server";
import type { consultations } from "~/db/schema/consultations";

export type ConsultationRow = typeof consultations.$inferSelect;

/** `was`: the former start; `reason`: of a cancellation by staff. */
export type Announcement =
  | { change: "booked" }
  | { change: "moved"; was: Date }
  | { change: "canceled"; reason?: string };

/**
 * Enqueues the mails of a change: one to the visitor and one to the office. Call it in the transaction of the change,
 * with the row as it is then; its inquiry holds name and email.
 */
export async function announce(_tx: Transaction, _consultation: ConsultationRow, _what: Announcement): Promise<void> {}
