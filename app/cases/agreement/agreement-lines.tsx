import { FileSignature } from "lucide-react";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import type { AgreementLines } from "./agreement-lines.server";

type OpenProps = { id: string; agreement: NonNullable<AgreementLines["open"]> };

/** The agreement to sign, before what else is open. */
export function OpenAgreement({ id, agreement: { title, version, again } }: OpenProps) {
  return (
    <section
      aria-labelledby="to-sign"
      className="mt-4 rounded-2xl border border-dune bg-white px-5 py-4 sm:px-7 sm:py-5"
    >
      <div className="flex gap-x-3">
        <FileSignature aria-hidden className="mt-0.5 size-5 shrink-0 text-sea-ink" />
        <div className="min-w-0">
          <h3
            id="to-sign"
            dir="auto"
            className="font-sans text-base leading-snug font-semibold tracking-normal break-words"
          >
            {title}
          </h3>
          <p className="mt-0.5 text-sm text-stone">An agreement to sign · {version}</p>
          {again ? <p className="mt-2">{again}</p> : null}
          <ButtonLink to={`/apply/${id}/agreement`} variant="outline" className="mt-3">
            Read and sign
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

/** What was signed, before what else is done. */
export function DoneAgreements({ id, agreements }: { id: string; agreements: AgreementLines["done"] }) {
  return (
    <ul className="divide-y divide-dune border-t border-dune">
      {agreements.map(({ id: signature, title, version, state }) => (
        <li key={signature} className="min-w-0 break-inside-avoid px-5 py-3.5 sm:px-7 print:px-0 print:py-2">
          <h3 dir="auto" className="font-sans text-base font-semibold tracking-normal break-words">
            {title}
          </h3>
          <p className="mt-0.5 text-sm text-stone">
            {version} · {state}
          </p>
          <p className="no-print mt-1">
            <TextLink to={`/apply/${id}/agreement`} look="standalone">
              Open the agreement
            </TextLink>
          </p>
        </li>
      ))}
    </ul>
  );
}
