import { setTimeout as pause } from "node:timers/promises";
import type { AppServer } from "../../test/harness/app-server.ts";
import { figure, type Line } from "../table.ts";

/** Expired rows for the first nightly run. */
const over = { views: 300_000, "record-entries": 100_000 } as const;
/** Record entries that it reads and retains, because they are about an application. */
const retained = 100_000;
type Kind = keyof typeof over;

/** The first nightly run with many expired rows: the cost of a batch at its beginning, and at its end. */
export async function measureNight(app: AppServer): Promise<Line[]> {
  await fill(app);
  const before = await scans(app);
  const { samples, seconds } = await run(app);
  const after = await scans(app);
  const all = Object.values(over).reduce((sum, n) => sum + n, 0);
  return [
    { what: "rows removed a second", measured: figure(all / seconds), reference: `${figure(seconds)} s in all` },
    ...(["views", "record-entries"] as const).flatMap((kind): Line[] => [
      {
        what: `${kind}: the last tenth beside the first`,
        measured: `${figure(share(samples, kind, 0.9, 1) / share(samples, kind, 0, 0.1))} ×`,
        reference: `${figure(over[kind] / 500)} batches`,
      },
      {
        what: "  sequential scans of its table",
        measured: figure((after.get(kind) ?? 0) - (before.get(kind) ?? 0)),
      },
    ]),
  ];
}

async function fill(app: AppServer): Promise<void> {
  await app.query(
    `insert into visa_service_views (service_id, session_id, viewed_at)
     select (select id from visa_services limit 1), 'night ' || n, now() - interval '2 years' + make_interval(secs => n)
     from generate_series(1, $1::int) n`,
    [over.views],
  );
  await app.query(
    `insert into visa_applications (application_number, user_email, status, submitted_at)
     select 'BVNIGHT-' || n, 'night' || n || '@mail.example', 'submitted', now() from generate_series(1, 1000) n`,
  );
  await app.query(
    `insert into admin_activity_log (action_type, subject_type, subject_name, created_at)
     select 'service_updated', 'service', 'A service', now() - interval '2 years' + make_interval(secs => n)
     from generate_series(1, $1::int) n
     union all select 'status_updated', 'application', 'BVNIGHT-' || 1 + n % 1000, now() - interval '2 years' + make_interval(secs => n)
     from generate_series(1, $2::int) n`,
    [over["record-entries"], retained],
  );
  await app.query("analyze");
}

/** The number of sequential scans of each table. */
async function scans(app: AppServer): Promise<Map<Kind, number>> {
  // PostgreSQL publishes a connection's counters a second later.
  await pause(2_000);
  const rows = await app.query<{ name: string; n: string }>(
    `select relname as name, seq_scan as n from pg_stat_user_tables
     where relname in ('visa_service_views', 'admin_activity_log')`,
  );
  const of = (name: string) => Number(rows.find((row) => row.name === name)?.n ?? 0);
  return new Map([
    ["views", of("visa_service_views")],
    ["record-entries", of("admin_activity_log")],
  ]);
}

type Sample = { at: number; counts: Record<string, number> };

async function run(app: AppServer): Promise<{ samples: Sample[]; seconds: number }> {
  await app.query("delete from retention_runs");
  const started = performance.now();
  await app.query("insert into pgboss.job (name, data) values ('privacy.nightly', '{}')");
  const samples: Sample[] = [];
  for (;;) {
    await pause(20);
    const [row] = await app.query<{ counts: Record<string, number>; ended: boolean }>(
      "select counts, finished_at is not null as ended from retention_runs",
    );
    samples.push({ at: performance.now(), counts: row?.counts ?? {} });
    if (row?.ended) break;
  }
  const counts = samples.at(-1)?.counts ?? {};
  for (const [kind, n] of Object.entries(over))
    if (counts[kind] !== n) throw new Error(`Not removed: ${JSON.stringify(counts)}`);
  return { samples, seconds: (performance.now() - started) / 1000 };
}

/** Milliseconds from one share of a kind to another. */
function share(samples: readonly Sample[], kind: Kind, from: number, to: number): number {
  const when = (part: number) => {
    const least = part === 0 ? 1 : over[kind] * part;
    return samples.find(({ counts }) => (counts[kind] ?? 0) >= least)?.at ?? 0;
  };
  return when(to) - when(from);
}
