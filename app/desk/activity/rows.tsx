import { hasParticulars, Particulars } from "~/accounts/activity/entries";
import type { ListedEntry } from "~/accounts/activity/read.server";
import { actionLabel } from "~/accounts/activity/words";
import { nassauTime } from "~/core/time";
import { TextLink } from "~/ui/link";
import { Badge } from "~/ui/lists/badge";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { StaffName } from "~/ui/staff-name";

export function ActivityRows({ rows, isSuperAdmin }: { rows: readonly ListedEntry[]; isSuperAdmin: boolean }) {
  return (
    <Table label="Activity, newest first" className="table-log">
      <thead>
        <Tr>
          <Th>When</Th>
          <Th>Who</Th>
          <Th>What</Th>
          <Th>About</Th>
          {isSuperAdmin ? <Th>From</Th> : null}
        </Tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id} className="md:[&>td]:align-top">
            <Td label="When" className="tabular-nums md:whitespace-nowrap">
              <time dateTime={row.createdAt.toISOString()}>{nassauTime(row.createdAt)}</time>
            </Td>
            <Td label="Who" className="wrap-anywhere md:min-w-32">
              <StaffName name={row.who} email={row.whoEmail} />
            </Td>
            <Td label="What">
              <span className="block min-w-0">
                <span className="font-medium max-md:line-clamp-2">{actionLabel(row.actionType)}</span>
                {hasParticulars(row) || isSuperAdmin ? (
                  <details className="unfolds-on-phones">
                    <summary className="text-link text-link-inline inline-flex min-h-6 cursor-pointer items-center text-xs">
                      More<span className="sr-only"> about this entry</span>
                    </summary>
                    <Particulars {...row} />
                  </details>
                ) : null}
              </span>
            </Td>
            <Td label="About">
              <About subject={row.subject} />
            </Td>
            {isSuperAdmin ? (
              <Td label="From" className="text-stone">
                <span className="min-w-0">
                  <span className="wrap-anywhere tabular-nums">{row.address ?? "—"}</span>
                  {row.browser ? <span className="block">{row.browser}</span> : null}
                </span>
              </Td>
            ) : null}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function About({ subject }: Pick<ListedEntry, "subject">) {
  if (!subject) return <>—</>;
  const { name, path, deleted } = subject;
  return (
    <span className="wrap-anywhere">
      {path ? (
        <TextLink to={path} className="inline-flex min-h-6 items-center">
          {name}
        </TextLink>
      ) : (
        name
      )}
      {deleted ? (
        <Badge tone="gray" className="ml-2">
          deleted
        </Badge>
      ) : null}
    </span>
  );
}
