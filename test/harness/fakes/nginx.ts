import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterFile } from "../after-file";
import { emptyDataDir, freePort } from "../app-server";
import { debianProgram, nginxProgram } from "../debian-packages";
import { until } from "../http-client";

export type Nginx = {
  url: string;
  /** The URL of its server block that redirects to https. */
  plainUrl: string;
  /** Its written files by path: logs, and buffered bodies. */
  written: () => Record<string, string>;
};

const shipped = "deploy/nginx";

/**
 * nginx with `deploy/nginx/lucaya.conf`, on a loopback port without TLS. It trusts X-Forwarded-For from this machine,
 * as behind a balancer, so that each visitor of a test has its own IP.
 */
export async function startNginx(port: number, instances: string[]): Promise<Nginx> {
  const binary = debianProgram(nginxProgram);
  const folder = await emptyDataDir();
  const plain = await freePort();
  for (const name of ["logs", "bodies", "lucaya"]) await mkdir(join(folder, name));
  const here = (text: string) =>
    text.replaceAll("/etc/nginx/lucaya", join(folder, "lucaya")).replaceAll("/var/log/nginx", join(folder, "logs"));
  for (const name of ["http.conf", "location.conf", "log.conf"])
    await writeFile(join(folder, "lucaya", name), here(await readFile(join(shipped, name), "utf8")));
  const upstream = instances.map((address) => `    server ${address} max_fails=0;`).join("\n");
  const site = here(await readFile(join(shipped, "lucaya.conf"), "utf8"))
    .replace(/( +server 10\.[^;]+;\n)+/, `${upstream}\n`)
    .replace(/ +listen 80;/, `    listen 127.0.0.1:${plain};`)
    .replace(
      / +listen 443 ssl;/g,
      `    listen 127.0.0.1:${port};\n    set_real_ip_from 127.0.0.1;\n    real_ip_header X-Forwarded-For;`,
    )
    .replace(/ +(http2|ssl_\w+) [^;]+;\n/g, "");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/bodies/${kind};`,
  );
  // As Debian's nginx.conf, which logs what a server block doesn't.
  const main = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/logs/error.log warn;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    events { worker_connections 512; }
    http { access_log ${folder}/logs/access.log; ${temporary.join(" ")}\n${site}\n}`;
  await writeFile(join(folder, "nginx.conf"), main);
  const log = join(folder, "logs", "error.log");
  const child = spawn(binary, ["-c", join(folder, "nginx.conf"), "-e", log], { stdio: "ignore" });
  afterFile(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGQUIT");
    await ended;
  });
  const url = `http://localhost:${port}`;
  await until("nginx answers", async () => {
    if (child.exitCode !== null) throw new Error(await readFile(log, "utf8"));
    return (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok;
  });
  return {
    url,
    plainUrl: `http://127.0.0.1:${plain}`,
    written: () => textsIn(folder, ["logs", "bodies"]),
  };
}

function textsIn(folder: string, names: string[]): Record<string, string> {
  const paths = names.flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return Object.fromEntries(paths.filter(existsSync).map((path) => [path, readFileSync(path, "utf8")]));
}
