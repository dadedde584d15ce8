import { data, redirect } from "react-router";
import { safeRedirectPath } from "~/accounts/sign-in/safe-redirect";
import { requireStaff } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/undo";
import { undo } from "./undo.server";

export const meta: Route.MetaFunction = () => [{ title: "Undo · Lucaya staff" }];

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request);
  return null;
}

export type UndoResult = { problem: string | null; back: string };

/** With JavaScript it responds in place; without, it redirects to the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address } = context.get(requestContext);
  const form = await readForm(request);
  const back = safeRedirectPath(String(form.get("back") ?? ""));
  const result = await undo({ staff, address }, { offer: form.get("offer") });
  if (!result.ok) {
    const problem = result.message || "This could not be undone. Please try again.";
    return data<UndoResult>({ problem, back }, statusOf(result));
  }
  if (form.has("quiet")) return data<UndoResult>({ problem: null, back });
  throw redirect(back);
}

/** A refusal without JavaScript. */
export default function Undo({ actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-3xl">Undo</h1>
      {actionData?.problem ? (
        <Banner tone="error" role="alert" title="Nothing was undone" className="mt-4 max-w-2xl">
          {actionData.problem}
        </Banner>
      ) : (
        <p className="mt-2 text-stone">Nothing to undo. You can undo a change for ten seconds after you make it.</p>
      )}
      <ButtonLink to={actionData?.back ?? "/admin"} className="mt-5">
        Back to the page
      </ButtonLink>
    </>
  );
}
