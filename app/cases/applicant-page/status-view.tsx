import { Printer } from "lucide-react";
import { ConfirmReturningEmail, PendingChange } from "~/applications/access/change/change-views";
import { MissingEmailNotice } from "~/applications/access/email-notice";
import { BadNews, isBadNews } from "~/cases/applicant-page/bad-news";
import { ReceiptLink, SignedAnswers } from "~/cases/applicant-page/signed-answers";
import { BrandMark } from "~/ui/brand/guilloche";
import { Mrz } from "~/ui/brand/mrz";
import { Stamp } from "~/ui/brand/stamp";
import { Button } from "~/ui/button";
import { StatusBadge, statusLook } from "~/ui/lists/status-badge";
import { LocalTime } from "~/ui/local-time";
import { Banner } from "~/ui/notices/banner";
import { PageLink } from "~/ui/page-link";
import { Appointments } from "../appointments/appointments-section";
import { DecisionSection } from "../decision/decision-view";
import { FeesSection } from "../fees/fees-view";
import { Messages } from "../messages/section";
import { CaseRequests } from "../requests/answering/case-requests";
import { TurnSentence } from "../turn/turn-view";
import { useChanges } from "../turn/use-changes";
import { Withdrawal } from "../withdrawal/withdrawal-view";
import { CaseDocuments } from "./case-documents";
import type { StatusData } from "./status-data.server";
import type { TimelineEntry } from "./timeline.server";
import { WhatNext } from "./what-next";
import { YourData } from "./your-data";

const when = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** What happened, newest first: by which side, and when with its time zone (C-TURN-10). */
function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="text-2xl print:text-[14pt]">
        Timeline
      </h2>
      <ol className="mt-4 border-l-2 border-dune">
        {entries.map((entry) => (
          <li key={entry.id} className="relative break-inside-avoid pb-6 pl-6 last:pb-0">
            <span
              aria-hidden
              className={`absolute top-1.5 -left-[0.4375rem] size-3 rounded-full ${entry.by === "You" ? "border-2 border-sea bg-white" : "bg-sea"}`}
            />
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">{entry.by}</span>
              {entry.status ? <StatusBadge status={entry.status} /> : null}
              <span className="text-sm text-stone">
                <LocalTime at={entry.at} options={when} />
              </span>
            </p>
            <p dir="auto" className="mt-1.5 wrap-anywhere">
              {entry.what}
            </p>
            {entry.message ? (
              <p dir="auto" className="mt-2 whitespace-pre-line break-words">
                {entry.message}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

type StatusViewProps = {
  data: StatusData;
  /** Why the sent form had no effect. */
  refused: { title: string; message: string } | undefined;
};

/** The page of a submitted application; its print serves as the receipt. */
export function StatusView({ data, refused }: StatusViewProps) {
  useChanges(`/apply/${data.id}/changes`, data.changes);
  return (
    <div data-view="case" className="min-h-dvh bg-sand print:min-h-0 print:bg-white">
      <header className="bg-white shadow-xs print:shadow-none">
        <div className="page flex min-h-18 items-center gap-3 py-2.5 lg:max-w-[60rem] print:px-0">
          <PageLink to="/" aria-label="Lucaya, home page" className="rounded-full">
            <BrandMark className="size-9" />
          </PageLink>
          <p className="flex-1 font-semibold">
            <span className="hidden print:inline">Lucaya Visa &amp; Immigration · Receipt of a </span>
            Visa Application
          </p>
          {data.signed ? <ReceiptLink id={data.id} className="max-sm:hidden" /> : null}
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
      <main id="main" className="page max-w-[60rem] py-10 lg:py-14 print:px-0 print:py-4">
        {refused ? (
          <Banner tone="info" role="alert" title={refused.title} className="no-print mb-8">
            {refused.message}
          </Banner>
        ) : null}
        <MissingEmailNotice submitted id={data.id} address={data.address} className="no-print mb-8" />
        <ConfirmReturningEmail id={data.id} address={data.address} className="no-print mb-8" />
        <PendingChange id={data.id} address={data.address} className="no-print mb-8" />
        <Withdrawal id={data.id} requestedAt={data.withdrawal.requestedAt} />
        <Summary data={data} />
        {data.turn && !isBadNews(data.status) ? <TurnSentence data={data.turn} /> : null}
        {data.decision ? <DecisionSection decision={data.decision} /> : null}
        <Appointments id={data.id} appointments={data.appointments} />
        <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:mt-6 print:gap-y-6">
          <div className="grid min-w-0 content-start gap-10 print:gap-6">
            <CaseRequests id={data.id} status={data.status} requests={data.requests} />
            <Timeline entries={data.timeline} />
          </div>
          <WhatNext data={data} />
        </div>
        {data.messages ? <Messages id={data.id} messages={data.messages} /> : null}
        {data.fees ? <FeesSection fees={data.fees} confirmed={data.fee.confirmed} /> : null}
        <CaseDocuments documents={data.documents} />
        <YourData id={data.id} />
        {data.signed ? <SignedAnswers id={data.id} signed={data.signed} signedAt={data.submittedAt} /> : null}
      </main>
    </div>
  );
}

function Summary({ data }: { data: StatusData }) {
  const isClosedBadly = isBadNews(data.status);
  return (
    <div className="overflow-hidden rounded-2xl border border-dune bg-white print:rounded-none">
      <div className="flex flex-wrap items-start justify-between gap-6 px-6 sm:flex-nowrap pt-8 pb-7 sm:px-9 print:px-6 print:py-5">
        <div className="min-w-0">
          <p className="eyebrow text-sea-ink">{data.serviceName}</p>
          <h1 className="mt-2 text-4xl">
            Application <span className="font-mono text-[0.82em] font-medium whitespace-nowrap">{data.number}</span>
            {data.applicant ? <span className="block text-2xl wrap-anywhere"> for {data.applicant}</span> : null}
          </h1>
          {isClosedBadly ? <BadNews data={data} /> : null}
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
            {data.fee.tier ? <Fact label="Price">{data.fee.tier}</Fact> : null}
            {data.fee.amount ? (
              <Fact label="Fee">
                {data.fee.amount} <span className="font-normal text-stone">· {statusLook(data.fee.paid).label}</span>
                <span className="block text-sm font-normal text-stone">{data.fee.fees}</span>
              </Fact>
            ) : null}
          </dl>
        </div>
        {isClosedBadly ? null : <Stamp status={data.status} className="w-48 shrink-0 sm:w-56 print:w-44" />}
      </div>
      {isClosedBadly ? null : (
        <Mrz className="bg-navy px-6 py-3 text-shallows sm:px-9 print:border-t print:border-dune print:bg-white print:text-ink">
          {`V<BHS${data.number}<<${data.status}`}
        </Mrz>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-stone">{label}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
