import { type ActionFunctionArgs, data, redirect } from "react-router";
import { z } from "zod";
import { requireStaff } from "~/accounts/staff.server";
import { lineInput } from "~/core/input-schemas.server";
import { readForm } from "~/request-bodies/read-form.server";
import { knownPeople } from "./known.server";

export const loader = () => redirect("/admin/people");

// What no record can hold is nobody's.
const asked = z.object({ email: lineInput(254).catch(""), phone: lineInput(100).catch("") });

/** `/admin/people/known`: who has the email or the phone that staff entered; a POST, so that no address holds them. */
export async function action({ request }: ActionFunctionArgs) {
  await requireStaff(request);
  const given = asked.parse(Object.fromEntries(await readForm(request)));
  return data({ known: await knownPeople(given) }, { headers: { "Cache-Control": "private, no-store" } });
}
