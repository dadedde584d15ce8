import { HowAndRefunds } from "~/applications/payment/payment-words";
import { Fold } from "~/ui/fold";
import { LedgerList } from "./ledger-list";
import type { Fees } from "./read-fees.server";

/** The amount due; every entry, how to pay and what is refundable unfold. */
export function FeesSection({ fees, confirmed }: { fees: Fees; confirmed: string | null }) {
  return (
    <section aria-labelledby="fees">
      <h2 id="fees" className="text-2xl print:text-[14pt]">
        Fees
      </h2>
      <div className="mt-4 divide-y divide-dune rounded-2xl border border-dune bg-white px-5 pt-4 pb-1 sm:px-6 print:rounded-none">
        <div className="pb-3">
          <p className="text-lg print:text-base">{fees.standing}</p>
          {fees.isUnpaid && confirmed ? <p className="mt-1 text-stone">{confirmed}</p> : null}
        </div>
        <Fold title={<span className="font-medium">Charges and payments</span>} aside={fees.entries.length}>
          <div className="pb-2">
            <LedgerList fees={fees} />
          </div>
        </Fold>
        <Fold title={<span className="font-medium">How to pay, and refunds</span>}>
          <div className="pb-4">
            <HowAndRefunds howToPay={fees.howToPay} phone={fees.phone} refundTerms={fees.refundTerms} />
          </div>
        </Fold>
      </div>
    </section>
  );
}
