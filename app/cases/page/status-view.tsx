import { Printer } from "lucide-react";
import { ComesBack, PendingChange } from "~/applications/access/change/change-views";
import { MissingEmailNotice } from "~/applications/access/email-notice";
import { ReceiptLink, SignedAnswers } from "~/cases/page/signed-answers";
import { BrandMark } from "~/ui/brand/guilloche";
import { Button } from "~/ui/button";
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
import { Summary } from "./summary";
import { Timeline } from "./timeline-view";
import { WhatNext } from "./what-next";
import { YourData } from "./your-data";

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
        <ComesBack id={data.id} address={data.address} className="no-print mb-8" />
        <PendingChange id={data.id} address={data.address} className="no-print mb-8" />
        <Withdrawal id={data.id} requestedAt={data.withdrawal.requestedAt} />
        <Summary data={data} />
        {data.turn ? <TurnSentence data={data.turn} /> : null}
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
