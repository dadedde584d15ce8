import { X } from "lucide-react";
import { Link } from "react-router";
import { EmailText } from "~/accounts/email-text";
import { nassauTime } from "~/accounts/nassau-time";
import { Badge } from "~/ui/badge";
import { Progress } from "~/ui/progress";
import { StatusBadge } from "~/ui/status-badge";
import { PaymentBadge } from "./admin.list-table";
import type { ApplicationDetail } from "./staff-detail.server";

export function DetailHeader({ application, closeTo }: Pick<ApplicationDetail, "application"> & { closeTo: string }) {
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

export function DetailFacts({ application }: Pick<ApplicationDetail, "application">) {
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
