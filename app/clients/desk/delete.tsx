import { data, Form, redirect, useNavigation } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { clientMessages, clientPath } from "~/clients/client";
import { deleteClient } from "~/clients/delete-client.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { Button, ButtonLink } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import { Dialog } from "~/ui/notices/dialog";
import type { Route } from "./+types/delete";

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request);
  return { keep: clientPath(params.id) };
}

/** `/admin/clients/{id}/delete`: asks, and removes a client with its key dates. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address } = context.get(requestContext);
  const result = await deleteClient({ staff, address }, { clientId: params.id });
  if (!result.ok) return data({ problem: result.message || clientMessages.failed }, statusOf(result));
  throw redirect("/admin/people", { headers: { "Set-Cookie": flash("client-removed") } });
}

export default function DeleteClient({ loaderData: { keep: back }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <Dialog
      open
      onClose={() => document.getElementById("keep-client")?.click()}
      role="alertdialog"
      size="sm"
      closeOnBackdrop={false}
      className="z-40 noscript:fixed noscript:inset-0"
      title="Remove this client?"
      description={
        <p>
          Their details and key dates are deleted, and they get no more reminders. Their inquiries and cases stay. This
          can’t be undone.
        </p>
      }
      footer={
        <>
          <ButtonLink id="keep-client" to={back} replace preventScrollReset variant="outline" data-autofocus="">
            Keep client
          </ButtonLink>
          <Form method="post" replace data-failed={clientMessages.failed}>
            <Button type="submit" variant="danger" busy={busy} busyLabel="Removing…">
              Remove client
            </Button>
          </Form>
        </>
      }
    >
      {actionData?.problem ? (
        <Banner tone="error" role="alert">
          {actionData.problem}
        </Banner>
      ) : null}
    </Dialog>
  );
}
