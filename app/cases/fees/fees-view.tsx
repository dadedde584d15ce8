import type { ReactNode } from "react";
import { HowAndRefunds } from "~/applications/payment/payment-words";
import { Fold } from "~/ui/fold";
import { LedgerList } from "./ledger-list";
import type { Fees } from "./read-fees.server";

type FeesSectionProps = {
  fees: Fees;
  confirmed: string | null;
  /** Takes the place of the request to call. */
  insteadOfCall?: ReactNode;
  /** The invoices, if there are any. */
  children?: ReactNode;
};

/** The amount due; every entry, how to pay and what is refundable unfold. */
export function FeesSection({ fees, confirmed, insteadOfCall, children }: FeesSectionProps) {
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
        {children}
        <Fold title={<span className="font-medium">Charges and payments</span>} aside={fees.entries.length}>
          <div className="pb-2">
            <LedgerList fees={fees} />
          </div>
        </Fold>
        <Fold title={<span className="font-medium">How to pay, and refunds</span>}>
          <div className="pb-4">
            <HowAndRefunds {...fees} insteadOfCall={insteadOfCall} />
          </div>
        </Fold>
      </div>
    </section>
  );
}
