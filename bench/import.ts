import { setTimeout as pause } from "node:timers/promises";
import type { AppServer } from "../test/harness/app-server.ts";
import { signIn } from "./desk/desk.ts";
import { memoryOf, processorTime } from "./machine.ts";
import { figure, type Line } from "./table.ts";

const count = 10_000;
const path = "/admin/people/import";

/** Imports 10,000 clients with two key dates each, and undoes it; meanwhile the home page is asked every 100 ms. */
export async function measureImport(app: AppServer): Promise<Line[]> {
  const cookie = await signIn(app);
  const form = new FormData();
  form.set("file", new File([csv()], "clients.csv", { type: "text/csv" }));
  const page = (await post(app, path, form, cookie)).headers.get("location") ?? "";
  const settings = new URLSearchParams({
    ...{ intent: "check", encoding: "utf-8", separator: ",", dateFormat: "iso", basis: "contract", source: "Bench" },
  });
  for (const field of ["name", "email", "phone", "permitExpires", "passportExpires"]) settings.append("column", field);
  await post(app, page, settings, cookie);
  const checked = performance.now();
  await (await fetch(app.url + page, { headers: { cookie } })).text();
  const dryRun = performance.now() - checked;
  const run = await measured(
    app,
    () => post(app, page, asForm({ intent: "import", confirmed: "yes" }), cookie),
    "done",
  );
  const undo = await measured(
    app,
    () => post(app, page, asForm({ intent: "undo", confirmed: "yes" }), cookie),
    "undone",
  );
  return [
    { what: "the page with the dry run of 10,000 lines", measured: `${figure(dryRun)} ms` },
    {
      what: "10,000 lines imported",
      measured: `${figure(run.seconds)} s`,
      reference: `at most 60 s; home page meanwhile at most ${figure(run.slowest)} ms`,
    },
    { what: "  peak memory of the program", measured: `${figure(run.peak)} MB` },
    { what: "  processor time of the program", measured: `${figure(run.cpu)} s` },
    { what: "10,000 clients removed again", measured: `${figure(undo.seconds)} s` },
  ];
}

const asForm = (fields: Record<string, string>) => new URLSearchParams(fields);

function csv(): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const number = String(index).padStart(5, "0");
    return `Client Number${number},c${number}@mail.example,+1 242 55${number},2031-03-01,2033-06-30`;
  });
  return ["Name,Email,Phone,Permit expires,Passport expires", ...lines].join("\r\n");
}

async function measured(app: AppServer, start: () => Promise<Response>, end: string) {
  const pid = app.child.pid ?? 0;
  const cpu = processorTime([pid]);
  const started = performance.now();
  const { status } = await start();
  if (status !== 302) throw new Error(`The import was not started: ${status}`);
  let peak = 0;
  let slowest = 0;
  for (;;) {
    const asked = performance.now();
    await (await fetch(app.url)).text();
    slowest = Math.max(slowest, performance.now() - asked);
    peak = Math.max(peak, memoryOf([pid]).resident);
    const [row] = await app.query<{ state: string }>("select state from client_imports");
    if (row?.state === end) break;
    await pause(100);
  }
  return { seconds: (performance.now() - started) / 1000, peak, slowest, cpu: processorTime([pid]) - cpu };
}

function post({ url }: AppServer, to: string, body: FormData | URLSearchParams, cookie: string) {
  return fetch(url + to, { method: "POST", body, redirect: "manual", headers: { origin: url, cookie } });
}
