import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { debianProgram } from "./debian";
import { freshFolder } from "./program";
import { until } from "./visitor";

export type Nginx = { url: string; stop: () => Promise<void> };

/**
 * nginx as `deploy/nginx/lucaya.conf` sets it up, on a port of loopback without TLS. It believes the X-Forwarded-For of
 * this machine, as behind a balancer, so that each visitor of a test has an address of its own.
 */
export async function startNginx(port: number, instances: string[]): Promise<Nginx> {
  const program = debianProgram("/usr/sbin/nginx", "nginx-light");
  const folder = await freshFolder();
  const ours = await readFile("deploy/nginx/lucaya.conf", "utf8");
  const upstream = instances.map((address) => `    server ${address} max_fails=0;`).join("\n");
  const site = ours
    .replace(/( +server 10\.[^;]+;\n)+/, `${upstream}\n`)
    .replace(/server \{\n +listen 80;.*?\n\}\n/s, "")
    .replace(
      / +listen 443 ssl;/,
      `    listen 127.0.0.1:${port};\n    set_real_ip_from 127.0.0.1;\n    real_ip_header X-Forwarded-For;`,
    )
    .replace(/ +(http2|ssl_\w+) [^;]+;\n/g, "")
    .replaceAll("/etc/nginx/lucaya", join(process.cwd(), "deploy/nginx"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (one) => `${one}_temp_path ${folder}/${one};`,
  );
  const main = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/log warn;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    events { worker_connections 512; }
    http { access_log off; ${temporary.join(" ")}\n${site}\n}`;
  await writeFile(join(folder, "nginx.conf"), main);
  const child = spawn(program, ["-c", join(folder, "nginx.conf"), "-e", join(folder, "log")], { stdio: "ignore" });
  const url = `http://localhost:${port}`;
  await until("nginx answers", async () => {
    if (child.exitCode !== null) throw new Error(await readFile(join(folder, "log"), "utf8"));
    return (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok;
  });
  return {
    url,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGQUIT");
      await ended;
    },
  };
}
