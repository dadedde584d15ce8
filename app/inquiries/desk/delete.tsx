import { data, Form, redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { statusOf } from "~/core/verbs/refused";
import { SubmitButton } from "~/ui/button";
import { QuestionDialog } from "~/ui/notices/question-dialog";
import type { Route } from "./+types/delete";
import { deleteInquiry } from "./delete-inquiry.server";
import { inquiryProblems } from "./forms";

const list = "/admin/inquiries";

export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireStaff(request);
  return { keep: `${list}/${params.id}${url.search}` };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const result = await deleteInquiry(by, { inquiryId: params.id });
  const conflict = !result.ok && result.reason === "conflict" ? result.message : undefined;
  if (!result.ok) return data({ problem: conflict ?? inquiryProblems.delete }, statusOf(result));
  throw redirect(`${list}${url.search}`, { headers: { "Set-Cookie": flash("inquiry-deleted") } });
}

export default function DeleteInquiry({ loaderData: { keep: back }, actionData }: Route.ComponentProps) {
  return (
    <QuestionDialog
      title="Delete Inquiry"
      description={
        <>
          <p className="font-medium text-ink">Are you sure you want to delete this inquiry?</p>
          <p className="mt-2">Its documents and notes are deleted with it. This can’t be undone.</p>
        </>
      }
      back={back}
      form={
        <Form method="post" replace data-failed={inquiryProblems.delete}>
          <input type="hidden" name="intent" value="delete" />
          <SubmitButton variant="danger" busyLabel="Deleting…">
            Delete
          </SubmitButton>
        </Form>
      }
      problem={actionData?.problem}
    />
  );
}
