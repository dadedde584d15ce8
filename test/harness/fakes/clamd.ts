import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { endedAfterFile, freePort } from "../app-server";
import { clamdProgram, debianProgram } from "../debian-packages";
import { until } from "../http-client";
import { eicar } from "./scanner";

/** A real clamd on a loopback port, with our EICAR signature only. Can be stopped and restarted. */
export async function startClamd(folder: string) {
  const binary = debianProgram(clamdProgram);
  const signatures = join(folder, "signatures");
  mkdirSync(signatures, { recursive: true });
  const hex = Buffer.from(eicar).toString("hex");
  writeFileSync(join(signatures, "lucaya.ndb"), `Lucaya.Eicar-Test:0:*:${hex}\n`);
  const port = await freePort();
  const settings = [
    `TCPSocket ${port}`,
    "TCPAddr 127.0.0.1",
    `DatabaseDirectory ${signatures}`,
    `TemporaryDirectory ${folder}`,
    "Foreground yes",
    "StreamMaxLength 25M",
    "MaxThreads 4",
    // Run as this user: another account may have no access to the directory.
    ...(process.getuid?.() === 0 ? ["User root"] : []),
  ];
  const file = join(folder, "clamd.conf");
  writeFileSync(file, `${settings.join("\n")}\n`);
  chmodSync(file, 0o644);
  if (process.getuid?.() === 0) chownSync(signatures, 0, 0);
  let child: ChildProcess | undefined;
  let text = "";
  const start = async () => {
    child = spawn(binary, [`--config-file=${file}`], { stdio: ["ignore", "pipe", "pipe"] });
    endedAfterFile(child);
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        text += chunk;
      });
    const started = child;
    await until("clamd answers", async () => {
      if (started.exitCode !== null) throw new Error(`clamd ended: ${text}`);
      return answers(port);
    });
  };
  const goAway = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  await start();
  return { url: `tcp://127.0.0.1:${port}`, goAway, comeBack: start, words: () => text };
}

function answers(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => socket.write("zPING\0"));
    socket.once("data", (reply) => {
      socket.destroy();
      resolve(reply.toString().startsWith("PONG") || undefined);
    });
    socket.once("error", () => resolve(undefined));
  });
}
