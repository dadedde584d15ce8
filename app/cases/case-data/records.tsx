import type { ReactNode } from "react";
import { nassauTime } from "~/core/time";
import { classNames } from "~/ui/class-names";
import { StatusBadge, statusLook } from "~/ui/lists/status-badge";
import { StaffName } from "~/ui/staff-name";
import type { ApplicationDetail } from "./case.server";

type RecordsProps = {
  id: string;
  title: string;
  empty: string;
  count: number;
  note?: ReactNode;
  /** A part of the page itself, as the answers are. */
  large?: boolean;
  className?: string;
  children: ReactNode;
};

/** A list of a case; `note` appears below its entries. */
export function Records({ id, title, empty, count, note, large = false, className, children }: RecordsProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classNames("scroll-mt-16 lg:scroll-mt-4", large ? "text-xl" : "text-lg")}>
        {title}
      </h2>
      {count === 0 ? (
        <p className="mt-1 text-stone">{empty}</p>
      ) : (
        <ul className={classNames("mt-1", className)}>{children}</ul>
      )}
      {note}
    </section>
  );
}

export function Entry({ children }: { children: ReactNode }) {
  return <li className="border-line py-2.5 not-last:border-b">{children}</li>;
}

export function StatusHistory({ application, history }: Pick<ApplicationDetail, "application" | "history">) {
  return (
    <Records
      id="history"
      title="Status history"
      empty={`Started ${nassauTime(application.createdAt)}.`}
      count={history.length}
    >
      {history.map((change) => (
        <Entry key={change.id}>
          <StatusBadge status={change.toStatus} />
          {change.message ? <p className="mt-1 break-words whitespace-pre-line">{change.message}</p> : null}
          <p className="mt-0.5 text-xs break-words text-stone">
            {change.fromStatus ? `From ${statusLook(change.fromStatus).label} · ` : ""}
            {nassauTime(change.createdAt)}
            {change.admin ? (
              <>
                {" · "}
                <StaffName name={change.admin} email={change.adminEmail} />
              </>
            ) : null}
            {change.undoneAt ? " · undone" : ""}
          </p>
        </Entry>
      ))}
    </Records>
  );
}
