import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { passportSearch } from "~/applications/stored-answers/sealed-answers.server";
import { refuse } from "~/core/verbs/refused";
import { listByPassport } from "./list.server";

const verb = {
  input: z.object({ number: z.string().trim().min(1).max(60) }),
  messages: { invalid: "Please enter the whole number, as shown in the passport." },
};

/**
 * Finds applications with exactly this passport number, ignoring case, spaces and hyphens. The activity log gets who
 * searched and how many were found, never the number.
 */
export function findByPassport(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, record }, { number }) => {
    const digests = passportSearch(number);
    if (digests.length === 0) return refuse("invalid", verb.messages.invalid);
    const rows = await listByPassport(digests, tx);
    await record({ actionType: "passport_number_searched", details: { found: rows.length } });
    return { ok: true, rows };
  });
}
