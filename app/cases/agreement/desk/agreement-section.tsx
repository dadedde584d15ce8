import { doNotBegin } from "~/cases/agreement/reading/unsigned-words";
import { calendarDate } from "~/core/time";
import { TextLink } from "~/ui/link";
import { Badge } from "~/ui/lists/badge";
import { nothingToSign } from "../words";
import { RenewForm } from "./agreement-forms";
import { OfferForm } from "./offer-form";
import type { DeskAgreement } from "./read-desk-agreement.server";

/** The agreement of a case at the desk: what is offered, and what was signed. Its page has the texts and forms. */
export function AgreementSection({ agreement }: { agreement: DeskAgreement }) {
  const { id, current, signed, unsigned, mayOffer, mayRenew } = agreement;
  const page = `/admin/applications/${id}/agreement`;
  return (
    <section aria-labelledby="agreement">
      <h2 id="agreement" className="scroll-mt-16 text-xl lg:scroll-mt-4">
        Agreement
      </h2>
      {unsigned ? <p className="mt-1 font-semibold text-error">{doNotBegin[unsigned]}</p> : null}
      {current ? (
        <p className="mt-1">
          {current.again ? `${current.again} ` : ""}Offered on {calendarDate(current.offeredOn)}, not signed yet.
        </p>
      ) : null}
      {signed.length > 0 ? (
        <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-white">
          {signed.map((signature) => (
            <li key={signature.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3.5 py-2.5">
              <span dir="auto" className="min-w-0 flex-1 basis-48 font-semibold wrap-anywhere">
                {signature.title}
              </span>
              {signature.mayCountersign ? <Badge tone="yellow">To countersign</Badge> : null}
              <span className="basis-full text-sm text-stone">
                {signature.version} · {signature.state}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {!current && signed.length === 0 ? <p className="mt-1 text-stone">{nothingToSign(unsigned)}</p> : null}
      {mayOffer ? <OfferForm id={id} /> : null}
      {mayRenew ? <RenewForm id={id} because={mayRenew} /> : null}
      {current || signed.length > 0 ? (
        <p className="mt-2">
          <TextLink to={page} look="standalone">
            {signed.some(({ mayCountersign }) => mayCountersign) ? "Read and countersign" : "Open the agreement"}
          </TextLink>
        </p>
      ) : null}
    </section>
  );
}
