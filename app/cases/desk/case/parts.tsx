import { ArrowDown } from "lucide-react";
import type { ApplicationDetail } from "~/cases/case-data/case.server";
import type { DeskMessages } from "~/cases/messages/desk/desk-messages.server";

type PartsProps = Pick<
  ApplicationDetail,
  "application" | "documents" | "requests" | "notes" | "fees" | "tasks" | "agreement"
> & {
  messages: DeskMessages;
};

/** Links to the parts of the page, with what waits for staff in them. */
export function Parts({ application, documents, requests, messages, notes, fees, tasks, agreement }: PartsProps) {
  const toCheck = requests.done.filter(({ state }) => state === "sent").length;
  const open = requests.open.length;
  const openTasks = tasks && !tasks.isClosed ? tasks.open.length : 0;
  const toSign = agreement?.signed.some(({ mayCountersign }) => mayCountersign) ?? false;
  const parts: readonly (readonly [href: string, label: string, note: string, waits: boolean])[] = [
    ["#answers", "Answers", "", false],
    ["#documents", "Documents", documents.length > 0 ? String(documents.length) : "", false],
    ...(application.status === "draft"
      ? []
      : ([
          ["#requests", "Requests", toCheck > 0 ? `${toCheck} to check` : open > 0 ? `${open} open` : "", toCheck > 0],
        ] as const)),
    ...(messages
      ? ([["#messages", "Messages", messages.waiting ? "waiting" : "", Boolean(messages.waiting)]] as const)
      : []),
    ...(tasks ? ([["#tasks", "Tasks", openTasks > 0 ? `${openTasks} open` : "", false]] as const) : []),
    ["#notes", "Notes", notes.length > 0 ? String(notes.length) : "", false],
    ...(agreement ? ([["#agreement", "Agreement", toSign ? "to sign" : "", toSign]] as const) : []),
    ...(fees ? ([["#fees", "Fees", "", false]] as const) : []),
  ];
  return (
    <nav aria-label="On this page" className="no-print">
      <ul className="flex flex-wrap gap-x-1 gap-y-1 max-lg:-mx-2 lg:-ml-2">
        {parts.map(([href, label, note, waits]) => (
          <li key={href}>
            <a
              href={href}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 text-sm font-semibold text-sea-ink hover:bg-foam max-lg:min-h-11"
            >
              {label}
              {note ? (
                <span
                  className={waits ? "rounded-full bg-gold px-1.5 text-xs text-ink" : "text-xs font-normal text-stone"}
                >
                  {note}
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** On a phone the form for the status is below what there is to read: this link stays in view until it is. */
export const ToStatus = () => (
  <p className="no-print sticky bottom-0 z-10 -mx-4 border-t border-line bg-white px-4 py-2 sm:-mx-7 sm:px-7 lg:hidden">
    <a href="#set-status" className="button button-md button-primary w-full">
      <ArrowDown aria-hidden />
      Update the status
    </a>
  </p>
);
