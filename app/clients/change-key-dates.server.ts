import { eq } from "drizzle-orm";
import { z } from "zod";
import type { StaffWork } from "~/accounts/as-staff.server";
import { refuse } from "~/core/verbs/refused";
import { clients } from "~/db/schema/clients";
import { type KeyDateChange, keyDateVerbs } from "~/key-dates/change-key-dates.server";
import { mostKeyDates } from "~/key-dates/key-date";
import { touched } from "./change-client.server";
import { clientMessages } from "./client";

const ofClient = z.object({ clientId: z.uuid(), attempt: z.uuid().optional() });

async function lockClient(tx: StaffWork["tx"], { clientId }: z.output<typeof ofClient>) {
  const [client] = await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for("update");
  return client
    ? { ok: true as const, owner: { clientId }, record: clientId }
    : refuse("not-found", clientMessages.gone);
}

/** Records a change, which counts as a change of the client. */
async function written({ tx, record }: StaffWork, clientId: string, { change, changes }: KeyDateChange) {
  await tx.update(clients).set(touched).where(eq(clients.id, clientId));
  const what = change === "corrected" ? "changed" : change;
  await record({ actionType: `client_key_date_${what}`, subjectType: "client", subjectId: clientId, changes });
  return { ok: true as const };
}

/** Staff change the key dates of an imported client by these. */
export const {
  add: addClientKeyDate,
  correct: correctClientKeyDate,
  remove: removeClientKeyDate,
  settle: settleClientKeyDate,
  unsettle: unsettleClientKeyDate,
} = keyDateVerbs({
  noun: "a client",
  input: ofClient,
  messages: { failed: clientMessages.failed, tooMany: `A client has ${mostKeyDates} key dates at most.` },
  lock: lockClient,
  written,
});
