import { ArrowLeft } from "lucide-react";
import { Form, redirect, redirectDocument } from "react-router";
import { findForHolder } from "~/applications/access/find.server";
import { QuietPage, quietMeta } from "~/applications/access/quiet-page";
import { requestContext } from "~/core/request-context";
import { SubmitButton } from "~/ui/button";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import { MessageBanner } from "~/ui/notices/banner";
import { forgetUnsent } from "../access/unsent-places";
import type { Route } from "./+types/delete-draft";
import { deleteDraft } from "./delete-draft.server";

export const meta: Route.MetaFunction = () => quietMeta("Delete your draft");

/** `/apply/{id}/delete`: confirms the deletion without JavaScript; with it, a dialog of the wizard does. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await findForHolder(request, params.id);
  if (found?.application.status !== "draft") throw redirect(`/apply/${params.id}`);
  const { id, applicationNumber } = found.application;
  return { id, number: applicationNumber, serviceName: found.serviceName };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const found = await findForHolder(request, params.id);
  if (!found) throw redirect(`/apply/${params.id}`);
  const { address } = context.get(requestContext);
  const result = await deleteDraft({ address, holder: found.holder }, found.application.id);
  if (!result.ok) throw redirect(`/apply/${found.application.id}`);
  throw redirectDocument("/apply/start?deleted=1", { headers: { "Set-Cookie": result.cookie } });
}

/** Also discards what this tab has not saved. */
export function clientAction({ request, serverAction, params }: Route.ClientActionArgs) {
  const send = async () => {
    try {
      return await serverAction();
    } catch (answer) {
      if (answer instanceof Response && answer.headers.get("location")?.includes("deleted")) forgetUnsent(params.id);
      throw answer;
    }
  };
  return orUnreachable({ request, serverAction: send }, (message) => ({ message }));
}

export default function DeleteDraft({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, serviceName } = loaderData;
  return (
    <QuietPage title="Delete this draft?">
      <p className="mt-3 text-lg text-stone">
        Everything that you entered and uploaded for application{" "}
        <span className="font-mono whitespace-nowrap text-ink">{number}</span>
        {serviceName ? ` (${serviceName})` : ""} will be permanently deleted, on every device. You can’t undo this.
      </p>
      <MessageBanner message={actionData?.message} className="mt-7" />
      <Form method="post" className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <SubmitButton variant="danger" size="lg">
          Delete my draft
        </SubmitButton>
        <TextLink to={`/apply/${id}`} look="standalone">
          <ArrowLeft aria-hidden className="size-4" /> Keep draft
        </TextLink>
      </Form>
    </QuietPage>
  );
}
