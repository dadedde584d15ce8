import { ConfirmReturningEmail, PendingChange } from "~/applications/access/change/change-views";
import { MissingEmailNotice } from "~/applications/access/email-notice";
import { BadNews, isBadNews } from "~/cases/applicant-page/bad-news";
import { SignedAnswers } from "~/cases/applicant-page/signed-answers";
import { HouseLine } from "~/ui/brand/house-line";
import { Mrz } from "~/ui/brand/mrz";
import { Stamp } from "~/ui/brand/stamp";
import { classNames } from "~/ui/class-names";
import { Fold } from "~/ui/fold";
import { StatusBadge, statusLook } from "~/ui/lists/status-badge";
import { NassauTime } from "~/ui/nassau-time";
import { Banner } from "~/ui/notices/banner";
import { DoneAgreements, OpenAgreement } from "../agreement/agreement-lines";
import { Appointments } from "../appointments/appointments-section";
import { DecisionSection } from "../decision/decision-view";
import { FeesSection } from "../fees/fees-view";
import { invoiceParts } from "../invoices/invoices-view";
import { KeyDates } from "../key-dates/key-dates-section";
import { Messages } from "../messages/section";
import { CaseRequests } from "../requests/answering/case-requests";
import { TurnSentence } from "../turn/turn-view";
import { useChanges } from "../turn/use-changes";
import { Withdrawal } from "../withdrawal/withdrawal-view";
import { CaseDocuments } from "./case-documents";
import { RenewalDue, RenewalLines } from "./renewal-view";
import type { StatusData } from "./status-data.server";
import type { TimelineEntry } from "./timeline.server";
import { nextOf, WhatYouCanDo } from "./what-you-can-do";
import { YourData } from "./your-data";

const when = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** What happened last, by which side, and when with its time zone; what was before unfolds (C-TURN-10). */
function News({ entries }: { entries: readonly TimelineEntry[] }) {
  const [newest, ...earlier] = entries;
  if (!newest) return null;
  return (
    <section aria-labelledby="whats-new">
      <h2 id="whats-new" className="text-2xl print:text-[14pt]">
        What’s new
      </h2>
      <ol className="mt-4 ml-1.5 border-l-2 border-dune">
        <Entry entry={newest} />
      </ol>
      {earlier.length > 0 ? (
        <Fold
          title={<span className="font-medium text-sea-ink">Everything that happened before</span>}
          aside={earlier.length}
          className="mt-1"
        >
          <ol className="mt-2 ml-1.5 border-l-2 border-dune">
            {earlier.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </Fold>
      ) : null}
    </section>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  return (
    <li className="relative break-inside-avoid pb-5 pl-5 last:pb-1">
      <span
        aria-hidden
        className={`absolute top-1.5 -left-[0.4375rem] size-3 rounded-full ${entry.by === "You" ? "border-2 border-sea bg-white" : "bg-sea"}`}
      />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{entry.by}</span>
        {entry.status ? <StatusBadge status={entry.status} /> : null}
        <span className="text-sm text-stone">
          <NassauTime at={entry.at} options={when} />
        </span>
      </p>
      <p dir="auto" className="mt-1 wrap-anywhere">
        {entry.what}
      </p>
      {entry.message ? (
        <p dir="auto" className="mt-1.5 whitespace-pre-line break-words">
          {entry.message}
        </p>
      ) : null}
    </li>
  );
}

type StatusViewProps = {
  data: StatusData;
  /** Why the sent form had no effect. */
  refused: { title: string; message: string } | undefined;
};

/**
 * The page of a submitted application, in the order in which somebody reads it: what is new, what is theirs to do, what
 * was said, what was signed. Its print serves as the receipt.
 */
export function StatusView({ data, refused }: StatusViewProps) {
  useChanges(`/apply/${data.id}/changes`, data.changes);
  return (
    <div data-view="case" className="min-h-dvh bg-sand print:min-h-0 print:bg-white">
      <HouseLine phone={data.phone} className="lg:max-w-[68rem]" />
      <p className="hidden font-semibold print:block">Lucaya Visa &amp; Immigration · Receipt of a Visa Application</p>
      <main id="main" className="page pt-5 pb-14 sm:pt-8 lg:max-w-[68rem] lg:pb-20 print:px-0 print:py-4">
        {refused ? (
          <Banner tone="info" role="alert" title={refused.title} className="no-print mb-6">
            {refused.message}
          </Banner>
        ) : null}
        <MissingEmailNotice submitted id={data.id} address={data.address} className="no-print mb-6" />
        <ConfirmReturningEmail id={data.id} address={data.address} className="no-print mb-6" />
        <PendingChange id={data.id} address={data.address} className="no-print mb-6" />
        <Withdrawal id={data.id} requestedAt={data.withdrawal.requestedAt} />
        <Summary data={data} />
        {data.turn && !isBadNews(data.status) ? <TurnSentence data={data.turn} next={nextOf(data)} /> : null}
        <RenewalDue data={data} />
        {data.decision ? <DecisionSection decision={data.decision} /> : null}
        <KeyDates id={data.id} keyDates={data.keyDates} />
        <div className="mt-8 grid gap-x-12 gap-y-8 sm:gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:grid-rows-[auto_1fr_auto] print:mt-6 print:gap-y-6">
          <div className="grid min-w-0 content-start gap-8 sm:gap-10 lg:row-span-2 print:gap-6">
            <News entries={data.timeline} />
            <Appointments id={data.id} appointments={data.appointments} />
            <CaseRequests id={data.id} status={data.status} requests={data.requests} first={agreementsOf(data)} />
            {data.messages ? <Messages id={data.id} messages={data.messages} /> : null}
          </div>
          <div className="min-w-0">
            {data.fees ? (
              <FeesSection fees={data.fees} confirmed={data.fee.confirmed} {...invoiceParts(data.invoices)} />
            ) : null}
          </div>
          <div className="grid min-w-0 content-start gap-8 sm:gap-10 lg:row-start-3 print:gap-6">
            {data.signed ? <SignedAnswers id={data.id} signed={data.signed} signedAt={data.submittedAt} /> : null}
            <CaseDocuments application={data.id} documents={data.documents} />
          </div>
          <div className="grid min-w-0 content-start gap-8 sm:gap-10 lg:col-start-2 lg:row-start-2 print:gap-6">
            <WhatYouCanDo data={data} />
            <YourData id={data.id} />
          </div>
        </div>
      </main>
    </div>
  );
}

/** The agreement comes first among what is open or done. */
const agreementsOf = ({ id, agreement: { open, done } }: StatusData) => ({
  open: open ? <OpenAgreement id={id} agreement={open} /> : null,
  done: done.length > 0 ? <DoneAgreements id={id} agreements={done} /> : null,
  doneCount: done.length,
});

function Summary({ data }: { data: StatusData }) {
  const isClosedBadly = isBadNews(data.status);
  return (
    <div className="overflow-hidden rounded-2xl border border-dune bg-white print:rounded-none">
      <div className="px-5 pt-6 pb-5 sm:px-9 sm:pt-8 sm:pb-7 print:px-6 print:py-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 sm:flex-nowrap">
          <div className="min-w-0">
            <p className="eyebrow text-sea-ink">{data.serviceName}</p>
            <h1 className="mt-1.5 text-3xl sm:text-4xl">
              Application <span className="font-mono text-[0.82em] font-medium whitespace-nowrap">{data.number}</span>
              {data.applicant ? (
                <span className="block text-xl wrap-anywhere sm:text-2xl"> for {data.applicant}</span>
              ) : null}
            </h1>
            {isClosedBadly ? <BadNews data={data} /> : null}
          </div>
          {isClosedBadly ? null : <Stamp status={data.status} className="w-40 shrink-0 sm:w-56 print:w-44" />}
        </div>
        <dl
          className={classNames(
            "mt-4 grid gap-x-6 gap-y-1.5 sm:mt-5 sm:gap-y-3 lg:flex lg:gap-x-12",
            data.fee.tier ? "sm:grid-cols-6 sm:*:col-span-2 sm:*:nth-[n+4]:col-span-3" : "sm:grid-cols-4",
          )}
        >
          <Fact label="Status">
            <StatusBadge status={data.status} />
          </Fact>
          {data.submittedAt ? (
            <Fact label="Submitted">
              <NassauTime at={data.submittedAt} options={{ dateStyle: "long" }} />
            </Fact>
          ) : null}
          <Fact label="Started">
            <NassauTime at={data.startedAt} options={{ dateStyle: "long" }} />
          </Fact>
          {data.fee.tier ? <Fact label="Price">{data.fee.tier}</Fact> : null}
          {data.fee.amount ? (
            <Fact label="Fee">
              {data.fee.amount} <span className="font-normal text-stone">· {statusLook(data.fee.paid).label}</span>
              <span className="block text-sm font-normal text-stone">{data.fee.fees}</span>
            </Fact>
          ) : null}
        </dl>
        <RenewalLines data={data} />
      </div>
      {isClosedBadly ? null : (
        <Mrz className="bg-navy px-5 py-2.5 text-shallows sm:px-9 sm:py-3 print:border-t print:border-dune print:bg-white print:text-ink">
          {`V<BHS${data.number}<<${data.status}`}
        </Mrz>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="max-sm:grid max-sm:grid-cols-[5.5rem_minmax(0,1fr)] max-sm:items-baseline">
      <dt className="text-sm text-stone">{label}</dt>
      <dd className="font-medium wrap-anywhere sm:mt-0.5">{children}</dd>
    </div>
  );
}
