import { data, redirect } from "react-router";
import { findForHolder } from "~/applications/access/find.server";
import { BackToApplication, QuietPage, quietMeta } from "~/applications/access/quiet-page";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/messages";
import { handleApplicantMessageForm } from "./answer-form.server";
import { holdersMessages } from "./holders-messages.server";
import { MessageForm } from "./message-form";
import { Thread } from "./thread";
import { threadPlace } from "./thread.server";

export const meta: Route.MetaFunction = () => quietMeta("Messages");

/** `/apply/{id}/messages`: all messages of a case, and the target of their form. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  const found = await findForHolder(request, params.id);
  if (!found || found.application.status === "draft") throw redirect(`/apply/${params.id}`);
  const { id, applicationNumber: number } = found.application;
  return { id, number, ...(await holdersMessages(request, id, found.holder, threadPlace(url.searchParams))) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const answer = await handleApplicantMessageForm(request, params.id, context.get(requestContext).address);
  if (!answer) throw redirect(`/apply/${params.id}`);
  if (answer.ok) throw redirect(`/apply/${answer.id}#messages`);
  return data(answer.unsent, { status: answer.status, headers: answer.headers });
}

/** Passes on the headers of the action's response, such as `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, thread, form } = loaderData;
  const path = `/apply/${id}/messages`;
  return (
    <QuietPage title="Messages">
      <p className="mt-3 text-stone">
        About application <span className="font-mono whitespace-nowrap text-ink">{number}</span>
      </p>
      <MessageForm action={path} form={form} unsent={actionData} side="applicant" />
      <Thread thread={thread} viewer="applicant" path={path} />
      <p className="mt-8">
        <BackToApplication id={id} />
      </p>
    </QuietPage>
  );
}
