import { setTimeout as pause } from "node:timers/promises";
import { type AppServer, asSuperuser } from "../test/harness/app-server.ts";
import { addApplications, fullMetadata, latestRun, type Run } from "../test/harness/applicants/migration-data.ts";
import { signIn } from "./desk/desk.ts";
import { memoryOf, postgresProcesses, processorTime } from "./machine.ts";
import { figure, type Line } from "./table.ts";

const count = 100_000;

/** Migrates all of 100,000 applications twice: first all rows are created, then nothing changes. */
export async function measureMigration(app: AppServer): Promise<Line[]> {
  for (let made = 0; made < count; made += 10_000) await addApplications(app, fullMetadata(), 10_000);
  await app.query("analyze visa_applications");
  await asSuperuser(app, "checkpoint");
  const atRest = memoryOf([app.child.pid ?? 0]).resident;
  const first = await migrate(app);
  const again = await migrate(app);
  const line = (label: string, { seconds, peak, postgres, cpu }: Measured): Line[] => [
    {
      what: `${label}, applications a second`,
      measured: figure(count / seconds),
      reference: `${figure(seconds)} s in all`,
    },
    {
      what: "  peak memory of the program",
      measured: `${figure(peak)} MB`,
      reference: `${figure(atRest)} MB before; PostgreSQL ${figure(postgres)} MB`,
    },
    { what: "  processor time of the program", measured: `${figure((cpu / count) * 1000)} ms an application` },
  ];
  return [
    ...line(`${figure(count)} applications, 700,000 rows to make`, first),
    ...line("again, no row to change", again),
  ];
}

type Measured = { seconds: number; peak: number; postgres: number; cpu: number };

async function migrate(app: AppServer): Promise<Measured> {
  const cookie = await signIn(app);
  const pid = app.child.pid ?? 0;
  const cpu = processorTime([pid]);
  const started = performance.now();
  const { status } = await post(app, "/admin/migration", { intent: "migrate-all", confirmed: "yes" }, { cookie });
  if (status !== 302) throw new Error(`The migration was not started: ${status}`);
  let peak = 0;
  let postgres = 0;
  let run: Run | undefined;
  do {
    await pause(100);
    peak = Math.max(peak, memoryOf([pid]).resident);
    postgres = Math.max(postgres, memoryOf(postgresProcesses(app.dataDir)).proportional);
    run = await latestRun(app);
  } while (run?.state === "running");
  if (run?.state !== "done" || run.failed > 0 || run.done < count)
    throw new Error(`Not migrated: ${JSON.stringify(run)}`);
  return { seconds: (performance.now() - started) / 1000, peak, postgres, cpu: processorTime([pid]) - cpu };
}

function post({ url }: AppServer, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields);
  return fetch(url + path, { method: "POST", body, redirect: "manual", headers: { origin: url, ...headers } });
}
