import { telephoneLink } from "~/ground/phones/phones";
import { LedgerList } from "./ledger-list";
import type { Fees } from "./read-fees.server";

/** What was charged and paid, what is to be paid, how, and what is refunded (C-FEE-4, -5, -9). */
export function FeesSection({ fees }: { fees: Fees }) {
  return (
    <section aria-labelledby="fees" className="mt-12 print:mt-6">
      <h2 id="fees" className="text-2xl print:text-[14pt]">
        Fees
      </h2>
      <p className="mt-3 text-lg print:text-base">{fees.standing}</p>
      <div className="mt-5 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="rounded-2xl border border-dune bg-white px-5 pt-2 pb-1 sm:px-7 print:rounded-none">
          <LedgerList fees={fees} />
        </div>
        <dl className="grid content-start gap-5 break-words">
          <div>
            <dt className="font-semibold">How to pay</dt>
            <dd dir="auto" className="mt-1 whitespace-pre-line text-stone">
              {fees.howToPay}
            </dd>
            {fees.phone ? (
              <dd>
                <a href={telephoneLink(fees.phone)} className="font-medium text-sea-ink underline underline-offset-4">
                  {fees.phone}
                </a>
              </dd>
            ) : null}
          </div>
          <div>
            <dt className="font-semibold">What is refunded</dt>
            <dd dir="auto" className="mt-1 whitespace-pre-line text-stone">
              {fees.refundTerms}
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
