import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, globSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { externalPackages } from "../vite.config.ts";

// Makes the folder of the last stage of deploy/Containerfile from a built project: `node scripts/image.ts FOLDER`.
// Without a folder (`npm run image`) it is made elsewhere, started, requested, and removed: a container's test on a
// machine without containers.
const out = process.argv[2];
const node = resolve("node_modules/.bin/node");

type Package = Partial<Record<"dependencies" | "optionalDependencies", Record<string, string>>>;
const json = (file: string) => JSON.parse(readFileSync(file, "utf8"));
/** Installed packages by folder. */
const installed: Record<string, Package> = json("node_modules/.package-lock.json").packages;
/** Typefaces that the server reads as files. */
const faces = Object.keys(json("package.json").dependencies).filter((name) =>
  /^(@fontsource\/|@fontsource-variable\/noto-sans-|dejavu-)/.test(name),
);

/** Node's resolution: in the package's own folder, or in one above. */
function found(from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    const folder = join(at, "node_modules", name);
    if (installed[folder]) return folder;
    if (!at) return undefined;
  }
}

/** Packages that the built program loads, with their dependencies; peers are in `beside`. */
function needed(): Set<string> {
  const folders = new Set<string>();
  const add = (from: string, name: string) => {
    const folder = found(from, name);
    // Binaries for other machines are missing.
    if (!folder || folders.has(folder)) return;
    folders.add(folder);
    const { dependencies, optionalDependencies } = installed[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) add(folder, name);
  };
  for (const name of [...externalPackages, ...faces]) add("", name);
  return folders;
}

function make(folder: string): string {
  mkdirSync(folder, { recursive: true });
  // What the build and the database read at run time, by path in the project.
  for (const part of ["package.json", "build", "app/db/migrations"])
    cpSync(part, join(folder, part), { recursive: true });
  const packages = needed();
  for (const one of packages)
    cpSync(one, join(folder, one), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => path === one || basename(path) !== "node_modules",
    });
  const bytes = globSync("**", { cwd: folder }).reduce((sum, path) => sum + lstatSync(join(folder, path)).size, 0);
  return `${packages.size} packages, ${Math.round(bytes / 1_000_000)} MB`;
}

/** Starts the folder without access to this project; returns the status of each path. */
async function statuses(folder: string, paths: string[]): Promise<number[]> {
  const server = spawn(node, ["build/server/index.js", "start"], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", DATA_DIR: join(folder, "data"), PORT: "0", HOST: "127.0.0.1", SAMPLE_DATA: "yes" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = await answers(server);
    return await Promise.all(paths.map(async (path) => (await fetch(url + path)).status));
  } finally {
    if (server.exitCode === null) {
      server.kill("SIGTERM");
      await once(server, "exit");
    }
  }
}

function answers(server: ChildProcess): Promise<string> {
  return new Promise((resolve, failed) => {
    let output = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      output += chunk;
      const address = /answers on (\S+)\n/.exec(output)?.[1];
      if (address) resolve(address);
    });
    server.once("exit", (status) => failed(new Error(`It ended with ${status}:\n${output}`)));
  });
}

if (out) console.log(`${out}: ${make(resolve(out))}`);
else {
  const folder = mkdtempSync(join(tmpdir(), "lucaya-image-"));
  // PostgreSQL does not run as root and must be able to enter.
  chmodSync(folder, 0o755);
  try {
    console.log(`The image's folder: ${make(folder)}`);
    // The program loads some of them lazily.
    const load = `for (const name of ${JSON.stringify(externalPackages)}) await import(name);`;
    execFileSync(node, ["--input-type=module", "--eval", load], { cwd: folder, stdio: "inherit" });
    const paths = ["/readyz", "/", "/apply", "/admin/login"];
    const found = await statuses(folder, paths);
    for (const [index, path] of paths.entries()) console.log(`${found[index]} ${path}`);
    process.exitCode = found.every((status) => status === 200) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
