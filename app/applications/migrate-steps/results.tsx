import { Link } from "react-router";
import { formatCount } from "~/core/counted";
import { nassauTime } from "~/core/time";
import type { MigrationFailure } from "~/db/schema/migration-runs";
import { StatCard } from "~/ui/lists/stat-card";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { Banner } from "~/ui/notices/banner";
import { Amount, Running } from "~/ui/running/running";
import { useProgress } from "~/ui/running/use-progress";
import { StaffName } from "~/ui/staff-name";
import type { Migrated } from "./one.server";
import type { MigrationProgress } from "./progress";
import type { LatestRun } from "./run.server";

export function RunResult({ run }: { run: LatestRun }) {
  const { state, total, done, successful, failed } = useProgress<MigrationProgress>(
    "/admin/migration/progress",
    run,
    (now) => now.id === run.id && now.state === "running",
  );
  const { adminEmail, startedBy, startedAt, finishedAt, failures } = run;
  const unlisted = failed - failures.length;
  return (
    <section aria-labelledby="results" className="mt-7">
      <h2 id="results" className="text-xl">
        Migration results
      </h2>
      <p className="mt-1 text-stone [overflow-wrap:anywhere]">
        All applications, started by <StaffName name={startedBy} email={adminEmail} /> on {nassauTime(startedAt)}
        {finishedAt ? `, ended ${nassauTime(finishedAt)}` : ""}.
      </p>
      <p role="status" className="sr-only">
        {state === "done" ? "The migration has finished." : ""}
      </p>
      {state === "running" ? (
        <Running title="The migration is running" to="/admin/migration" className="mt-3">
          <Amount label="Applications migrated" done={done} total={total} />
        </Running>
      ) : null}
      {state === "broken_off" ? (
        <Banner tone="error" role="alert" title="Migration failed. Check console for details." className="mt-3">
          It stopped after {formatCount(done)} of {formatCount(total)} applications. Applications already migrated are
          kept, and you can safely run it again.
        </Banner>
      ) : null}
      {state === "done" && failed === 0 ? (
        <Banner tone="success" className="mt-3">
          Every application was migrated.
        </Banner>
      ) : null}
      <ResultTotals total={total} successful={successful} failed={failed} />
      {state === "running" || failures.length === 0 ? null : <FailureTable failures={failures} />}
      {state !== "running" && unlisted > 0 ? (
        <p className="mt-3 text-stone">
          And {formatCount(unlisted)} more. Only the first {formatCount(failures.length)} are listed; the next run lists
          any that still fail.
        </p>
      ) : null}
    </section>
  );
}

export function OneResult({ result }: { result: Migrated }) {
  const { id, number, messages } = result;
  const failed = messages.length > 0;
  return (
    <section aria-labelledby="results-one" className="mt-7">
      <h2 id="results-one" className="text-xl">
        Migration results
      </h2>
      <Banner tone={failed ? "error" : "success"} role={failed ? "alert" : "status"} className="mt-3">
        Application <ApplicationLink id={id} number={number} /> {failed ? "wasn’t fully migrated." : "was migrated."}
      </Banner>
      <ResultTotals total={1} successful={failed ? 0 : 1} failed={failed ? 1 : 0} />
      {failed ? <FailureTable failures={[{ id, number, messages }]} /> : null}
    </section>
  );
}

function ResultTotals({ total, successful, failed }: { total: number; successful: number; failed: number }) {
  return (
    <div className="mt-4 grid grid-cols-3 gap-2 sm:gap-3">
      <StatCard label="Total Applications" value={formatCount(total)} className="max-sm:col-span-3" />
      <StatCard label="Successful" value={formatCount(successful)} className="max-sm:col-span-2" />
      <StatCard label="Failed" value={<span className={failed > 0 ? "text-error" : ""}>{formatCount(failed)}</span>} />
    </div>
  );
}

function FailureTable({ failures }: { failures: readonly MigrationFailure[] }) {
  return (
    <Table label="Applications that failed" frameClassName="mt-4" sticky={false}>
      <thead>
        <Tr>
          <Th className="md:w-56">Application</Th>
          <Th>What failed</Th>
        </Tr>
      </thead>
      <tbody>
        {failures.map(({ id, number, messages }) => (
          <Tr key={id}>
            <Td label="Application" className="align-top">
              <ApplicationLink id={id} number={number} />
            </Td>
            <Td label="What failed" className="[overflow-wrap:anywhere]">
              <ul className="grid gap-1">
                {messages.map((message) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

export function ApplicationLink({ id, number }: { id: string; number: string }) {
  return (
    <Link
      to={`/admin/applications/${id}`}
      className="rounded-xs font-mono text-xs font-medium whitespace-nowrap text-sea-ink underline decoration-1 underline-offset-3 hover:decoration-2"
    >
      {number}
    </Link>
  );
}
