import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { changed } from "~/core/activity-log/changes";
import { refuse } from "~/core/verbs/refused";
import { clients } from "~/db/schema/clients";
import { lockClient, revised } from "./change-client.server";
import { clientMessages } from "./client";

const verb = {
  input: z.object({
    clientId: z.uuid(),
    revision: z.coerce.number().int().min(0),
    reminded: z.literal("yes").optional(),
  }),
  failed: "the reminders of a client could not be set",
  messages: { failed: clientMessages.failed },
};

/** Chooses whether a client gets reminders of its key dates by email. */
export function setClientReminders(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, record }, { reminded, ...asked }) => {
    const locked = await lockClient(tx, asked);
    if (!locked.ok) return locked;
    const { id, email, isReminded: was } = locked.client;
    const isReminded = reminded === "yes";
    if (isReminded === was) return { ok: true };
    if (isReminded && email === "") return refuse("invalid", "Enter their email address first.");
    await tx
      .update(clients)
      .set({ isReminded, ...revised })
      .where(eq(clients.id, id));
    const [from, to] = was ? ["on", "off"] : ["off", "on"];
    const changes = changed("Reminders by email", from, to);
    await record({ actionType: "client_reminders_set", subjectType: "client", subjectId: id, changes });
    return { ok: true };
  });
}
