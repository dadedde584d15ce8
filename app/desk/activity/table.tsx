import { actionLabel } from "~/accounts/activity/words";
import type { ListedActivity } from "~/accounts/admins/list.server";
import { nassauTime } from "~/core/time";
import { TextLink } from "~/ui/link";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { StaffName } from "~/ui/staff-name";

/** Who did what to whom, when and from where. */
export function ActivityTable({ rows }: { rows: readonly ListedActivity[] }) {
  return (
    <Table label="Recent activity, newest first" sticky={false}>
      <thead>
        <Tr>
          <Th>When</Th>
          <Th>Action</Th>
          <Th>By</Th>
          <Th>Affected admin</Th>
          <Th>From</Th>
        </Tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id}>
            <Td label="When" className="tabular-nums lg:min-w-24">
              <time dateTime={row.createdAt.toISOString()}>{nassauTime(row.createdAt)}</time>
            </Td>
            <Td label="Action">
              <span>
                <span className="font-medium">{actionLabel(row.actionType)}</span>
                <About {...row} />
              </span>
            </Td>
            <Td label="By">
              {row.adminName ? <StaffName name={row.adminName} email={row.adminEmail} /> : actorLabel(row.actionType)}
            </Td>
            <Td label="Affected admin">
              {row.targetName ? <StaffName name={row.targetName} email={row.targetAdminEmail} /> : "—"}
            </Td>
            <Td label="From">
              <Origin {...row} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

const isSignIn = (actionType: string) => actionType === "sign_in_failed" || actionType === "sign_in_refused";
const actorLabel = (actionType: string) => (isSignIn(actionType) ? "Not signed in" : "The system");

/** The application concerned, or the number of events counted in this row. */
function About({ times, last, why, number, subjectType, subjectId }: ListedActivity) {
  const often = times && times > 1 ? `${times} times` : "";
  const since = often && last ? `last at ${nassauTime(new Date(last)).split(", ").at(-1)}` : "";
  const counted = [why, often, since].filter(Boolean).join(", ");
  if (counted) return <span className="block text-stone tabular-nums">{counted}</span>;
  if (!number) return null;
  const words = <span className="block w-fit font-mono text-xs">{number}</span>;
  return subjectType === "application" ? <TextLink to={`/admin/applications/${subjectId}`}>{words}</TextLink> : words;
}

function Origin({ actionType, address, browser }: ListedActivity) {
  if (!address) return isSignIn(actionType) ? "Many addresses" : "—";
  return (
    <span>
      <span className="wrap-anywhere tabular-nums">{address}</span>
      {browser ? <span className="block text-stone">{browser}</span> : null}
    </span>
  );
}
