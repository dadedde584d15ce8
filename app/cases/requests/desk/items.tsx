import { MessageSquarePlus } from "lucide-react";
import type { ReactNode } from "react";
import { isUndecided } from "~/applications/status/undecided";
import { AmendmentView, Signed } from "~/cases/requests/desk/amendments/amendment-view";
import type { DeskAmendment } from "~/cases/requests/desk/amendments/desk-amendments.server";
import { type Revealed, RevealForm, useRevealed } from "~/cases/requests/desk/amendments/reveal";
import type { CaseItem, SentAnswer } from "~/cases/requests/read-requests.server";
import { ifLateOf, itemName } from "~/cases/requests/request-words";
import { calendarLongDate, nassauLongDate, nassauTime } from "~/core/time";
import type { ApplicationStatus } from "~/db/schema/values";
import { DeskHints } from "~/documents/hints/desk-hints";
import { OnePdfView } from "~/documents/pages/page-parts";
import { formatPage, pagesIn } from "~/documents/pages/pages";
import { InspectionState, isOpen, ScanState } from "~/documents/scan-state";
import { ButtonLink } from "~/ui/button";
import { fileSize } from "~/ui/forms/file-input";
import { Badge, type BadgeTone } from "~/ui/lists/badge";
import type { DecisionFormResult } from "./answers";
import { ChangeOpen, Decide } from "./decisions";

type ItemsProps = {
  application: { id: string; status: ApplicationStatus };
  requests: { open: readonly CaseItem[]; done: readonly CaseItem[] };
  amendments: readonly DeskAmendment[];
  revealed?: Revealed | undefined;
  /** Why a decision without script had no effect. */
  answer?: DecisionFormResult | undefined;
};

/** Requested items on the desk's page of a case; nothing for a draft. */
export function Requests(props: ItemsProps) {
  const { application } = props;
  if (application.status === "draft") return null;
  return (
    <section aria-labelledby="requests">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="requests" className="scroll-mt-16 text-xl">
          Requests
        </h2>
        {isUndecided(application.status) ? (
          <ButtonLink
            to={`/admin/applications/${application.id}/requests`}
            variant="outline"
            size="sm"
            before={<MessageSquarePlus aria-hidden />}
          >
            Ask the applicant
          </ButtonLink>
        ) : null}
      </div>
      <RequestItems {...props} />
    </section>
  );
}

/** Open items first, unchecked ones before done ones. */
export function RequestItems({ answer, ...props }: ItemsProps) {
  const { open, done } = props.requests;
  const toCheck = done.filter(({ state }) => state === "sent");
  const settled = done.filter(({ state }) => state !== "sent");
  const groups: [string, readonly CaseItem[]][] = [
    ["To check", toCheck],
    ["Open", open],
    ["Done", settled],
  ];
  if (open.length + done.length === 0) return <p className="mt-1 text-stone">Nothing has been requested yet.</p>;
  return (
    <div className="mt-3 grid gap-6">
      {groups.map(([title, items]) =>
        items.length > 0 ? (
          <div key={title}>
            <h3 className="text-sm font-semibold text-stone">{`${title} (${items.length})`}</h3>
            <ul className="mt-2 grid gap-3">
              {items.map((item) => (
                <Item key={item.id} {...props} item={item} answer={answer?.item === item.id ? answer : undefined} />
              ))}
            </ul>
          </div>
        ) : null,
      )}
    </div>
  );
}

type SentItemsProps = Pick<ItemsProps, "application" | "requests" | "amendments"> & {
  answers: readonly string[];
};

/** Read-only answers, each under the name of its item. */
export function SentItems({ application, requests, amendments, answers }: SentItemsProps) {
  return (
    <ul className="mt-3 grid gap-3">
      {requests.done.flatMap((item) =>
        item.answers
          .filter(({ id }) => answers.includes(id))
          .map((sent) => (
            <li key={sent.id} className="min-w-0">
              <p dir="auto" className="font-semibold break-words whitespace-pre-line">
                {itemName(item)}
              </p>
              <Sent sent={sent}>
                <SentAmendments
                  id={application.id}
                  amendments={amendments.filter(({ answerId }) => answerId === sent.id)}
                  revealed={undefined}
                />
              </Sent>
            </li>
          )),
      )}
    </ul>
  );
}

const looks: Record<CaseItem["state"], { label: string; tone: BadgeTone }> = {
  open: { label: "Open", tone: "orange" },
  sent: { label: "To check", tone: "blue" },
  accepted: { label: "Accepted", tone: "green" },
  taken_back: { label: "No longer needed", tone: "gray" },
  closed: { label: "Closed with the case", tone: "gray" },
};

const kinds = { document: "Document", question: "Question", correction: "Correction" };

type ItemProps = Omit<ItemsProps, "requests"> & { item: CaseItem };

function Item({ application, item, amendments, revealed, answer }: ItemProps) {
  const { label, tone } =
    item.isOverdue && item.state === "open" ? { label: "Overdue", tone: "red" as const } : looks[item.state];
  const waiting = item.state === "sent" ? item.answers.find(({ outcome }) => outcome === "waiting") : undefined;
  return (
    <li className="min-w-0 rounded-xl border border-line bg-white px-4 py-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p dir="auto" className="min-w-0 flex-1 basis-48 font-semibold break-words whitespace-pre-line">
          {itemName(item)}
        </p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-xs text-stone">
        {kinds[item.kind]}
        {item.state === "open" ? "" : ` · ${label} ${nassauLongDate(item.stateAt)}`}
        {item.begunAt && item.state === "open" ? ` · Started ${nassauLongDate(item.begunAt)}` : ""}
      </p>
      {item.questions.length > 0 ? (
        <ul className="mt-1 grid list-disc pl-5 text-sm break-words">
          {item.questions.map(({ name, label }) => (
            <li key={name}>{label}</li>
          ))}
        </ul>
      ) : null}
      {item.state === "open" || item.state === "sent" ? (
        <p dir="auto" className="mt-1.5 text-sm break-words whitespace-pre-line">
          {item.reason}
        </p>
      ) : null}
      {item.state === "open" && item.dueOn ? (
        <p className="mt-1 text-sm text-stone">{`Due ${calendarLongDate(item.dueOn)}. ${ifLateOf(item.ifLate)}`}</p>
      ) : null}
      {item.stateReason ? (
        <p dir="auto" className="mt-1.5 text-sm break-words whitespace-pre-line">
          {item.stateReason}
        </p>
      ) : null}
      {item.answers.map((sent) => (
        <Sent key={sent.id} sent={sent}>
          <SentAmendments
            id={application.id}
            amendments={amendments.filter(({ answerId }) => answerId === sent.id)}
            revealed={revealed}
          />
        </Sent>
      ))}
      {waiting ? <Decide application={application} item={item} sent={waiting} answer={answer} /> : null}
      {item.state === "open" ? <ChangeOpen application={application} item={item} answer={answer} /> : null}
    </li>
  );
}

function Sent({ sent, children }: { sent: SentAnswer; children: ReactNode }) {
  const refused = sent.outcome === "refused";
  const pages = pagesIn(sent.files);
  return (
    <div className={`mt-3 rounded-lg px-3.5 py-2.5 ${refused ? "bg-error-ground" : "bg-mist/60"}`}>
      <p className="text-xs text-stone">{`Sent ${nassauTime(sent.at)}`}</p>
      {refused ? (
        <p dir="auto" className="text-sm break-words whitespace-pre-line">
          <span className="font-semibold">Not accepted:</span> {sent.reason}
        </p>
      ) : null}
      {sent.text ? (
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          {sent.text}
        </p>
      ) : null}
      {children}
      {sent.files.length > 0 ? (
        <ul className="mt-1 grid gap-1">
          {sent.files.map((file) => (
            <li key={file.id} className="text-sm break-all">
              {isOpen(file.scan) ? (
                <a
                  href={file.url}
                  target="_blank"
                  rel="noreferrer"
                  className="font-medium text-sea-ink underline underline-offset-2"
                >
                  {file.name}
                </a>
              ) : (
                <span className="font-medium">{file.name}</span>
              )}{" "}
              <span className="text-xs text-stone">
                {pages.includes(file) ? `${formatPage(file, pages)} · ` : ""}
                {fileSize(file.bytes)}
              </span>{" "}
              <ScanState {...file} /> <InspectionState {...file} />
              <DeskHints hints={file.hints} />
            </li>
          ))}
          {sent.onePdf ? (
            <li>
              <OnePdfView onePdf={sent.onePdf} of={sent.files.map(({ name }) => name).join(", ")} />
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}

type SentAmendmentsProps = {
  id: string;
  amendments: readonly DeskAmendment[];
  revealed: Revealed | undefined;
};

function SentAmendments({ amendments, ...props }: SentAmendmentsProps) {
  const [first] = amendments;
  return first ? <StepAmendments {...props} amendments={amendments} first={first} /> : null;
}

function StepAmendments({ id, amendments, revealed, first }: SentAmendmentsProps & { first: DeskAmendment }) {
  const { step, stepTitle } = first;
  const shown = useRevealed(id, step, revealed)?.amendments ?? {};
  const hidden = amendments.filter(
    (amendment) => (amendment.before.isHidden || amendment.after.isHidden) && !shown[amendment.id],
  ).length;
  return (
    <>
      {hidden > 0 ? (
        <RevealForm id={id} step={step} title={stepTitle} count={hidden} className="my-1.5 rounded-md px-3 text-sm" />
      ) : null}
      <ul aria-label="Corrected answers" className="divide-y divide-line">
        {amendments.map((amendment) => (
          <AmendmentView key={amendment.id} amendment={amendment} revealed={shown[amendment.id]} />
        ))}
      </ul>
      <Signed amendment={first} />
    </>
  );
}
