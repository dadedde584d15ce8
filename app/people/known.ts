import { type ActionFunctionArgs, data, redirect } from "react-router";
import { z } from "zod";
import { requireStaff } from "~/accounts/staff.server";
import { lineInput } from "~/core/input-schemas.server";
import { readForm } from "~/request-bodies/read-form.server";
import { knownPeople } from "./known.server";

export const loader = () => redirect("/admin/people");

// Input that no record can contain matches nobody.
const schema = z.object({ email: lineInput(254).catch(""), phone: lineInput(100).catch("") });

/** `/admin/people/known`: who has the email or phone that staff entered; a POST, so that no URL contains them. */
export async function action({ request }: ActionFunctionArgs) {
  await requireStaff(request);
  const input = schema.parse(Object.fromEntries(await readForm(request)));
  return data({ known: await knownPeople(input) }, { headers: { "Cache-Control": "private, no-store" } });
}
