import { HowToPay, ToPay } from "~/applications/payment/payment-words";
import { nextStepTexts, nextStepWhileMissing } from "~/applications/status/status-words";
import type { WizardData } from "~/applications/wizard/data.server";
import { TextLink } from "~/ui/link";

export function SubmittedText({ data }: { data: WizardData }) {
  const missing = [...(data.documents?.missing ?? []), ...data.later.map(({ name }) => name)];
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
          <p className="mt-2">
            <TextLink to={`/apply/${data.id}#open`} reloadDocument>
              Add {missing.length === 1 ? "it" : "them"} on your application’s page
            </TextLink>
          </p>
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
