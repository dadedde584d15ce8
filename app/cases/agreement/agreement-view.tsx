import { ArrowLeft, FileText } from "lucide-react";
import { QuietPage } from "~/applications/access/quiet-page";
import { AgreementBlocks } from "~/content/agreements/agreement-text";
import type { AgreementBlock } from "~/db/schema/agreement-templates";
import { Fold } from "~/ui/fold";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import type { RefusedForm } from "./intents.server";
import type { CurrentAgreement } from "./reading/read-agreement.server";
import type { ShownSigned } from "./shown-signed";
import { SignForm } from "./sign-form";
import { WithdrawForm } from "./withdraw-form";
import { againWords, stateWords, versionWords } from "./words";

export type AgreementData = {
  id: string;
  number: string;
  current: CurrentAgreement | null;
  signed: readonly ShownSigned[];
  /** The id of the signature in force. */
  inForce: string | null;
  attempt: string;
  done: string | null;
};

/** What may be signed now, with its form, and below it what was signed. */
export function AgreementView({ data, refused }: { data: AgreementData; refused: RefusedForm | undefined }) {
  const { id, number, current, signed, inForce, done } = data;
  const last = signed[0];
  return (
    <QuietPage title={current ? "Please read and sign our agreement" : "Our agreement"}>
      <p className="mt-3 text-lg text-stone">
        Application <span className="font-mono whitespace-nowrap text-ink">{number}</span>
      </p>
      {done === "signed" && !current && inForce ? (
        <Banner tone="success" role="status" title="You’ve signed the agreement" className="mt-6">
          Your signed copy is below. You can come back to it at any time.
        </Banner>
      ) : null}
      {done === "withdrawn" && last?.withdrawn ? (
        <Banner tone="success" role="status" title="You’ve withdrawn your signature" className="mt-6">
          It no longer counts. The signed copy stays below.
        </Banner>
      ) : null}
      {refused?.message ? (
        <Banner
          tone="error"
          role="alert"
          title={refused.isWithdrawal ? "Nothing was withdrawn" : "Nothing was signed"}
          className="mt-6"
        >
          {refused.message}
        </Banner>
      ) : null}
      {current?.because ? (
        <Banner tone="info" className="mt-6">
          {againWords[current.because]}
        </Banner>
      ) : null}
      {current ? (
        <>
          <OfferedText text={current} pdf={`/apply/${id}/agreement.pdf?unsigned`} />
          <SignForm key={current.sha256} current={current} attempt={data.attempt} refused={refused} />
        </>
      ) : null}
      <SignedAgreements data={data} isRefused={refused?.isWithdrawal ?? false} />
      <TextLink to={`/apply/${id}`} look="standalone" className="mt-10">
        <ArrowLeft aria-hidden className="size-4" /> Back to the application
      </TextLink>
    </QuietPage>
  );
}

type ShownText = { title: string; blocks: readonly AgreementBlock[]; version: number; publishedAt: string };

/** The whole text, with its version and day above it. */
function OfferedText({ text, pdf }: { text: ShownText; pdf: string }) {
  return (
    <article
      aria-labelledby="agreement-title"
      className="mt-8 rounded-2xl border border-dune bg-white px-5 py-6 sm:px-9 sm:py-8"
    >
      <h2 id="agreement-title" dir="auto" className="text-2xl wrap-anywhere sm:text-3xl">
        {text.title}
      </h2>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-stone">
        <span>{versionWords(text)}</span>
        <PdfLink to={pdf}>Read it as a PDF</PdfLink>
      </p>
      <div className="mt-5 border-t border-dune">
        <AgreementBlocks blocks={text.blocks} level={3} />
      </div>
    </article>
  );
}

const PdfLink = ({ to, children }: { to: string; children: React.ReactNode }) => (
  <TextLink to={to} reloadDocument className="inline-flex min-h-11 items-center gap-1.5">
    <FileText aria-hidden className="size-4 shrink-0" />
    {children}
  </TextLink>
);

/** Newest first. The text of the last one unfolds; a certificate is in each PDF. */
function SignedAgreements({
  data: { id, current, signed, inForce },
  isRefused,
}: {
  data: AgreementData;
  isRefused: boolean;
}) {
  if (signed.length === 0) return null;
  return (
    <section aria-labelledby="signed-title" className="mt-10">
      <h2 id="signed-title" className="text-2xl">
        {signed.length === 1 ? "The agreement you signed" : "The agreements you signed"}
      </h2>
      <ul className="mt-4 grid gap-4">
        {signed.map((agreement) => (
          <li key={agreement.id} className="rounded-2xl border border-dune bg-white px-5 py-5 sm:px-7">
            <h3 dir="auto" className="text-xl wrap-anywhere">
              {agreement.title}
            </h3>
            <p className="mt-1 text-sm text-stone">{versionWords(agreement)}</p>
            <p className="mt-3 font-medium">{stateWords(agreement)}</p>
            {agreement.ended ? (
              <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
                {agreement.ended.reason}
              </p>
            ) : null}
            <p className="mt-1 text-stone">
              Signed by{" "}
              <span dir="auto" className="wrap-anywhere text-ink">
                {agreement.signature}
              </span>
            </p>
            <p className="mt-1">
              <PdfLink to={`/apply/${id}/agreement.pdf?signature=${agreement.id}`}>
                Signed copy with certificate (PDF)
              </PdfLink>
            </p>
            <Fold
              title={<span className="font-medium">Read the text</span>}
              open={agreement.id === inForce && signed.length === 1 && !current}
            >
              <AgreementBlocks blocks={agreement.blocks} level={4} />
            </Fold>
            {agreement.id === inForce && !agreement.countersigned ? (
              <WithdrawForm signature={agreement.id} isRefused={isRefused} />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
