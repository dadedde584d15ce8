import { counted } from "~/core/counted";

/** Groups of open work, in the order of Today. */
export const groups = {
  answered: { title: "Requests answered", to: "/admin/applications?waits=answered" },
  promised: { title: "Inquiries past their promised answer", to: "/admin/inquiries?unanswered=late" },
  replies: { title: "Replies to inquiries", to: "/admin/inquiries?unanswered=reply" },
  invoices: { title: "Invoices overdue", to: "/admin/today/invoices" },
  appointments: { title: "Appointments today and tomorrow", to: "/admin/today/appointments" },
  turn: { title: "Our turn", to: "/admin/applications?turn=office" },
  overdue: { title: "Requests overdue", to: "/admin/applications?waits=overdue" },
  aging: { title: "Documents getting too old", to: "/admin/today/aging" },
  tasks: { title: "Tasks due", to: "/admin/today/tasks" },
  ending: { title: "Ending soon", to: "/admin/today/ending" },
  withdrawals: { title: "Withdrawals asked for", to: "/admin/applications?waits=withdrawal" },
  unverified: { title: "Unverified emails", to: "/admin/applications?waits=unverified" },
  mails: { title: "Failed emails", to: "/admin/emails?status=failed" },
  received: { title: "Unverified replies", to: "/admin/emails/unverified" },
  ownerless: { title: "Without an active owner", to: "/admin/today/ownerless" },
  services: { title: "Storage, scanner and mailbox", to: "/admin/today/services" },
  broken: { title: "Broken links and files", to: "/admin/today/broken" },
  rules: { title: "Rules to check again", to: "/admin/today/rules" },
} as const;
export type GroupId = keyof typeof groups;

/** Collapsed at the end under `To look after`: no applicant or visitor waits for them. */
export const folded: ReadonlySet<GroupId> = new Set([
  "unverified",
  "mails",
  "received",
  "ownerless",
  "services",
  "broken",
  "rules",
]);

/** An item: its subject, a description, and since when, formatted. */
export type Line = {
  id: string;
  to: string;
  name: string;
  number: string;
  says: string;
  /** Follows in red, such as `Overdue by 2 days`. */
  alert?: string;
  /** The page on which staff note that they told somebody what an email did not. */
  told?: string;
  /** The item is a task, which is marked as done in its line. */
  task?: { applicationId: string; title: string };
  isMine: boolean;
  isSample: boolean;
};

export type GroupData = { id: GroupId; read: { count: number; lines: Line[] } | null };

const hour = 3_600_000;

/** How long something has lasted: `less than an hour`, `5 hours`, `3 days`. */
export function lasting(since: Date, now = new Date()): string {
  const hours = Math.floor((now.getTime() - since.getTime()) / hour);
  if (hours < 1) return "less than an hour";
  const [n, unit] = hours < 24 ? [hours, "hour"] : [Math.floor(hours / 24), "day"];
  return counted(n, unit);
}
