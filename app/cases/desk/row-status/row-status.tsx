import { data, Form, redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import { safeRedirectPath } from "~/accounts/sign-in/safe-redirect";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { setStatus } from "~/cases/status/desk/set-status.server";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/row-status";

export const meta: Route.MetaFunction = () => [{ title: "Status · Lucaya staff" }];

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request);
  return null;
}

/** `asks`: the problem is a question that a yes answers. */
export type RowStatusAnswer = { problem: string | null; asks: boolean; status: string; seen: string; back: string };

/** `/admin/applications/{id}/status`: sets a status from a row of a list; a script shows the result in the row. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = Object.fromEntries(await readForm(request));
  const back = safeRedirectPath(`${form.back ?? ""}`);
  const requested = { status: `${form.status ?? ""}`, seen: `${form.seen ?? ""}`, back };
  const set = await setStatus(by, { ...form, applicationId: params.id, message: "" });
  if (!set.ok) {
    const problem = set.message || "Failed to update status. Please try again.";
    // Unchecked answers can only be read and accepted on the case's page.
    const asks = set.detail !== undefined && !("unchecked" in set.detail);
    return data<RowStatusAnswer>({ ...requested, problem, asks }, statusOf(set));
  }
  if ("quiet" in form) return data<RowStatusAnswer>({ ...requested, problem: null, asks: false });
  const notice = set.mailed ? "status-updated" : "status-updated-unmailed";
  throw redirect(back, { headers: { "Set-Cookie": flash(notice) } });
}

/** The page without a script: a question, or why nothing was changed. */
export default function RowStatus({ actionData, params }: Route.ComponentProps) {
  const toCase = `/admin/applications/${params.id}`;
  if (!actionData)
    return (
      <section className="max-w-2xl rounded-2xl bg-white p-6 shadow-xs ring-1 ring-line sm:p-8">
        <h1 className="text-2xl">No status was chosen</h1>
        <p className="mt-2 text-stone">Choose one in the list of applications or on the page of the case.</p>
        <ButtonLink to={toCase} className="mt-5">
          Open the case
        </ButtonLink>
      </section>
    );
  const { problem, asks, status, seen, back } = actionData;
  return (
    <section className="max-w-2xl rounded-2xl bg-white p-6 shadow-xs ring-1 ring-line sm:p-8">
      <h1 className="text-2xl">{asks ? problem : "The status was not changed"}</h1>
      {asks ? (
        <p className="mt-2 text-stone">The applicant will be notified immediately.</p>
      ) : (
        <Banner tone="error" role="alert" className="mt-4">
          {problem}
        </Banner>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {asks ? (
          <Form method="post">
            <input type="hidden" name="status" value={status} />
            <input type="hidden" name="seen" value={seen} />
            <input type="hidden" name="back" value={back} />
            <input type="hidden" name="sure" value="yes" />
            <input type="hidden" name="question" value={problem ?? ""} />
            <Button type="submit">Yes, change it</Button>
          </Form>
        ) : (
          <ButtonLink to={toCase}>Open the case</ButtonLink>
        )}
        <ButtonLink to={back} variant="outline">
          {asks ? "No, leave it" : "Back to the list"}
        </ButtonLink>
      </div>
    </section>
  );
}
