import { once } from "node:events";
import { emptyDataDir, spawnApp } from "../test/harness/app-server.ts";
import { figure, type Line, ratio } from "./table.ts";

/**
 * Seconds from the start of the built app to its first home page: with an empty directory, and again with the same one.
 */
export async function measureStart(warmStarts: number): Promise<Line[]> {
  const folder = await emptyDataDir();
  const cold = await start(folder);
  const warm: number[] = [];
  for (let round = 0; round < warmStarts; round++) warm.push(await start(folder));
  const best = Math.min(...warm);
  return [
    {
      what: "cold: fresh folder with sample people, to the first home page",
      measured: `${figure(cold / 1000)} s`,
    },
    {
      what: "warm: the same folder again",
      measured: `${warm.map((ms) => figure(ms / 1000)).join(", ")} s`,
      reference: "goal: under 5 s",
      ratio: `${ratio(best / cold)} of cold`,
    },
  ];
}

async function start(folder: string): Promise<number> {
  const began = performance.now();
  const child = spawnApp({ DATA_DIR: folder, SAMPLE_DATA: "yes" });
  const ended = once(child, "exit");
  let output = "";
  const port = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = /answers on \S*?:(\d+)\b/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`The program ended with ${code}:\n${output}`)));
  });
  const response = await fetch(`http://127.0.0.1:${port}/`);
  await response.text();
  const took = performance.now() - began;
  child.kill("SIGTERM");
  await ended;
  return took;
}
