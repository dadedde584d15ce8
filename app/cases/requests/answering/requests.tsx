import { data, redirect } from "react-router";
import { findForHolder } from "~/applications/access/find.server";
import { BackToApplication, QuietPage, quietMeta } from "~/applications/access/quiet-page";
import { dateBoxesPart } from "~/applications/wizard/files/date-boxes-part";
import { requireUploadLimit } from "~/applications/wizard/files/upload-limit.server";
import { correctionPart } from "~/cases/correction-part";
import { readForApplicant } from "~/cases/requests/read-requests.server";
import { requestContext } from "~/core/request-context";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { loadDrawn } from "~/ui/late-part";
import type { Route } from "./+types/requests";
import { handleRequestsForm } from "./answer-form.server";
import { CaseRequests } from "./case-requests";

await loadDrawn(correctionPart, dateBoxesPart);

export const meta: Route.MetaFunction = () => quietMeta("What we need from you");

/** Requires the holder of a submitted application; redirects others to the application's own page. */
async function caseOf(request: Request, applicationId: string) {
  const found = await findForHolder(request, applicationId);
  if (!found || found.application.status === "draft") throw redirect(`/apply/${applicationId}`);
  return found;
}

/** `/apply/{id}/requests`: open and done items as a page of their own. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const { application } = await caseOf(request, params.id);
  const requests = await readForApplicant(application.id);
  if (requests.fields) await correctionPart.load();
  if (requests.open.some(({ dateRule }) => dateRule)) await dateBoxesPart.load();
  const { id, applicationNumber: number, status } = application;
  return { id, number, status, requests: { ...requests, attempt: crypto.randomUUID() } };
}

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const shown = await serverLoader();
  if (shown.requests.fields) await correctionPart.load(request.url);
  if (shown.requests.open.some(({ dateRule }) => dateRule)) await dateBoxesPart.load(request.url);
  return shown;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { application, holder } = await caseOf(request, params.id);
  const { address } = context.get(requestContext);
  await requireUploadLimit(request, address);
  await requireFormLimit(request, address, "case answers");
  const form = await readForm(request);
  const result = await handleRequestsForm({ address, holder }, application.id, form);
  if (result.kind === "refused") return data(result, result.sent ? 200 : 422);
  if (result.kind === "saved") throw redirect(`/apply/${application.id}?saved=1#open`);
  if (result.kind === "pressed") throw redirect(`/apply/${application.id}/requests#${result.input}`);
  const { sent, of, kept } = result;
  throw redirect(
    `/apply/${application.id}?${new URLSearchParams({ sent: `${sent}`, of: `${of}`, kept: `${kept}` })}#open`,
  );
}

export default function Requests({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, status, requests } = loaderData;
  return (
    <QuietPage title="What we need from you">
      <p className="mt-3 text-lg text-stone">
        Application <span className="font-mono whitespace-nowrap text-ink">{number}</span>
      </p>
      <div className="mt-10 grid gap-12">
        <CaseRequests id={id} status={status} requests={requests} answered={actionData} />
      </div>
      <BackToApplication id={id} className="mt-12" />
    </QuietPage>
  );
}
