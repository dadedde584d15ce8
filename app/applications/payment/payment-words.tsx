import type { ReactNode } from "react";
import type { PaymentTerms } from "~/applications/payment/payment-terms.server";
import { telephoneLink } from "~/core/phones/phone-link";

type HowToPayProps = Pick<PaymentTerms, "howToPay" | "phone">;

export function HowToPay({ howToPay, phone }: HowToPayProps) {
  return (
    <div>
      <p dir="auto" className="whitespace-pre-line">
        {howToPay}
      </p>
      {phone ? (
        <a href={telephoneLink(phone)} className="font-medium text-sea-ink underline underline-offset-4">
          {phone}
        </a>
      ) : null}
    </div>
  );
}

type HowAndRefundsProps = Pick<PaymentTerms, "howToPay" | "phone" | "refundTerms"> & {
  /** Takes the place of the request to call. */
  insteadOfCall?: ReactNode;
};

export function HowAndRefunds({ refundTerms, insteadOfCall, ...how }: HowAndRefundsProps) {
  return (
    <dl className="grid content-start gap-5 break-words">
      <div>
        <dt className="font-semibold text-ink">How to pay</dt>
        <dd className="mt-1 text-stone">{how.phone && insteadOfCall ? insteadOfCall : <HowToPay {...how} />}</dd>
      </div>
      <div>
        <dt className="font-semibold text-ink">Refunds</dt>
        <dd dir="auto" className="mt-1 whitespace-pre-line text-stone">
          {refundTerms}
        </dd>
      </div>
    </dl>
  );
}

type ToPayProps = Pick<PaymentTerms, "amount" | "fees"> & { note?: string };

export function ToPay({ amount, fees, note = "" }: ToPayProps) {
  return (
    <p>
      {amount ? (
        <>
          <strong className="font-semibold text-ink">{amount}</strong>
          {fees ? `: ${fees}` : ""}.
        </>
      ) : (
        "We’ll tell you what it costs before you pay anything."
      )}{" "}
      {note}
    </p>
  );
}
