import { ArrowDown } from "lucide-react";
import type { ApplicationDetail } from "~/cases/case-data/case.server";
import type { DeskMessages } from "~/cases/messages/desk/desk-messages.server";
import { type PartLink, PartLinks } from "~/ui/lists/part-links";

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
  const parts: PartLink[] = [
    { href: "#answers", label: "Answers" },
    { href: "#documents", label: "Documents", note: countOf(documents) },
    ...(application.status === "draft"
      ? []
      : [
          {
            ...{ href: "#requests", label: "Requests", waits: toCheck > 0 },
            note: toCheck > 0 ? `${toCheck} to check` : open > 0 ? `${open} open` : "",
          },
        ]),
    ...(messages
      ? [
          {
            ...{ href: "#messages", label: "Messages" },
            ...{ note: messages.waiting ? "waiting" : "", waits: Boolean(messages.waiting) },
          },
        ]
      : []),
    ...(tasks ? [{ href: "#tasks", label: "Tasks", note: openTasks > 0 ? `${openTasks} open` : "" }] : []),
    { href: "#notes", label: "Notes", note: countOf(notes) },
    ...(agreement ? [{ href: "#agreement", label: "Agreement", note: toSign ? "to sign" : "", waits: toSign }] : []),
    ...(fees ? [{ href: "#fees", label: "Fees" }] : []),
  ];
  return <PartLinks parts={parts} />;
}

const countOf = (items: readonly unknown[]): string => (items.length > 0 ? String(items.length) : "");

/** On a phone the form for the status is below what there is to read: this link stays in view until it is. */
export const ToStatus = () => (
  <p className="no-print sticky bottom-0 z-10 -mx-4 border-t border-line bg-white px-4 py-2 sm:-mx-7 sm:px-7 lg:hidden">
    <a href="#set-status" className="button button-md button-primary w-full">
      <ArrowDown aria-hidden />
      Update the status
    </a>
  </p>
);
