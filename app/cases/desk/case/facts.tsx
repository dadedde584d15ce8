import { nassauTime } from "~/core/time";
import { TextLink } from "~/ui/link";
import { Fact, Facts } from "~/ui/lists/facts";
import { statusLook } from "~/ui/lists/status-badge";
import { Progress } from "~/ui/progress";
import type { ApplicationDetail } from "../../case-data/case.server";
import { Address, type AddressChange } from "./address";
import { Figures } from "./side";
import { Tier, type TierSet } from "./tier";

type DetailFactsProps = Pick<
  ApplicationDetail,
  "application" | "address" | "tiers" | "feeTexts" | "documents" | "renewals" | "draftAgreement"
> & {
  /** Result of sending a link, if staff sent one. */
  sent: string | undefined;
  /** Result of the form that corrects the email. */
  changed: AddressChange | undefined;
  tierSet: TierSet | undefined;
};

export function DetailFacts(props: DetailFactsProps) {
  const { application, address, tiers, feeTexts, documents, sent, changed, tierSet } = props;
  const { currentStep, totalSteps, completionPercentage } = application;
  const service = application.serviceName ?? application.applicationType ?? "No service chosen";
  return (
    <Facts band>
      <Fact label="Applicant" className="max-sm:col-span-2">
        {application.name ? <span className="block font-medium">{application.name}</span> : null}
        <Address address={address} sent={sent} changed={changed} />
      </Fact>
      <Fact label="Service" className="max-sm:col-span-2">
        <span className="block font-medium">{service}</span>
        {application.visaType && application.visaType !== service ? (
          <span className="text-stone">{application.visaType}</span>
        ) : null}
      </Fact>
      {tiers.length > 0 || application.tierName !== null ? (
        <Fact label="Price" className="max-sm:col-span-2">
          <Tier application={application} tiers={tiers} feeTexts={feeTexts} set={tierSet} />
        </Fact>
      ) : null}
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
      <Figures application={application} documents={documents} className="lg:hidden" />
      <Renewals {...props.renewals} />
      <Fact label="Started">
        <Time at={application.createdAt} />
      </Fact>
      <Fact label="Submitted">
        {application.submittedAt ? <Time at={application.submittedAt} /> : "Not yet"}
        {application.submittedAt ? <Downloads application={application} /> : null}
      </Fact>
      {props.draftAgreement ? <Fact label="Agreement">{props.draftAgreement}</Fact> : null}
      <Fact label="Last change">
        <Time at={application.lastUpdatedAt} />
      </Fact>
      <Fact label="Reference">
        <span className="font-mono text-xs">{application.id.slice(0, 12)}</span>
      </Fact>
    </Facts>
  );
}

function Renewals({ renews, renewedBy }: ApplicationDetail["renewals"]) {
  const link = ({ id, number }: { id: string; number: string }) => (
    <TextLink to={`/admin/applications/${id}`} className="font-mono text-xs">
      {number}
    </TextLink>
  );
  return (
    <>
      {renews ? <Fact label="Renews">{link(renews)}</Fact> : null}
      {renewedBy.length > 0 ? (
        <Fact label="Renewed by">
          {renewedBy.map((renewal) => (
            <span key={renewal.id} className="block">
              {link(renewal)}, {statusLook(renewal.status).label}
            </span>
          ))}
        </Fact>
      ) : null}
    </>
  );
}

/** Downloads of the whole case. A case from before signed records has no PDF. */
function Downloads({ application: { id, signature } }: Pick<ApplicationDetail, "application">) {
  return (
    <span className="no-print mt-1 flex flex-wrap gap-x-4 gap-y-1">
      {signature === null ? null : (
        <a
          href={`/apply/${id}/receipt.pdf`}
          data-fresh=""
          className="text-link text-link-inline inline-flex min-h-6 items-center"
        >
          PDF
        </a>
      )}
      <a
        href={`/admin/applications/${id}/case.zip`}
        data-fresh=""
        className="text-link text-link-inline inline-flex min-h-6 items-center"
      >
        Download all as ZIP
      </a>
    </span>
  );
}

function Time({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{nassauTime(at)}</time>;
}
