import { redirect } from "react-router";
import { requireStaffToSetUp } from "~/accounts/staff.server";
import { readForm } from "~/bodies/read-form.server";
import { visitContext } from "~/ground/visit";
import type { Route } from "./+types/confirm";
import { confirmItIsYou } from "./confirm.server";
import { confirming, goesOnTo } from "./held-form";

/**
 * `POST /admin/confirm`, from the page `Confirm that it is you`, with the form that waits for it: that is sent on by
 * the browser itself, as it was, once this is confirmed (307). Otherwise the shell shows the page again.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaffToSetUp(request);
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const { address, browser, origin } = visit;
  const given = { password: form.get(confirming.password), code: form.get(confirming.code) };
  const confirmed = await confirmItIsYou({ staff, address, browser, origin }, given);
  if (confirmed.ok)
    return redirect(goesOnTo(form.get(confirming.to)), form.get(confirming.method) === "GET" ? 303 : 307);
  const status = confirmed.reason === "limited" ? 429 : confirmed.reason === "invalid" ? 400 : 403;
  visit.toConfirm = { userId: staff.userId, problem: { message: confirmed.message, status } };
  return new Response(null, { status });
}

/** `GET /admin/confirm?to=…`: the page alone, which leads on to a page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { userId } = await requireStaffToSetUp(request);
  context.get(visitContext).toConfirm = { userId };
  return new Response(null, { status: 403 });
}
