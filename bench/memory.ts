import { setTimeout as pause } from "node:timers/promises";
import type { AppServer } from "../test/harness/app-server.ts";
import { memoryOf, postgresProcesses } from "./machine.ts";
import { figure, type Line, ratio } from "./table.ts";

/** Megabytes of the app and its PostgreSQL after work, once they are idle. */
export async function measureMemory(app: AppServer): Promise<Line[]> {
  for (let page = 0; page < 200; page++) await (await fetch(app.url)).text();
  // V8 frees memory in several steps, the first of them some seconds after the last request.
  await pause(30_000);
  const own = memoryOf([app.child.pid ?? 0]);
  const processes = postgresProcesses(app.dataDir);
  const postgres = memoryOf(processes);
  return [
    { what: "memory at rest, resident: program", measured: `${figure(own.resident)} MB` },
    {
      what: `  PostgreSQL, ${processes.length} processes`,
      measured: `${figure(postgres.proportional)} MB`,
      reference: `${figure(postgres.resident)} MB if shared memory counts in each`,
    },
    {
      what: "  together",
      measured: `${figure(own.resident + postgres.proportional)} MB`,
      reference: `${figure(own.resident + postgres.resident)} MB if shared memory counts in each`,
      ratio: `${ratio((own.resident + postgres.proportional) / own.resident)} the program alone`,
    },
  ];
}
