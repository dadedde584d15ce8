import { eq } from "drizzle-orm";
import { z } from "zod";
import { shownName } from "~/accounts/admins/names.server";
import { asStaff } from "~/accounts/as-staff.server";
import { ownerMessages } from "~/accounts/owners/owned";
import type { StaffContext } from "~/accounts/staff.server";
import { giveBooked } from "~/consultations/change.server";
import { clockOf } from "~/consultations/occupy.server";
import { changed } from "~/core/activity-log/changes";
import { refuse } from "~/core/verbs/refused";
import type { Queryable } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { changeable, messages, recorded, startedMessage, which } from "./changeable.server";

const verb = {
  input: z.object({ ...which, adminId: z.uuid() }),
  once: "give consultation",
  shown: ["seen"],
  failed: "a consultation could not be given to another admin",
  messages: { ...messages, invalid: "Choose a person." },
};

export const notFree = (name: string): string => `${name} is not free at that time.`;

export async function findTaker(from: Queryable, adminId: string | null) {
  if (adminId === null) return undefined;
  const [admin] = await from
    .select({ id: adminUsers.id, name: shownName, isActive: adminUsers.isActive })
    .from(adminUsers)
    .where(eq(adminUsers.id, adminId));
  return admin;
}

/** Gives a consultation that hasn't started to an active admin who is free then. */
export function giveConsultation(context: StaffContext, rawInput: unknown) {
  return asStaff(context, verb, rawInput, async (work, { adminId, ...input }) => {
    const { tx, staff, record } = work;
    const found = await changeable(work, input);
    if (!("row" in found)) return found;
    const { row: before } = found;
    if (before.startsAt <= (await clockOf(tx))) return refuse("closed", startedMessage);
    const to = await findTaker(tx, adminId);
    if (!to?.isActive) return refuse("invalid", ownerMessages.inactive);
    if (before.adminId === to.id) return refuse("invalid", `${to.name} takes this consultation already.`);
    const former = await findTaker(tx, before.adminId);
    const row = await giveBooked(tx, before, { adminId: to.id, by: staff.email });
    if (!row) return refuse("conflict", notFree(to.name));
    await record(recorded("given", row, { changes: changed("Taken by", former?.name ?? "Nobody", to.name) }));
    return { ok: true };
  });
}
