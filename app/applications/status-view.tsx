import { Printer } from "lucide-react";
import { Link } from "react-router";
import type { ApplicationStatus } from "~/db/schema/values";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { BrandMark } from "~/ui/guilloche";
import { Mrz } from "~/ui/mrz";
import { Stamp } from "~/ui/stamp";
import { StatusBadge } from "~/ui/status-badge";
import { AnswersView } from "./answers-view";
import { LocalTime } from "./local-time";
import type { StatusData } from "./status-data.server";

/** What happens next, for each status that an applicant can see. */
const next: Record<ApplicationStatus, string> = {
  draft: "Please finish and submit your application.",
  submitted:
    "We check your answers and documents within one working day, and write to you if anything is missing. You do not need to do anything now.",
  under_review:
    "Your application is being prepared and reviewed. Most are decided within 7 to 14 days. We write as soon as something changes.",
  additional_info_required:
    "We need something more from you. Please read our message below and answer the mail that we sent you.",
  interview_scheduled: "An interview has been arranged. Date, place and what to bring are in our message below.",
  approved: "Your visa has been approved. How you receive it is in our message below. We wish you a good trip.",
  denied:
    "The authorities decided against this application. Our message below says why, and what can be done. Please call us.",
  withdrawn: "This application was withdrawn and is not pursued any further. You can start a new one at any time.",
};

/** The page of an application that is no draft any more; printed, it serves as the receipt. */
export function StatusView({ data, already }: { data: StatusData; already: boolean }) {
  return (
    <div className="min-h-dvh bg-sand print:bg-white">
      <header className="bg-white shadow-xs print:shadow-none">
        <div className="page flex min-h-18 items-center gap-3 py-2.5 lg:max-w-[60rem]">
          <Link to="/" aria-label="Lucaya, home page" className="rounded-full">
            <BrandMark className="size-9" />
          </Link>
          <p className="flex-1 font-semibold">Visa Application</p>
          <Button
            variant="outline"
            className="needs-script no-print"
            onClick={() => window.print()}
            before={<Printer aria-hidden />}
          >
            Print
          </Button>
        </div>
      </header>
      <main id="main" className="page max-w-[60rem] py-10 lg:py-14">
        {already ? (
          <Banner tone="info" role="alert" title="Already Submitted" className="mb-8">
            This application has already been submitted. Please check your email for confirmation.
          </Banner>
        ) : null}
        <div className="overflow-hidden rounded-2xl border border-dune bg-white">
          <div className="flex flex-wrap items-start justify-between gap-6 px-6 pt-8 pb-7 sm:px-9">
            <div className="min-w-0">
              <p className="eyebrow text-sea-ink">{data.serviceName}</p>
              <h1 className="mt-2 text-4xl">
                Application <span className="font-mono text-[0.82em] font-medium whitespace-nowrap">{data.number}</span>
              </h1>
              <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-3">
                <Fact label="Status">
                  <StatusBadge status={data.status} />
                </Fact>
                {data.submittedAt ? (
                  <Fact label="Submitted">
                    <LocalTime at={data.submittedAt} options={{ dateStyle: "long" }} />
                  </Fact>
                ) : null}
                <Fact label="Started">
                  <LocalTime at={data.startedAt} options={{ dateStyle: "long" }} />
                </Fact>
              </dl>
            </div>
            <Stamp status={data.status} className="w-48 sm:w-56" />
          </div>
          <Mrz className="bg-navy px-6 py-3 text-shallows sm:px-9">{`V<BHS${data.number}<<${data.status}`}</Mrz>
        </div>

        <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <section aria-labelledby="next">
            <h2 id="next" className="text-2xl">
              What happens next
            </h2>
            <p className="mt-3 text-lg">{next[data.status]}</p>
            {data.isHolder ? null : (
              <p className="mt-4 text-stone">
                Your answers and our messages are shown only in the browser that holds the application. Open the link in
                our mail to see them here.
              </p>
            )}
          </section>
          <section aria-labelledby="history">
            <h2 id="history" className="text-2xl">
              History
            </h2>
            <ol className="mt-4 border-l-2 border-dune">
              {data.history.map((entry) => (
                <li key={entry.id} className="relative pb-6 pl-6 last:pb-0">
                  <span aria-hidden className="absolute top-1.5 -left-[0.4375rem] size-3 rounded-full bg-sea" />
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <StatusBadge status={entry.status} />
                    <span className="text-sm text-stone">
                      <LocalTime at={entry.at} options={{ dateStyle: "long", timeStyle: "short" }} />
                    </span>
                  </p>
                  {entry.message ? <p className="mt-2 whitespace-pre-line">{entry.message}</p> : null}
                </li>
              ))}
            </ol>
          </section>
        </div>
        {data.documents.length > 0 ? (
          <section aria-labelledby="documents" className="mt-12">
            <h2 id="documents" className="text-2xl">
              Documents
            </h2>
            <ul className="mt-3 grid gap-1.5">
              {data.documents.map((document) => (
                <li key={document.id}>
                  <a
                    href={`/documents/${document.id}`}
                    className="font-medium text-sea-ink underline underline-offset-4"
                  >
                    {document.name}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {data.signed ? (
          <section aria-labelledby="answers" className="mt-12">
            <h2 id="answers" className="text-2xl">
              Your answers as you signed them
            </h2>
            <div className="mt-5 rounded-xl border border-dune bg-white px-5 py-6 sm:px-8 print:border-0 print:px-0">
              <AnswersView steps={data.signed.steps} />
              <p className="mt-8 text-sm text-stone">Signed electronically by</p>
              <p className="font-display text-2xl italic" dir="auto">
                {data.signed.signature}
              </p>
            </div>
          </section>
        ) : null}
      </main>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-stone">{label}</dt>
      <dd className="mt-0.5 font-medium">{children}</dd>
    </div>
  );
}
