import { data, Form, redirect, useNavigation } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { Button, ButtonLink } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import { Dialog } from "~/ui/notices/dialog";
import type { Route } from "./+types/delete";
import { deleteInquiry } from "./delete-inquiry.server";
import { inquiryProblems } from "./forms";

const list = "/admin/inquiries";

export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireStaff(request);
  return { keep: `${list}/${params.id}${url.search}` };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address } = context.get(requestContext);
  const result = await deleteInquiry({ staff, address }, { inquiryId: params.id });
  const conflict = !result.ok && result.reason === "conflict" ? result.message : undefined;
  if (!result.ok) return data({ problem: conflict ?? inquiryProblems.delete }, statusOf(result));
  throw redirect(`${list}${url.search}`, { headers: { "Set-Cookie": flash("inquiry-deleted") } });
}

export default function DeleteInquiry({ loaderData: { keep: back }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <Dialog
      open
      onClose={() => document.getElementById("keep-inquiry")?.click()}
      role="alertdialog"
      size="sm"
      closeOnBackdrop={false}
      className="z-40 noscript:fixed noscript:inset-0"
      title="Delete Inquiry"
      description={
        <>
          <p className="font-medium text-ink">Are you sure you want to delete this inquiry?</p>
          <p className="mt-2">Its documents and notes are deleted with it. This can’t be undone.</p>
        </>
      }
      footer={
        <>
          <ButtonLink id="keep-inquiry" to={back} replace preventScrollReset variant="outline" data-autofocus="">
            Cancel
          </ButtonLink>
          <Form method="post" replace data-failed={inquiryProblems.delete}>
            <input type="hidden" name="intent" value="delete" />
            <Button type="submit" variant="danger" busy={busy} busyLabel="Deleting…">
              Delete
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
