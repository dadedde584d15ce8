import { HowAndRefunds } from "~/applications/payment/payment-words";
import { LedgerList } from "./ledger-list";
import type { Fees } from "./read-fees.server";

/** Charges, payments, the amount due, how to pay, and what is refundable. */
export function FeesSection({ fees, confirmed }: { fees: Fees; confirmed: string | null }) {
  return (
    <section aria-labelledby="fees" className="mt-12 print:mt-6">
      <h2 id="fees" className="text-2xl print:text-[14pt]">
        Fees
      </h2>
      <p className="mt-3 text-lg print:text-base">{fees.standing}</p>
      {fees.isUnpaid && confirmed ? <p className="mt-1 text-stone">{confirmed}</p> : null}
      <div className="mt-5 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="rounded-2xl border border-dune bg-white px-5 pt-2 pb-1 sm:px-7 print:rounded-none">
          <LedgerList fees={fees} />
        </div>
        <HowAndRefunds howToPay={fees.howToPay} phone={fees.phone} refundTerms={fees.refundTerms} />
      </div>
    </section>
  );
}
