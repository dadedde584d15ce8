import { Form } from "react-router";
import type { VoidsQuestion } from "~/cases/invoices/voids-question";
import { centsOf, storedCents, usd } from "~/core/prices/money";
import { formatFees } from "~/core/prices/price";
import { SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { Banner } from "~/ui/notices/banner";
import { unbroken } from "~/ui/unbroken";
import type { ApplicationDetail } from "../../case-data/case.server";

/** Result of the form `Set another price`. */
export type TierSet = {
  message: string;
  done: boolean;
  /** To confirm first: the chosen tier, and the question. */
  asked?: { tier: string; question: VoidsQuestion } | undefined;
};

type TierProps = Pick<ApplicationDetail, "application" | "tiers" | "feeTexts"> & { set: TierSet | undefined };

/** An application's pricing tier with its fees, and the form that sets another. */
export function Tier({ application, tiers, feeTexts, set }: TierProps) {
  const { tierName, governmentFee, serviceFee, totalAmountDue } = application;
  // Extras since the submission are not part of the price.
  const isSplit = governmentFee !== null && serviceFee !== null;
  const price = isSplit ? storedCents(centsOf(governmentFee) + centsOf(serviceFee)) : totalAmountDue;
  const asked = set?.asked;
  return (
    <>
      <span className="block font-medium break-words">{tierName ?? "Not chosen yet"}</span>
      <span className="block text-stone">
        {usd(price)}: {formatFees({ governmentFee, serviceFee, ...feeTexts })}
      </span>
      {set?.done ? (
        <span role="status" className="mt-1 block text-xs font-medium">
          {set.message}
        </span>
      ) : null}
      {tiers.length > 0 && application.status !== "withdrawn" ? (
        <details key={tierName} open={set?.done === false} className="mt-1 text-sm">
          <summary className="inline-flex min-h-6 items-center rounded-xs text-xs font-semibold text-sea-ink underline decoration-1 underline-offset-2 hover:decoration-2">
            {tierName === null ? "Set the price" : "Set another price"}
          </summary>
          <Form method="post" replace preventScrollReset aria-label="Set the price" className="grid gap-3 pt-3 pb-1">
            <input type="hidden" name="seen" value={tierName ?? ""} />
            {asked ? (
              <>
                <Banner key={asked.question.key} tone="warning" role="alert" className="bg-white">
                  {unbroken(asked.question.text)}
                </Banner>
                <input type="hidden" name="confirmed" value={asked.question.key} />
              </>
            ) : null}
            <Field
              id="tier"
              label="Price"
              size="sm"
              hint="The applicant will be emailed."
              error={set && !set.done && !asked ? set.message : undefined}
            >
              <Select
                name="tier"
                size="sm"
                placeholder="Choose a price"
                defaultValue={asked?.tier ?? tiers.find(({ name }) => name === tierName)?.id ?? ""}
                options={tiers.map(({ id, name, total }) => ({ value: id, label: `${name}, ${usd(total)}` }))}
              />
            </Field>
            <div>
              <SubmitButton intent="set-tier" size="sm">
                {asked ? "Yes, set price" : "Set price"}
              </SubmitButton>
            </div>
          </Form>
        </details>
      ) : null}
    </>
  );
}
