import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { findBinaries, serverAccount } from "~/db/embedded/binaries.server";
import { cheaper } from "../folders/prepared";

/** Socket paths are limited to 103 bytes on macOS and 107 on Linux. */
const longestSocket = 103;

/**
 * Starts PostgreSQL on a directory of `startPostgres`, optimized for tests of verbs: a socket, on which queries take
 * two thirds of the time of TCP, and no password. Throws PostgreSQL's error if it doesn't respond within two minutes.
 */
export async function startOnSocket(folder: string) {
  if (Buffer.byteLength(join(folder, ".s.PGSQL.5432")) > longestSocket)
    throw new Error(`${folder} is too long for the name of a socket: set TMPDIR to a shorter one`);
  await writeFile(join(folder, "pg_hba.conf"), "local all all trust\n");
  const plain = cheaper.map((setting) => setting.replaceAll(/[ ']/g, ""));
  const settings = ["listen_addresses=", `unix_socket_directories="${folder}"`, "timezone=UTC", ...plain];
  const { postgres } = await findBinaries();
  const output = openSync(`${folder}.log`, "a", 0o600);
  const child = spawn(postgres, ["-D", folder, ...settings.flatMap((setting) => ["-c", setting])], {
    ...serverAccount(),
    cwd: "/",
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const ended = once(child, "exit").catch(() => undefined);
  const hasExited = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const addressOf = (database: string, user = "lucaya") =>
    `postgres://${user}@localhost/${database}?host=${encodeURIComponent(folder)}`;
  const answers = async () => {
    const client = new pg.Client({ connectionString: addressOf("postgres", "postgres") });
    client.on("error", () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  const stop = async () => {
    if (hasExited()) return;
    child.kill("SIGINT");
    await ended;
  };
  const latest = Date.now() + 120_000;
  while (!(await answers())) {
    if (hasExited() || Date.now() > latest) {
      await stop();
      throw new Error(`PostgreSQL did not start on ${folder}:\n${await readFile(`${folder}.log`, "utf8")}`);
    }
    await pause(20);
  }
  return { addressOf, stop };
}
