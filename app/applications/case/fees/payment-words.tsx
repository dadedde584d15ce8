import { telephoneLink } from "~/ground/phones/phones";
import type { PaymentTerms } from "./payment-terms.server";

type HowToPayProps = Pick<PaymentTerms, "howToPay" | "phone"> & { className?: string };

/** How to pay, in the words of the settings, or where to call. */
export function HowToPay({ howToPay, phone, className }: HowToPayProps) {
  return (
    <div className={className}>
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

/** What an application costs, and that nothing is paid before we write. */
export function ToPay({ amount, fees, confirmed }: Pick<PaymentTerms, "amount" | "fees" | "confirmed">) {
  return (
    <p>
      {amount ? (
        <>
          <strong className="font-semibold text-ink">{amount}</strong>
          {fees ? `: ${fees}` : ""}.{" "}
        </>
      ) : (
        "We tell you what it costs before you pay anything. "
      )}
      You pay nothing now.{confirmed ? ` ${confirmed}` : ""}
    </p>
  );
}
