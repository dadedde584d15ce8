import { ChevronDown, Moon } from "lucide-react";
import { Link } from "react-router";
import { formatCount } from "~/core/counted";
import { calendarDate, nassauDay, nassauTime } from "~/core/time";
import type { Retention } from "~/privacy/retention/read-runs.server";
import type { Tonight } from "~/privacy/retention/tonight.server";
import { ButtonLink } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";

const path = "/admin/privacy";

/** Retention: what the nightly runs removed, what the next one would, and legal holds. */
export function RetentionSection({ retention, tonight }: { retention: Retention; tonight: Tonight | null }) {
  const [latest, ...earlier] = retention.runs;
  return (
    <section aria-labelledby="retention" className="mt-8">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="max-w-2xl">
          <h2 id="retention" className="text-xl">
            How long things are kept
          </h2>
          <p className="mt-1 text-stone">
            Every night at 4:15 am Nassau time, data past its retention period is removed. The periods are those in the{" "}
            <Link to="/privacy-policy#retention" className="text-link text-link-inline">
              privacy policy
            </Link>
            .
          </p>
        </div>
        <ButtonLink
          to={`${path}?show=tonight#tonight`}
          variant="outline"
          before={<Moon aria-hidden />}
          className="max-sm:w-full"
        >
          What would be deleted tonight
        </ButtonLink>
      </div>
      <Failures {...retention} />
      {tonight ? <WouldGo tonight={tonight} /> : null}
      {latest ? (
        <>
          <h3 className="mt-6 text-lg">Last night</h3>
          <p className="text-stone">{momentOf(latest)}</p>
          <Counts label="What the last run removed" counts={latest.counts} />
          {earlier.length > 0 ? <EarlierRuns runs={earlier} /> : null}
        </>
      ) : (
        <p className="mt-4 text-stone">The cleanup hasn’t run yet.</p>
      )}
      <Holds holds={retention.holds} />
    </section>
  );
}

type Run = Retention["runs"][number];
const momentOf = ({ startedAt, finishedAt }: Run) => `${nassauTime(startedAt)}${finishedAt ? "" : ", still running"}`;

type Counted = readonly { label: string; n: number }[];

function Counts({ label, counts }: { label: string; counts: Counted }) {
  return (
    <dl
      aria-label={label}
      className="mt-3 grid gap-x-8 rounded-xl border border-line bg-white px-4 py-2 text-sm shadow-xs sm:px-5 lg:grid-cols-2"
    >
      {counts.map(({ label, n }) => (
        <div key={label} className="flex items-baseline justify-between gap-4 border-line py-1.5 not-last:border-b">
          <dt className={n === 0 ? "text-stone" : ""}>{label}</dt>
          <dd className={`tabular-nums ${n === 0 ? "text-stone" : "font-semibold"}`}>{formatCount(n)}</dd>
        </div>
      ))}
    </dl>
  );
}

function EarlierRuns({ runs }: { runs: readonly Run[] }) {
  return (
    <div className="mt-3 grid gap-1">
      {runs.map((run) => {
        const all = run.counts.reduce((sum, { n }) => sum + n, 0);
        return (
          <details key={run.night} className="group">
            <summary className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-xs text-sm font-semibold text-sea-ink hover:underline">
              {nassauTime(run.startedAt)}: {formatCount(all)} in all
              <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
            </summary>
            <Counts label={`What the run of ${calendarDate(run.night)} removed`} counts={run.counts} />
          </details>
        );
      })}
    </div>
  );
}

function WouldGo({ tonight: { at, counts } }: { tonight: Tonight }) {
  const named = counts.filter(({ numbers }) => numbers.length > 0);
  return (
    <section aria-labelledby="tonight" className="mt-6 scroll-mt-4 rounded-xl border border-line bg-foam p-4 sm:p-5">
      <h3 id="tonight" className="text-lg">
        What would be deleted tonight
      </h3>
      <p className="text-stone">The next run is on {nassauTime(at)}. This is a preview: nothing has been changed.</p>
      <Counts label="What would be deleted tonight" counts={counts} />
      {named.map(({ kind, label, n, numbers }) => (
        <div key={kind} className="mt-4">
          <h4 className="font-semibold">{label}</h4>
          <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 font-mono text-xs">
            {numbers.map((number) => (
              <li key={number}>{number}</li>
            ))}
          </ul>
          {n > numbers.length ? <p className="mt-1 text-stone">and {formatCount(n - numbers.length)} more</p> : null}
        </div>
      ))}
    </section>
  );
}

function Failures({ failed, failures }: Pick<Retention, "failed" | "failures">) {
  if (failed === 0) return null;
  return (
    <Banner
      tone="error"
      role="alert"
      title={failed === 1 ? "One thing could not be removed" : `${formatCount(failed)} things could not be removed`}
      className="mt-4"
    >
      <p>Everything else was removed. These are tried again every night.</p>
      <ul className="mt-2 grid gap-1">
        {failures.map(({ label, name, reason, since }) => (
          <li key={`${label} ${name} ${since.toISOString()}`}>
            {label}
            {name ? <span className="font-mono text-xs"> {name}</span> : null}: {reason} Since{" "}
            {calendarDate(nassauDay(since))}.
          </li>
        ))}
      </ul>
      {failed > failures.length ? <p className="mt-1">and {formatCount(failed - failures.length)} more</p> : null}
    </Banner>
  );
}

function Holds({ holds }: Pick<Retention, "holds">) {
  return (
    <section aria-labelledby="holds" className="mt-6">
      <h3 id="holds" className="text-lg">
        Legal holds
      </h3>
      {holds.length === 0 ? (
        <p className="mt-1 text-stone">No legal holds. You can place one from a case’s page.</p>
      ) : (
        <ul className="mt-2 grid gap-1">
          {holds.map(({ id, number, placedAt }) => (
            <li key={id}>
              <Link
                to={`/admin/applications/${id}/hold`}
                className="rounded-xs font-mono text-xs text-sea-ink underline underline-offset-2"
              >
                {number}
              </Link>{" "}
              <span className="text-stone">since {calendarDate(nassauDay(placedAt))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
