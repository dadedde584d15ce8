import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { clientMessages, clientReference } from "./client";
import { removeClients } from "./remove-clients.server";

const verb = {
  input: z.object({ clientId: z.uuid() }),
  failed: "a client could not be removed",
  messages: { failed: clientMessages.failed },
};

/** Removes a client with its key dates. One that is gone already counts as removed. */
export function deleteClient(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, record }, { clientId }) => {
    const removed = await removeClients(tx, [clientId]);
    if (removed.length > 0)
      await record({
        actionType: "client_deleted",
        subjectType: "client",
        subjectId: clientId,
        subjectName: clientReference(clientId),
      });
    return { ok: true };
  });
}
