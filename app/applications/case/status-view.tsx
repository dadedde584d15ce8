import { ChevronDown, Printer } from "lucide-react";
import { Form } from "react-router";
import { AddressInForce, NoAddress, UnconfirmedAddress } from "~/applications/access/address-notice";
import { ChangeForm, ComesBack, PendingChange } from "~/applications/access/change/change-views";
import { SignedAnswers } from "~/applications/submission/signed-answers";
import { BrandMark } from "~/ui/brand/guilloche";
import { Mrz } from "~/ui/brand/mrz";
import { Stamp } from "~/ui/brand/stamp";
import { Button } from "~/ui/button";
import { fileSize } from "~/ui/forms/file-input";
import { TextLink } from "~/ui/link";
import { Badge } from "~/ui/lists/badge";
import { StatusBadge, statusLook } from "~/ui/lists/status-badge";
import { LocalTime } from "~/ui/local-time";
import { Banner } from "~/ui/notices/banner";
import { PageLink } from "~/ui/page-link";
import { CaseRequests } from "./requests/answering/case-requests";
import type { StatusData } from "./status-data.server";
import { happened, nextUnderReview, nextWhileMissing, nextWords } from "./status-words";

type StatusViewProps = {
  data: StatusData;
  /** Why the form that was sent had no effect. */
  refused: { title: string; message: string } | undefined;
  request: { good: boolean; message: string } | undefined;
};

/** The page of an application that is no draft any more; printed, it serves as the receipt. */
export function StatusView({ data, refused, request }: StatusViewProps) {
  return (
    <div className="min-h-dvh bg-sand print:min-h-0 print:bg-white">
      <header className="bg-white shadow-xs print:shadow-none">
        <div className="page flex min-h-18 items-center gap-3 py-2.5 lg:max-w-[60rem] print:px-0">
          <PageLink to="/" aria-label="Lucaya, home page" className="rounded-full">
            <BrandMark className="size-9" />
          </PageLink>
          <p className="flex-1 font-semibold">
            <span className="hidden print:inline">Lucaya Visa &amp; Immigration · Receipt of a </span>
            Visa Application
          </p>
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
        {data.address ? <NoAddress submitted id={data.id} address={data.address} className="no-print mb-8" /> : null}
        {data.address ? (
          <>
            <ComesBack id={data.id} address={data.address} className="no-print mb-8" />
            <PendingChange id={data.id} address={data.address} className="no-print mb-8" />
          </>
        ) : null}
        {data.withdrawal?.requestedAt ? (
          <Banner tone="info" title="You have asked to withdraw this application" className="mb-8">
            A consultant reads your request, of{" "}
            <LocalTime at={data.withdrawal.requestedAt} options={{ dateStyle: "long" }} />, and writes to you once it is
            decided.
          </Banner>
        ) : null}
        <Summary data={data} />
        {data.requests ? <CaseRequests id={data.id} status={data.status} requests={data.requests} /> : null}
        <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:mt-6 print:gap-y-6">
          <section aria-labelledby="next">
            <h2 id="next" className="text-2xl print:text-[14pt]">
              What happens next
            </h2>
            <p className="mt-3 text-lg print:text-base">{nextOf(data)}</p>
            {data.withdrawal?.possible ? (
              <p className="no-print mt-4 text-stone">
                Your plans have changed? <TextLink to={`/apply/${data.id}/withdraw`}>Ask to withdraw it</TextLink>
              </p>
            ) : null}
            {data.address ? <Address id={data.id} address={data.address} /> : null}
            {data.isHolder ? (
              <p className="no-print mt-4 text-stone">
                Opened it on a device that is not yours?{" "}
                <TextLink to={`/apply/${data.id}/browsers`}>Browsers and links</TextLink>
              </p>
            ) : (
              <AskForLink request={request} />
            )}
          </section>
          <History history={data.history} />
        </div>
        {data.documents.length > 0 ? (
          <section aria-labelledby="documents" className="mt-12 print:mt-6">
            <h2 id="documents" className="text-2xl print:text-[14pt]">
              Documents
            </h2>
            <ul className="mt-3 grid gap-1.5">
              {data.documents.map((document) => (
                <li key={document.id} className="break-words">
                  <a
                    href={`/documents/${document.id}`}
                    className="font-medium text-sea-ink underline underline-offset-4"
                  >
                    <bdi>{document.name}</bdi>
                  </a>{" "}
                  <span className="text-sm text-stone">{fileSize(document.bytes)}</span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {data.signed ? <SignedAnswers signed={data.signed} signedAt={data.submittedAt} /> : null}
      </main>
    </div>
  );
}

function nextOf({ status, requests, processingTime }: StatusData): string {
  if (status === "under_review") return nextUnderReview(processingTime);
  return status === "submitted" && (requests?.open.length ?? 0) > 0 ? nextWhileMissing : nextWords[status];
}

/** Where our mails go, whether that is confirmed, and the form that changes it (N-EMAIL-5). */
function Address({ id, address }: { id: string; address: NonNullable<StatusData["address"]> }) {
  if (address.email === "") return null;
  return (
    <div className="no-print mt-4">
      <AddressInForce address={address} className="text-stone" />
      {address.change === null ? <UnconfirmedAddress id={id} address={address} className="mt-2" /> : null}
      <details className="group mt-2">
        <summary className="inline-flex min-h-11 items-center gap-2 rounded-xs font-medium text-sea-ink underline underline-offset-4">
          Change email
          <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
        </summary>
        <div className="pt-3">
          <ChangeForm id={id} />
        </div>
      </details>
    </div>
  );
}

function Summary({ data }: { data: StatusData }) {
  return (
    <div className="overflow-hidden rounded-2xl border border-dune bg-white print:rounded-none">
      <div className="flex flex-wrap items-start justify-between gap-6 px-6 sm:flex-nowrap pt-8 pb-7 sm:px-9 print:px-6 print:py-5">
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
            {data.fee?.tier ? <Fact label="Price">{data.fee.tier}</Fact> : null}
            {data.fee?.amount ? (
              <Fact label="Fee">
                {data.fee.amount} <span className="font-normal text-stone">· {statusLook(data.fee.paid).label}</span>
                <span className="block text-sm font-normal text-stone">{data.fee.fees}</span>
              </Fact>
            ) : null}
          </dl>
        </div>
        <Stamp status={data.status} className="w-48 shrink-0 sm:w-56 print:w-44" />
      </div>
      <Mrz className="bg-navy px-6 py-3 text-shallows sm:px-9 print:border-t print:border-dune print:bg-white print:text-ink">
        {`V<BHS${data.number}<<${data.status}`}
      </Mrz>
    </div>
  );
}

/**
 * Shown instead of the answers to a browser without the right; the link that opens them goes to the address on file.
 */
function AskForLink({ request }: Pick<StatusViewProps, "request">) {
  return (
    <div className="no-print">
      <p className="mt-4 text-stone">
        Your answers and our messages are shown only in the browser that holds the application. Open the link in our
        mail to see them here.
      </p>
      {request ? (
        <Banner tone={request.good ? "success" : "error"} role={request.good ? "status" : "alert"} className="mt-4">
          {request.message}
        </Banner>
      ) : null}
      <Form method="post" className="mt-4">
        <Button type="submit" name="intent" value="send-link" variant="outline">
          Send me a fresh link
        </Button>
      </Form>
    </div>
  );
}

function History({ history }: Pick<StatusData, "history">) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-2xl print:text-[14pt]">
        History
      </h2>
      <ol className="mt-4 border-l-2 border-dune">
        {history.map((entry) => (
          <li key={entry.id} className="relative break-inside-avoid pb-6 pl-6 last:pb-0">
            <span aria-hidden className="absolute top-1.5 -left-[0.4375rem] size-3 rounded-full bg-sea" />
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {entry.isRequest ? (
                <Badge tone="sand">Withdrawal Requested</Badge>
              ) : (
                <StatusBadge status={entry.status} />
              )}
              <span className="text-sm text-stone">
                <LocalTime at={entry.at} options={{ dateStyle: "long", timeStyle: "short" }} />
              </span>
            </p>
            {entry.isRequest ? null : <p className="mt-2">{happened[entry.status]}</p>}
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

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-stone">{label}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
