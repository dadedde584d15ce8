import { HowToPay, ToPay } from "~/applications/payment/payment-words";
import { nextStepTexts, nextStepWhileMissing } from "~/applications/status/status-words";
import type { WizardData } from "~/applications/wizard/data.server";
import { ButtonLink } from "~/ui/button";

const missingIn = ({ documents, later }: Pick<WizardData, "documents" | "later">): string[] => [
  ...(documents?.missing ?? []),
  ...later.map(({ name }) => name),
  ...(documents?.newer ?? []),
];

/** What comes next after the submission: the missing documents, otherwise the application's page. */
export function AfterSubmission({ data }: { data: WizardData }) {
  const { length } = missingIn(data);
  const [label, place] =
    length === 0
      ? ["Go to your application", ""]
      : [`Add the ${length === 1 ? "document" : `${length} documents`}`, "#open"];
  return (
    <ButtonLink to={`/apply/${data.id}${place}`} reloadDocument>
      {label}
    </ButtonLink>
  );
}

export function SubmittedText({ data }: { data: WizardData }) {
  const missing = missingIn(data);
  return (
    <div className="grid gap-3">
      <p>
        Thank you. We have received your application, and a confirmation is on its way to{" "}
        {data.address.email ? (
          <span className="wrap-anywhere text-ink">{data.address.email}</span>
        ) : (
          "your email address"
        )}
        .
      </p>
      <p>
        Its number is <span className="font-mono whitespace-nowrap text-ink">{data.number}</span>.
      </p>
      {missing.length > 0 ? (
        <div>
          <p className="font-semibold text-ink">Still missing</p>
          <ul className="list-disc pl-5">
            {missing.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {data.payment ? (
        <div>
          <p className="font-semibold text-ink">What you pay</p>
          <ToPay {...data.payment} />
          {data.payment.amount ? <HowToPay {...data.payment} /> : null}
        </div>
      ) : null}
      <p>{missing.length > 0 ? nextStepWhileMissing : nextStepTexts.submitted}</p>
    </div>
  );
}
