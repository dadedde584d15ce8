import { Download, Printer } from "lucide-react";
import type { StatusData } from "~/cases/applicant-page/status-data.server";
import { preloadFace } from "~/ui/brand/fonts/preload";
import { Button, ButtonLink } from "~/ui/button";
import { NassauTime } from "~/ui/nassau-time";
import { AnswersView } from "./answers-view";

type SignedAnswersProps = { id: string; signed: NonNullable<StatusData["signed"]>; signedAt: string | null };

/** The signed record word for word: questions, answers, certifications and signature. */
export function SignedAnswers({ id, signed, signedAt }: SignedAnswersProps) {
  preloadFace("italic");
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" className="text-2xl print:text-[14pt]">
        Your answers as you signed them
      </h2>
      <div className="mt-3 flex flex-wrap gap-3">
        <ReceiptLink id={id} />
        <Button
          variant="outline"
          className="needs-script no-print"
          onClick={() => window.print()}
          before={<Printer aria-hidden />}
        >
          Print
        </Button>
      </div>
      <div className="mt-5 rounded-2xl border border-dune bg-white px-5 pt-2 pb-6 sm:px-7 print:border-0 print:p-0">
        {/* Certifications and signature have their own layout below. */}
        <AnswersView
          steps={signed.steps.filter((step) => step.code !== "review_certification")}
          amendments={signed.amendments}
          wrongAt={`/apply/${id}/wrong`}
        />
        <Confirmed sentences={signed.confirmed} />
        <div className="mt-6 break-inside-avoid print:mt-4 print:text-[9pt]">
          <h3 className="border-b border-dune pb-2 text-xl print:text-[11pt]">Certified</h3>
          <ul className="mt-3 grid list-disc gap-1.5 pl-5">
            {signed.certifications.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className="mt-6 text-sm text-stone print:mt-3 print:text-[length:inherit]">
            Signed electronically
            {signedAt ? (
              <>
                {" on "}
                <NassauTime at={signedAt} options={{ dateStyle: "long", timeStyle: "short" }} />
              </>
            ) : null}{" "}
            by
          </p>
          <p className="font-display text-2xl italic" dir="auto">
            {signed.signature}
          </p>
        </div>
      </div>
    </section>
  );
}

/** The receipt for the applicant's files. */
function ReceiptLink({ id }: { id: string }) {
  return (
    <ButtonLink
      to={`/apply/${id}/receipt.pdf`}
      reloadDocument
      variant="outline"
      className="no-print"
      before={<Download aria-hidden />}
    >
      Download as PDF
    </ButtonLink>
  );
}

/** Contradictions that the applicant confirmed before signing. */
function Confirmed({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className="mt-6 break-inside-avoid print:mt-4 print:text-[9pt]">
      <h3 className="border-b border-dune pb-2 text-xl print:text-[11pt]">You confirmed</h3>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 wrap-anywhere">
        {sentences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
