import { Form, useNavigation } from "react-router";
import { PaymentBadge } from "~/applications/desk/list/table";
import { nassauTime } from "~/ground/time";
import { EmailText } from "~/ui/email-text";
import { Fact, Facts } from "~/ui/lists/facts";
import { Progress } from "~/ui/progress";
import type { ApplicationDetail } from "./case.server";

type DetailFactsProps = Pick<ApplicationDetail, "application"> & {
  /** The outcome of sending a link, when staff asked for one. */
  sent: string | undefined;
};

export function DetailFacts({ application, sent }: DetailFactsProps) {
  const money = (text: string) => Number(text).toLocaleString("en-US", { style: "currency", currency: "USD" });
  const { currentStep, totalSteps, completionPercentage } = application;
  const service = application.serviceName ?? application.applicationType ?? "No service chosen";
  return (
    <Facts band>
      <Fact label="Applicant" className="max-sm:col-span-2">
        {application.name ? <span className="block font-medium">{application.name}</span> : null}
        <Address application={application} sent={sent} />
      </Fact>
      <Fact label="Service" className="max-sm:col-span-2">
        <span className="block font-medium">{service}</span>
        {application.visaType && application.visaType !== service ? (
          <span className="text-stone">{application.visaType}</span>
        ) : null}
      </Fact>
      <Fact label="Progress">
        {completionPercentage}% · step {currentStep} of {totalSteps}
        <Progress
          size="sm"
          value={completionPercentage}
          label="Progress"
          text={`${completionPercentage}%, step ${currentStep} of ${totalSteps}`}
          className="mt-1.5 max-w-40"
        />
      </Fact>
      <Fact label="Payment">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {money(application.amountPaid)} of {money(application.totalAmountDue)}
          <PaymentBadge status={application.paymentStatus} />
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
    </Facts>
  );
}

/** The address; whether a mailed link confirmed it (V-ATK-13), or its owner refused it (V-ATK-14). */
function Address({ application: { userEmail, emailConfirmed }, sent }: DetailFactsProps) {
  const busy = useNavigation().formData?.get("intent") === "send-link";
  if (userEmail === "")
    return (
      <>
        <EmailText email="" className="block" />
        <span className="mt-1 block text-xs text-warning">
          The owner of its address did not begin it. Who began it is asked for another one; until then no mail goes out.
        </span>
      </>
    );
  return (
    <>
      <a
        href={`mailto:${userEmail}`}
        className="rounded-xs text-sea-ink underline decoration-1 underline-offset-2 hover:decoration-2"
      >
        <EmailText email={userEmail} />
      </a>
      {emailConfirmed ? null : (
        <Form method="post" replace preventScrollReset className="mt-1 text-xs text-stone">
          This address is not confirmed yet. Nobody has used the link that we sent there.{" "}
          <button
            type="submit"
            name="intent"
            value="send-link"
            disabled={busy}
            className="min-h-6 rounded-xs font-semibold text-sea-ink underline decoration-1 underline-offset-2 hover:decoration-2"
          >
            Send it again
          </button>
          <span role="status" className="ml-2 font-medium text-ink">
            {sent ?? ""}
          </span>
        </Form>
      )}
    </>
  );
}

function Time({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{nassauTime(at)}</time>;
}
