import { data, redirect } from "react-router";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { threadPlace } from "~/cases/messages/thread.server";
import { revalidateHeaders } from "~/core/revalidate";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { MessageBanner } from "~/ui/notices/banner";
import type { Route } from "./+types/messages";
import { handleDeskMessageForm } from "./answer-form.server";
import { requestCorrection } from "./ask-correction.server";
import { deskMessages, findCase } from "./desk-messages.server";
import { DeskThread } from "./section";
import { needsNoAnswer } from "./write-to-applicant.server";

export const meta: Route.MetaFunction = () => [{ title: "Messages · Lucaya staff" }];

/** `/admin/applications/{id}/messages`: all messages of a case, and their form. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const application = await findCase(params.id);
  const messages = application && (await deskMessages(request, staff, application, threadPlace(url.searchParams)));
  if (!messages) throw redirect("/admin/applications");
  return { id: application.id, number: application.number, messages };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = await readForm(request);
  if (form.get("intent") === "ask-correction") {
    const [messageId, attempt] = [form.get("message"), form.get("attempt")];
    const result = await requestCorrection(by, { applicationId: params.id, messageId, attempt });
    if (!result.ok) return data({ problem: result.message }, statusOf(result));
    throw redirect(`/admin/applications/${params.id}#requests`, { headers: revalidateHeaders });
  }
  if (form.get("intent") === "no-answer") {
    const input = { applicationId: params.id, seen: form.get("seen") ?? undefined };
    const done = await needsNoAnswer(by, input);
    if (!done.ok) throw data(null, statusOf(done));
    // Stay: another form on the page has unsent text.
    if (form.get("stay") === "yes") return null;
  } else {
    const outcome = await handleDeskMessageForm(request, by, params.id);
    if (!outcome.ok) return data(outcome.unsent, { status: outcome.status, headers: outcome.headers });
  }
  // Forces a reload: the target may differ from the current URL only in its hash.
  throw redirect(`/admin/applications/${params.id}#messages`, { headers: revalidateHeaders });
}

export default function CaseMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, messages } = loaderData;
  return (
    <CaseSubpage id={id} number={number} title="Messages" part="#messages">
      <MessageBanner message={actionData && "problem" in actionData ? actionData.problem : null} />
      <div>
        <DeskThread
          id={id}
          messages={messages}
          unsent={actionData && !("problem" in actionData) ? actionData : undefined}
        />
      </div>
    </CaseSubpage>
  );
}
