import { AmendedQuestions } from "~/cases/requests/amendments/amended-view";
import type { CaseItem, SentAnswer } from "~/cases/requests/read-requests.server";
import { itemName } from "~/cases/requests/request-words";
import { ConditionLine } from "~/documents/dates/condition-line";
import { OnePdfView } from "~/documents/pages/page-parts";
import { formatPage, pagesIn } from "~/documents/pages/pages";
import { describeScan, isOpen } from "~/documents/scan-state";
import { fileSize } from "~/ui/forms/file-input";
import { Badge, type BadgeTone } from "~/ui/lists/badge";
import { NassauTime } from "~/ui/nassau-time";

const looks: Record<Exclude<CaseItem["state"], "open">, { label: string; tone: BadgeTone }> = {
  sent: { label: "Sent, being checked", tone: "blue" },
  accepted: { label: "Accepted", tone: "green" },
  taken_back: { label: "No longer needed", tone: "gray" },
  closed: { label: "Closed with the case", tone: "gray" },
};

const day = { dateStyle: "long" } as const;

export function DoneItems({ done }: { done: readonly CaseItem[] }) {
  return (
    <ul className="divide-y divide-dune border-t border-dune">
      {done.map((item) => (
        <li key={item.id} className="min-w-0 break-inside-avoid px-5 py-3.5 sm:px-7 print:px-0 print:py-2">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <h3
              dir="auto"
              className="min-w-0 flex-1 basis-56 font-sans text-base font-semibold tracking-normal break-words whitespace-pre-line"
            >
              {itemName(item)}
            </h3>
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              {item.state === "open" ? null : <Badge tone={looks[item.state].tone}>{looks[item.state].label}</Badge>}
              <span className="text-sm text-stone">
                <NassauTime at={item.stateAt} options={day} />
              </span>
            </span>
          </div>
          {item.stateReason ? (
            <p dir="auto" className="mt-1.5 break-words whitespace-pre-line">
              {item.stateReason}
            </p>
          ) : null}
          {item.answers.toReversed().map((sent) =>
            sent.outcome === "refused" ? (
              <NotAccepted key={sent.id} sent={sent} isPast />
            ) : (
              <div key={sent.id} className="mt-2">
                <Words text={sent.text} />
                <AmendedQuestions amendments={sent.amendments} />
                <Files sent={sent} />
              </div>
            ),
          )}
        </li>
      ))}
    </ul>
  );
}

/** A refused answer stays listed with its reason, less prominently once another replaced it. */
export function NotAccepted({ sent, isPast = false }: { sent: SentAnswer; isPast?: boolean }) {
  return (
    <div
      className={`mt-3 rounded-r-md border-l-4 px-4 py-3 ${isPast ? "border-dune bg-sand" : "border-error bg-error-ground"}`}
    >
      <p dir="auto" className="break-words whitespace-pre-line">
        <span className="font-semibold">Not accepted:</span> {sent.reason}
      </p>
      <Words text={sent.text} />
      <AmendedQuestions amendments={sent.amendments} />
      <Files sent={sent} />
      <p className="mt-1 text-xs text-stone">
        Sent <NassauTime at={sent.at} options={day} />
      </p>
    </div>
  );
}

function Words({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p dir="auto" className="mt-1 break-words whitespace-pre-line">
      {text}
    </p>
  );
}

function Files({ sent: { files, onePdf } }: { sent: SentAnswer }) {
  const pages = pagesIn(files);
  if (files.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-1">
      {files.map((file) => {
        const { detail, problem } = describeScan(file.scan);
        return (
          <li key={file.id} className="break-words">
            {isOpen(file.scan) ? (
              <a href={file.url} className="font-medium text-sea-ink underline underline-offset-4">
                <bdi>{file.name}</bdi>
              </a>
            ) : (
              <bdi className="font-medium">{file.name}</bdi>
            )}{" "}
            <span className="text-sm text-stone">
              {pages.includes(file) ? `${formatPage(file, pages)}, ` : ""}
              {fileSize(file.bytes)}
              {detail}
            </span>
            {problem ? <span className="block text-sm font-semibold text-error">{problem}.</span> : null}
            {file.date ? <ConditionLine condition={file.date.condition} place="page" /> : null}
          </li>
        );
      })}
      {onePdf ? (
        <li className="print:hidden">
          <OnePdfView onePdf={onePdf} of={files.map(({ name }) => name).join(", ")} />
        </li>
      ) : null}
    </ul>
  );
}
