import { ArrowDown, ArrowUp, Check } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { nassauTime } from "~/core/time";
import { SentFiles } from "~/documents/sent-files";
import { ReceivedFrom, ReceivedRest } from "~/mail/received/received-parts";
import { classNames } from "~/ui/class-names";
import { Fold } from "~/ui/fold";
import { Badge } from "~/ui/lists/badge";
import { NassauTime } from "~/ui/nassau-time";
import { StaffName } from "~/ui/staff-name";
import type { ShownMessage, Thread as ThreadData } from "./thread.server";

type ThreadProps = {
  thread: ThreadData;
  /** Rendered below a message, such as staff's actions. */
  action?: ((message: ShownMessage) => ReactNode) | undefined;
  viewer: ShownMessage["side"];
  /** URL of the thread's other pages. */
  path: string;
  /** How many are shown before the others unfold; all by default. */
  newest?: number;
};

export function Thread({ thread: { messages, earlier, later }, viewer, path, action, newest }: ThreadProps) {
  if (messages.length === 0) return <p className="mt-6 text-stone">No messages yet.</p>;
  const list = (shown: readonly ShownMessage[], label: string) => (
    <ol aria-label={label} className="grid gap-4">
      {shown.map((message) => (
        <Message key={message.id} message={message} viewer={viewer} action={action} />
      ))}
    </ol>
  );
  // One more is no reason to fold.
  const split = newest !== undefined && messages.length > newest + 1 ? newest : messages.length;
  const folded = messages.slice(split);
  return (
    <div className="mt-8">
      {later ? (
        <Step to={`${path}?after=${later}`}>
          <ArrowUp aria-hidden className="size-4" /> Later messages
        </Step>
      ) : null}
      {list(messages.slice(0, split), "Messages, newest first")}
      {folded.length > 0 ? (
        <Fold title={<span className="font-semibold">{folded.length} more messages</span>} className="mt-2">
          {list(folded, "More messages, newest first")}
        </Fold>
      ) : null}
      {earlier ? (
        <Step to={`${path}?before=${earlier}`}>
          <ArrowDown aria-hidden className="size-4" /> Earlier messages
        </Step>
      ) : null}
    </div>
  );
}

const Step = ({ to, children }: { to: string; children: ReactNode }) => (
  <p className="no-print my-2">
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 rounded-xs font-semibold text-sea-ink underline underline-offset-4"
    >
      {children}
    </Link>
  </p>
);

type MessageProps = Pick<ThreadProps, "viewer" | "action"> & { message: ShownMessage };

function Message({ message, viewer, action }: MessageProps) {
  const isOwn = message.side === viewer;
  const mail = message.byEmail?.mail;
  return (
    <li
      className={classNames(
        "break-inside-avoid rounded-xl border px-4 py-3 sm:max-w-[46rem]",
        isOwn ? "border-sea/30 bg-foam sm:ml-auto sm:w-[92%]" : "border-line bg-white sm:w-[92%]",
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-stone">
        <span className="font-semibold break-all text-ink">
          <Writer message={message} viewer={viewer} />
        </span>
        <MessageTime at={message.at} viewer={viewer} />
        {message.byEmail ? <span>By email{message.byEmail.part ? `, ${message.byEmail.part}` : ""}</span> : null}
      </p>
      {mail ? <ReceivedFrom mail={mail} /> : null}
      {message.body ? (
        <p dir="auto" className="mt-1.5 [overflow-wrap:anywhere] whitespace-pre-wrap">
          {message.body}
        </p>
      ) : null}
      {message.files.length > 0 ? <SentFiles files={message.files} /> : null}
      {mail ? <ReceivedRest mail={mail} /> : null}
      {message.promised ? <Promised message={message} viewer={viewer} /> : null}
      {message.readAt ? (
        <p className="mt-2 flex items-center gap-1.5 text-sm text-stone">
          <Check aria-hidden className="size-4 shrink-0" /> Read <MessageTime at={message.readAt} viewer={viewer} />
        </p>
      ) : null}
      {action?.(message)}
    </li>
  );
}

/** Staff read times as everywhere at the desk. */
const MessageTime = ({ at, viewer }: { at: string; viewer: ShownMessage["side"] }) =>
  viewer === "applicant" ? (
    <NassauTime at={at} options={{ dateStyle: "medium", timeStyle: "short" }} />
  ) : (
    <time dateTime={at}>{nassauTime(at)}</time>
  );

/** Applicants see one office; the desk also sees the admin. */
function Writer({ message, viewer }: { message: ShownMessage; viewer: ShownMessage["side"] }): ReactNode {
  const { side, admin, adminEmail } = message;
  if (viewer === "applicant") return side === "applicant" ? "You" : "Lucaya";
  if (side === "applicant") return "Applicant";
  return admin ? <StaffName name={admin} email={adminEmail} /> : "Lucaya";
}

function Promised({ message: { promised, isOverdue }, viewer }: { message: ShownMessage; viewer: string }) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm font-medium">
      We’ll answer by {promised} in Nassau.
      {viewer === "office" && isOverdue ? <Badge tone="red">Overdue</Badge> : null}
    </p>
  );
}
