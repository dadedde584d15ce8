import { counted, formatCount } from "~/core/counted";
import { calendarLongDate, nassauListDate } from "~/core/time";
import { formatDaysLeft } from "~/privacy/requests/days-left";
import type { ListedRequest } from "~/privacy/requests/read-requests.server";
import type { listRestricted } from "~/privacy/restricted/open-restricted.server";
import { TextLink } from "~/ui/link";
import { Badge } from "~/ui/lists/badge";
import { Table, Td, Th, Tr } from "~/ui/lists/table";

/** Erasure requests, oldest first. */
export function ErasureRequests({ all, requests }: { all: number; requests: readonly ListedRequest[] }) {
  return (
    <section aria-labelledby="requests" className="mt-8">
      <h2 id="requests" className="text-xl">
        Erasure requests
      </h2>
      {requests.length === 0 ? (
        <p className="mt-1 text-stone">No requests are waiting for a decision.</p>
      ) : (
        <Table label="Erasure requests" frameClassName="mt-3" sticky={false}>
          <thead>
            <Tr>
              <Th className="md:w-1/2">It covers</Th>
              <Th>Asked</Th>
              <Th>Time left</Th>
            </Tr>
          </thead>
          <tbody>
            {requests.map((request) => (
              <Tr key={request.id}>
                <Td label="It covers">
                  <TextLink to={`/admin/privacy/requests/${request.id}`}>{request.subject.label}</TextLink>
                  <span className="block text-xs text-stone">{describeCovered(request)}</span>
                </Td>
                <Td label="Asked">{nassauListDate(request.askedAt)}</Td>
                <Td label="Time left">
                  {request.state === "open" ? (
                    <Badge tone={request.daysLeft < 0 ? "red" : request.daysLeft < 7 ? "orange" : "gray"}>
                      {formatDaysLeft(request.daysLeft)}
                    </Badge>
                  ) : (
                    "Decided, being carried out"
                  )}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      <More all={all} shown={requests.length} />
    </section>
  );
}

export function describeCovered({ subject, files }: ListedRequest): string {
  const parts = [subject.status, `since ${nassauListDate(subject.begun)}`];
  if (subject.kind !== "subscriber") parts.push(counted(files, "file"));
  return parts.filter(Boolean).join(" · ");
}

/** Restricted cases, by number and day only. */
export function RestrictedCases({ all, cases }: Awaited<ReturnType<typeof listRestricted>>) {
  if (cases.length === 0) return null;
  return (
    <section aria-labelledby="restricted" className="mt-8">
      <h2 id="restricted" className="text-xl">
        Restricted cases
      </h2>
      <ul className="mt-3 grid gap-2">
        {cases.map(({ id, number, until }) => (
          <li key={id} className="flex flex-wrap gap-x-4">
            <TextLink to={`/admin/privacy/restricted/${id}`}>
              <span className="font-mono">{number}</span>
            </TextLink>
            <span className="text-stone">Restricted until {calendarLongDate(until)}</span>
          </li>
        ))}
      </ul>
      <More all={all} shown={cases.length} />
    </section>
  );
}

const More = ({ all, shown }: { all: number; shown: number }) =>
  all > shown ? <p className="mt-1 text-stone">and {formatCount(all - shown)} more</p> : null;
