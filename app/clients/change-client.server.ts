import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { refuseUnlessFresh } from "~/accounts/reauthentication/fresh.server";
import type { StaffContext } from "~/accounts/staff.server";
import { changed, changedUnseen } from "~/core/activity-log/changes";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { type ClientRow, clients } from "~/db/schema/clients";
import { type ClientProblems, clientFields, clientMessages } from "./client";
import { type CheckedClient, checkClient } from "./client-input.server";

const seen = z.object({ clientId: z.uuid(), revision: z.coerce.number().int().min(0) });
type Changed = Done | Refused<ClientProblems | undefined>;

/** Locks a client as the page showed it: refuses if it is gone, or if somebody else has changed it since. */
export async function lockClient(
  tx: Transaction,
  { clientId, revision }: z.output<typeof seen>,
): Promise<Done<{ client: ClientRow }> | Refused> {
  const [client] = await tx.select().from(clients).where(eq(clients.id, clientId)).for("update");
  if (!client) return refuse("not-found", clientMessages.gone);
  return client.revision === revision ? { ok: true, client } : refuse("conflict", clientMessages.stale);
}

/** Of every change by staff: undoing the import asks first. */
export const touched = { changedAt: sql`now()` };
/** Of a change of what the form of its details shows: an older page overwrites nothing. */
export const revised = { ...touched, revision: sql`${clients.revision} + 1` };

/**
 * Corrects what is known of a client. The activity log says which contact details changed, never to what. Requires a
 * fresh session if its reminders would go to another email.
 */
export async function changeClient(context: StaffContext, input: unknown): Promise<Changed> {
  const { client: corrected, problems } = await checkClient(input);
  if (problems) return refuse("invalid", clientMessages.invalid, problems);
  const verb = {
    input: seen,
    failed: "a client could not be corrected",
    rethrowsUnavailable: true,
    messages: { failed: clientMessages.failed },
  };
  return asStaff(context, verb, input, async ({ tx, staff, record }, asked): Promise<Changed> => {
    const locked = await lockClient(tx, asked);
    if (!locked.ok) return locked;
    const { client } = locked;
    const changes = await changesOf(tx, client, corrected);
    if (changes.length === 0) return { ok: true };
    const isOtherEmail = client.email.toLowerCase() !== corrected.email.toLowerCase();
    const unconfirmed = client.isReminded && isOtherEmail ? await refuseUnlessFresh({ tx, staff }) : null;
    if (unconfirmed) return unconfirmed;
    await tx
      .update(clients)
      .set({ ...corrected, ...revised, isReminded: client.isReminded && corrected.email !== "" })
      .where(eq(clients.id, client.id));
    await record({ actionType: "client_changed", subjectType: "client", subjectId: client.id, changes });
    return { ok: true };
  });
}

const personal = ["name", "email", "phone", "nationality", "reference"] as const;

async function changesOf(tx: Transaction, before: ClientRow, after: CheckedClient) {
  const hidden = personal
    .filter((name) => before[name] !== after[name])
    .map((name) => changedUnseen(clientFields[name]));
  if (before.serviceId === after.serviceId) return hidden;
  const [from, to] = await Promise.all([before.serviceId, after.serviceId].map((id) => serviceName(tx, id)));
  return [...hidden, ...changed(clientFields.service, from, to)];
}

async function serviceName(tx: Transaction, id: string | null): Promise<string> {
  if (id === null) return "";
  const [row] = await tx.select({ name: visaServices.serviceName }).from(visaServices).where(eq(visaServices.id, id));
  return row?.name ?? "";
}
