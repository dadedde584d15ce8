import { formatChange } from "~/accounts/activity/in-words";
import type { activityOf, ListedEntry } from "~/accounts/activity/read.server";
import { actionLabel } from "~/accounts/activity/words";
import { nassauTime } from "~/core/time";
import { TextLink } from "~/ui/link";
import { listHref } from "~/ui/lists/list-filter";
import { StaffName } from "~/ui/staff-name";

const What = (entry: ListedEntry) => (
  <>
    <span className="font-medium">{actionLabel(entry.actionType)}</span>
    <Particulars {...entry} />
  </>
);

const isRepeated = ({ times }: Pick<ListedEntry, "times">) => Boolean(times && times > 1);
export const hasParticulars = (entry: ListedEntry): boolean =>
  Boolean(entry.target || entry.why) || isRepeated(entry) || entry.changes.length > 0;

/** What is known beyond the action itself. */
export function Particulars({ times, last, why, target, targetEmail, changes }: ListedEntry) {
  return (
    <>
      {target ? (
        <span className="block text-stone">
          <StaffName name={target} email={targetEmail} />
        </span>
      ) : null}
      {why ? <span className="block text-stone">{why}</span> : null}
      {isRepeated({ times }) ? (
        <span className="block text-stone tabular-nums">
          {times} times{last ? `, last at ${nassauTime(new Date(last)).split(", ").at(-1)}` : null}
        </span>
      ) : null}
      {changes.map((line) => (
        <span key={line.field} className="block text-stone wrap-anywhere">
          {formatChange(line)}
        </span>
      ))}
    </>
  );
}

export type OwnActivityProps = Awaited<ReturnType<typeof activityOf>> & {
  /** The number or reference that the whole log is searched for. */
  subject: string;
};

/** The log's entries about a case, inquiry or person, on its page. */
export function OwnActivity({ rows, more, subject }: OwnActivityProps) {
  return (
    <section aria-labelledby="own-activity">
      <h2 id="own-activity" className="text-lg">
        Activity
      </h2>
      {rows.length === 0 ? (
        <p className="mt-1 text-stone">Nothing is recorded yet.</p>
      ) : (
        <ol className="mt-2 grid gap-3">
          {rows.map((row) => (
            <li key={row.id} className="min-w-0">
              <What {...row} />
              <p className="text-xs text-stone wrap-anywhere">
                <StaffName name={row.who} email={row.whoEmail} /> ·{" "}
                <time dateTime={row.createdAt.toISOString()}>{nassauTime(row.createdAt)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
      {rows.length > 0 ? (
        <p className="mt-3">
          <TextLink to={listHref("/admin/activity", { subject })}>
            {more ? "Show all activity" : "In the full activity log"}
          </TextLink>
        </p>
      ) : null}
    </section>
  );
}
