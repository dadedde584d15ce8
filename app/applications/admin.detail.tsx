import { X } from "lucide-react";
import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { EmailText } from "~/accounts/email-text";
import { flash } from "~/accounts/flash.server";
import { nassauTime } from "~/accounts/nassau-time";
import { requireStaff } from "~/accounts/staff.server";
import { isDatabaseAway } from "~/db/failure.server";
import { log } from "~/log.server";
import { Badge } from "~/ui/badge";
import { Progress } from "~/ui/progress";
import { StatusBadge } from "~/ui/status-badge";
import { useCloseTo } from "~/ui/use-close-to";
import { visitContext } from "~/visit";
import type { Route } from "./+types/admin.detail";
import { StepAnswers } from "./admin.detail-answers";
import { DocumentList, MailList, StatusHistory } from "./admin.detail-records";
import { StatusForm } from "./admin.detail-status";
import { PaymentBadge } from "./admin.list-table";
import { revealAnswers } from "./reveal-answers.server";
import { setStatus } from "./set-status.server";
import { type ApplicationDetail, readApplication } from "./staff-detail.server";

const list = "/admin/applications";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.application.applicationNumber ?? "Application"} · Lucaya staff` },
];

export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const detail = await read(params.id);
  // What can't be shown closes again (A-APPD-6).
  if (!detail) throw redirect(`${list}${url.search}`, { headers: { "Set-Cookie": flash("not-loaded") } });
  return detail;
}

async function read(id: string) {
  try {
    const detail = await readApplication(id);
    if (!detail) log.warn({ room: "applications" }, "staff asked for an application that is not there");
    return detail;
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    log.error({ err }, "an application's detail could not be loaded");
    return null;
  }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const by = { staff, address: context.get(visitContext).address };
  const form = Object.fromEntries(await request.formData());
  if (form.intent === "reveal") {
    const revealed = await revealAnswers(by, { applicationId: params.id, step: form.step });
    if (!revealed.ok) throw data(null, revealed.reason === "forbidden" ? 403 : 404);
    return { revealed };
  }
  const result = await setStatus(by, { ...form, applicationId: params.id });
  if (result.ok) return redirect(`${list}${url.search}`, { headers: { "Set-Cookie": flash("status-updated") } });
  const problem = {
    reason: result.reason,
    message: result.message,
    detail: result.detail,
    status: `${form.status ?? ""}`,
    text: `${form.message ?? ""}`,
  };
  return data({ problem }, result.reason === "failed" ? 500 : 400);
}

/** After every POST, a refused one too: the form says which status was seen, and must see the present one. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === "POST" || defaultShouldRevalidate;
}

export default function ApplicationDetailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { application, steps, documents, history, mails } = loaderData;
  const closeTo = useCloseTo(list);
  const problem = actionData && "problem" in actionData ? actionData.problem : undefined;
  const revealed = actionData && "revealed" in actionData ? actionData.revealed : undefined;
  return (
    <div
      role="dialog"
      aria-labelledby="application"
      className="mx-auto max-w-6xl rounded-2xl bg-white shadow-md ring-1 ring-line max-sm:-mx-4 max-sm:-my-6 max-sm:rounded-none"
    >
      <Header application={application} closeTo={closeTo} />
      <Facts application={application} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 px-4 py-6 sm:px-7 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:items-start">
        <div className="lg:col-start-2">
          <StatusForm application={application} problem={problem} />
        </div>
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <StepAnswers steps={steps} revealed={revealed} />
        </div>
        <div className="grid gap-8 lg:col-start-2">
          <DocumentList documents={documents} />
          <StatusHistory application={application} history={history} />
          <MailList mails={mails} />
        </div>
      </div>
    </div>
  );
}

function Header({ application, closeTo }: Pick<ApplicationDetail, "application"> & { closeTo: string }) {
  return (
    <div className="flex items-start justify-between gap-3 border-b border-line px-4 py-4 sm:px-7 sm:py-5">
      <div className="min-w-0">
        <p className="text-xs font-medium text-stone">Application</p>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 id="application" className="font-mono text-xl font-medium tracking-normal sm:text-2xl">
            {application.applicationNumber}
          </h1>
          <StatusBadge status={application.status} />
          {application.isSample ? <Badge tone="sand">Sample</Badge> : null}
        </div>
      </div>
      <Link
        to={closeTo}
        className="-mr-2 inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-md px-3 font-semibold text-stone hover:bg-foam hover:text-ink"
      >
        <X aria-hidden className="size-5" />
        Close
      </Link>
    </div>
  );
}

function Facts({ application }: Pick<ApplicationDetail, "application">) {
  const money = (text: string) => Number(text).toLocaleString("en-US", { style: "currency", currency: "USD" });
  const { currentStep, totalSteps, completionPercentage } = application;
  const service = application.serviceName ?? application.applicationType ?? "No service chosen";
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4 border-b border-line bg-mist/60 px-4 py-5 sm:gap-x-8 sm:px-7 lg:grid-cols-4">
      <Fact label="Applicant" wide>
        {application.name ? <span className="block font-medium">{application.name}</span> : null}
        <a
          href={`mailto:${application.userEmail}`}
          className="rounded-xs text-sea-ink underline decoration-1 underline-offset-2 hover:decoration-2"
        >
          <EmailText email={application.userEmail} />
        </a>
      </Fact>
      <Fact label="Service" wide>
        <span className="block font-medium">{service}</span>
        {application.visaType && application.visaType !== service ? (
          <span className="text-stone">{application.visaType}</span>
        ) : null}
      </Fact>
      <Fact label="Progress">
        <Progress
          size="sm"
          value={completionPercentage}
          label="Progress"
          text={`${completionPercentage}%, step ${currentStep} of ${totalSteps}`}
          className="mt-1.5 max-w-40"
        />
        <span className="mt-1 block tabular-nums">
          {completionPercentage}% · step {currentStep} of {totalSteps}
        </span>
      </Fact>
      <Fact label="Payment">
        <PaymentBadge status={application.paymentStatus} />
        <span className="mt-1 block tabular-nums">
          {money(application.amountPaid)} of {money(application.totalAmountDue)}
        </span>
      </Fact>
      <Fact label="Started">
        <Time at={application.createdAt} />
      </Fact>
      <Fact label="Submitted">{application.submittedAt ? <Time at={application.submittedAt} /> : "Not yet"}</Fact>
      <Fact label="Last change">
        <Time at={application.lastUpdatedAt} />
      </Fact>
      <Fact label="Reference">
        <span className="font-mono text-xs">{application.id.slice(0, 12)}</span>
      </Fact>
    </dl>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: React.ReactNode }) {
  return (
    <div className={wide ? "min-w-0 max-sm:col-span-2" : "min-w-0"}>
      <dt className="text-xs font-medium text-stone">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function Time({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="tabular-nums">
      {nassauTime(at)}
    </time>
  );
}
