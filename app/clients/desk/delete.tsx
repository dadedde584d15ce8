import { data, Form, redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { clientMessages, clientPath } from "~/clients/client";
import { deleteClient } from "~/clients/delete-client.server";
import { statusOf } from "~/core/verbs/refused";
import { SubmitButton } from "~/ui/button";
import { QuestionDialog } from "~/ui/notices/question-dialog";
import type { Route } from "./+types/delete";

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request);
  return { keep: clientPath(params.id) };
}

/** `/admin/clients/{id}/delete`: asks, and removes a client with its key dates. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const result = await deleteClient(by, { clientId: params.id });
  if (!result.ok) return data({ problem: result.message || clientMessages.failed }, statusOf(result));
  throw redirect("/admin/people", { headers: { "Set-Cookie": flash("client-removed") } });
}

export default function DeleteClient({ loaderData: { keep: back }, actionData }: Route.ComponentProps) {
  return (
    <QuestionDialog
      title="Remove this client?"
      description={
        <p>
          Their details and key dates are deleted, and they get no more reminders. Their inquiries and cases stay. This
          can’t be undone.
        </p>
      }
      back={back}
      backLabel="Keep client"
      form={
        <Form method="post" replace data-failed={clientMessages.failed}>
          <SubmitButton variant="danger" busyLabel="Removing…">
            Remove client
          </SubmitButton>
        </Form>
      }
      problem={actionData?.problem}
    />
  );
}
