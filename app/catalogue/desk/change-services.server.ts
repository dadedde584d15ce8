import type { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { type Done, type Reason, type Refused, refuse } from "~/core/verbs/refused";
import { constraintOf, sqlState } from "~/db/failure.server";

type Doing = "creating" | "updating" | "deleting";

export const slugTaken = "Another service has this slug";

/** Every refusal of the catalogue is worded like this, by the specification. */
export const serviceMessage = (doing: Doing, why: string) => `Error ${doing} service: ${why}`;
export const refuseTo = (doing: Doing, reason: Reason, why: string) => refuse(reason, serviceMessage(doing, why));

type Verb<Schema extends z.ZodType> = { doing: Doing; input: Schema; invalid?: string };

type SlugConflict = { problems: { field: "slug"; message: string }[] };

/** A staff verb of the catalogue: `asStaff` with its messages, and one for database errors. */
export function changeServices<Schema extends z.ZodType, Result extends Done | Refused<unknown>>(
  { doing, input, invalid = "the request names no service" }: Verb<Schema>,
  context: StaffContext,
  rawInput: unknown,
  run: (work: StaffWork, input: z.output<Schema>) => Promise<Result>,
) {
  const messages = {
    invalid: serviceMessage(doing, invalid),
    forbidden: serviceMessage(doing, "your account is no longer active"),
    failed: serviceMessage(doing, "it couldn’t be saved; please try again"),
  };
  const verb = {
    input,
    once: `${doing} service`,
    shown: ["base", "anyway"],
    failed: "a service could not be changed",
    messages: messages,
  };
  return asStaff(context, verb, rawInput, async (work, parsed) => {
    try {
      return await run(work, parsed);
    } catch (err) {
      if (constraintOf(err) === "visa_services_slug_unique") {
        const detail: SlugConflict = { problems: [{ field: "slug", message: slugTaken }] };
        return refuse("conflict", serviceMessage(doing, "another service has this slug"), detail);
      }
      if (sqlState(err) === "23503")
        return refuseTo(doing, "conflict", "something that it refers to, or that refers to it, changed");
      throw err;
    }
  });
}
