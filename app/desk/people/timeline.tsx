import {
  CalendarDays,
  CircleDollarSign,
  FileInput,
  FileText,
  Inbox,
  type LucideIcon,
  MessageSquare,
  Send,
  StickyNote,
} from "lucide-react";
import { methodLabels } from "~/cases/fees/entry-words";
import { clientPath, importedOn } from "~/clients/client";
import { centsOf, exactUsd } from "~/core/prices/money";
import { nassauTime } from "~/core/time";
import { inquiryStatusLabel } from "~/inquiries/inquiry-status";
import { referenceOf } from "~/inquiries/reference";
import { TextLink } from "~/ui/link";
import { Pagination } from "~/ui/lists/pagination";
import { statusLook } from "~/ui/lists/status-badge";
import type { TimelineEntry } from "./timeline.server";

const icons: Record<TimelineEntry["kind"], LucideIcon> = {
  inquiry: Inbox,
  client: FileInput,
  case: FileText,
  submitted: Send,
  message: MessageSquare,
  appointment: CalendarDays,
  payment: CircleDollarSign,
  note: StickyNote,
};

const inquiryPath = (id: string) => `/admin/inquiries/${id}`;
const casePath = (id: string) => `/admin/applications/${id}`;

type EntryText = { to: string; title: string; under: string };

function entryText(entry: TimelineEntry): EntryText {
  const { record, number } = entry;
  switch (entry.kind) {
    case "inquiry":
      return {
        to: inquiryPath(record),
        title: `Inquiry ${referenceOf(record)}`,
        under: [entry.what, inquiryStatusLabel(entry.state), entry.text].filter(Boolean).join(" · "),
      };
    case "client":
      return {
        to: clientPath(record),
        title: importedOn(entry.at),
        under: [entry.what, entry.text].filter(Boolean).join(" · "),
      };
    case "case":
      return {
        to: casePath(record),
        title: `Application ${number} started`,
        under: [entry.what, entry.text && `Renews ${entry.text}`, renewedBy(entry.state)].filter(Boolean).join(" · "),
      };
    case "submitted":
      return { to: casePath(record), title: `Application ${number} submitted`, under: entry.what };
    case "message":
      return {
        to: `${casePath(record)}/messages`,
        title: entry.state === "office" ? "Message from us" : "Message from the applicant",
        under: entry.text || "Files only",
      };
    case "appointment":
      return {
        to: `${casePath(record)}/appointments`,
        title: `Appointment: ${statusLook(entry.what).label}${entry.state === "cancelled" ? " (canceled)" : ""}`,
        under: entry.text,
      };
    case "payment":
      return {
        to: `${casePath(record)}/fees`,
        title: `${paymentWords[entry.what]} of ${exactUsd(centsOf(entry.text))}`,
        under: entry.state ? methodLabels[entry.state] : "",
      };
    case "note":
      return number
        ? { to: `${casePath(record)}#notes`, title: "Note", under: entry.text }
        : { to: inquiryPath(record), title: "Notes on the inquiry", under: entry.text };
  }
}

function renewedBy(renewal: string | null): string {
  const [number, status = ""] = renewal?.split(" ") ?? [];
  return number ? `Renewed by ${number}, ${statusLook(status).label}` : "";
}

const paymentWords = { payment: "Payment", refund: "Refund", reversal: "Reversal", charge: "Charge" } as const;

type TimelineProps = { entries: readonly TimelineEntry[]; older: string | null; path: string; isEarlier: boolean };

export function Timeline({ entries, older, path, isEarlier }: TimelineProps) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-lg">
        History
      </h2>
      <ol className="mt-3 divide-y divide-line">
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ol>
      <Pagination
        label="History"
        previous={isEarlier ? path : undefined}
        next={older ? `${path}?${new URLSearchParams({ earlier: older })}` : undefined}
        previousLabel="Latest"
        nextLabel="Earlier"
        className={isEarlier || older ? "mt-4" : "hidden"}
      />
    </section>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const Icon = icons[entry.kind];
  const { to, title, under } = entryText(entry);
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 py-2.5 sm:grid-cols-[1.25rem_minmax(0,1fr)_auto]">
      <Icon aria-hidden className="mt-0.5 size-4 text-stone" />
      <div className="min-w-0">
        <TextLink to={to}>{title}</TextLink>
        {entry.number && entry.kind !== "case" && entry.kind !== "submitted" ? (
          <span className="ml-2 font-mono text-xs text-stone">{entry.number}</span>
        ) : null}
        {under ? (
          <p dir="auto" className="line-clamp-2 text-stone [overflow-wrap:anywhere]">
            {under}
          </p>
        ) : null}
      </div>
      <time dateTime={entry.at} className="text-stone tabular-nums max-sm:col-start-2 sm:whitespace-nowrap">
        {nassauTime(entry.at)}
      </time>
    </li>
  );
}
