import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

export type Nginx = { port: number; pids: () => number[]; stop: () => Promise<void> };
/** Its content: for each path, the bytes and headers of one of our responses. */
export type Site = { path: string; headers: Record<string, string>; body: Buffer }[];

const paths = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"];
export const nginxPath = () => paths.find((path) => existsSync(path));

/**
 * Debian's nginx in the foreground, on its own port, tuned for speed: sendfile from an open-file cache, unlimited
 * keep-alive, no log, as many workers as processors.
 */
export async function startNginx(path: string, folder: string, site: Site): Promise<Nginx> {
  const port = await freePort();
  await mkdir(join(folder, "pages"));
  const locations: string[] = [];
  for (const [number, { path: address, headers, body }] of site.entries()) {
    const file = join(folder, "pages", `${number}`);
    await writeFile(file, body);
    await chmod(file, 0o644);
    const lines = Object.entries(headers).map(
      ([name, value]) => `add_header ${name} '${value.replaceAll("'", "\\'")}';`,
    );
    locations.push(
      `location = ${address} { root ${folder}/pages; try_files /${number} =404; default_type "text/html; charset=utf-8"; ${lines.join(" ")} }`,
    );
  }
  const conf = join(folder, "nginx.conf");
  await writeFile(
    conf,
    `daemon off; worker_processes auto; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    events { worker_connections 1024; }
    http { access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; etag off; server_tokens off;
      open_file_cache max=100 inactive=1h; keepalive_requests 100000000; types { }
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      server { listen 127.0.0.1:${port}; ${locations.join("\n")} } }`,
  );
  const child = spawn(path, ["-c", conf, "-e", join(folder, "nginx.log")], { stdio: "ignore" });
  await answers(child, port, join(folder, "nginx.log"));
  return {
    port,
    pids: () => [child.pid ?? 0, ...childrenOf(child.pid ?? 0)],
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

async function answers(child: ChildProcess, port: number, errors: string) {
  for (let round = 0; round < 200; round++) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${readFileSync(errors, "utf8")}`);
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("nginx does not answer");
}

function childrenOf(pid: number): number[] {
  const statOf = (name: string) => {
    try {
      return readFileSync(`/proc/${name}/stat`, "utf8");
    } catch {
      return "";
    }
  };
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes
    .filter(
      (name) =>
        Number(
          statOf(name)
            .replace(/^.*\) /, "")
            .split(" ")[1],
        ) === pid,
    )
    .map(Number);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(address && typeof address === "object" ? address.port : 0));
    });
  });
}
