// The one door of every command. Plain JavaScript, so that a machine's older Node can run it before anything is
// installed: it installs, builds when sources changed, and hands over to the Node that the project pins.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
const [command, ...args] = process.argv.slice(2);
const bin = join(root, "node_modules", ".bin");
const node = join(bin, process.platform === "win32" ? "node.cmd" : "node");
const env = { ...process.env, PATH: `${bin}${process.platform === "win32" ? ";" : ":"}${process.env.PATH}` };

install();
switch (command) {
  case "start":
    build();
    // A request's garbage dies young: with room for it (Node gives it 16 MB) it is cleared away less often, and a kept
    // page costs a fifth less processor time. So also in deploy/ and in test/program.ts.
    become(["--enable-source-maps", "--max-semi-space-size=32", "build/server/index.js", "start"]);
    break;
  case "db":
  case "admin":
  case "backup":
  case "restore":
    build();
    become(["--enable-source-maps", "build/server/index.js", command, ...args]);
    break;
  case "build":
    build(true);
    break;
  case "dev":
    must(node, ["scripts/flags.mjs"]);
    become(["scripts/dev.mjs"], { NODE_ENV: "development" });
    break;
  case "check":
    become(["scripts/check.ts"]);
    break;
  case "test":
    build();
    become(["scripts/test.ts", ...args]);
    break;
  case "audit":
    build();
    become(["scripts/audit.ts", ...args]);
    break;
  case "bench":
    build();
    become(["bench/run.ts", ...args]);
    break;
  case "attack":
    build();
    become(["bench/attack.ts", ...args]);
    break;
  default:
    console.error("Commands: start, dev, test, check, audit, bench, attack, build, db, admin, backup, restore");
    process.exit(2);
}

/**
 * Installs what the lock file names, once for each lock file. Not `npm ci`: that refuses a lock file made where the
 * registry had no binaries for other platforms.
 */
function install() {
  const lock = digest(["package-lock.json"]);
  const stamp = "node_modules/.lucaya-lock";
  if (existsSync(node) && read(stamp) === lock) return;
  console.log("Installing packages (once)…");
  must("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(stamp, lock);
}

/** Builds when a source is not what it was at the last build. */
function build(always = false) {
  const folders = ["app", "server", "public"].filter((folder) => existsSync(folder));
  const sources = digest([...folders.flatMap(files), "package-lock.json", "vite.config.ts", "react-router.config.ts"]);
  const stamp = "build/.sources";
  if (!always && read(stamp) === sources) return;
  console.log("Building…");
  rmSync("build", { recursive: true, force: true });
  must(node, ["scripts/flags.mjs"]);
  must(node, [join("node_modules", "@react-router", "dev", "bin.cjs"), "build", "--logLevel", "warn"], {
    NODE_ENV: "production",
  });
  must(node, ["scripts/precompress.ts"]);
  mkdirSync("build", { recursive: true });
  writeFileSync(stamp, sources);
}

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.test\.tsx?$/.test(entry.name) || folder === join("public", "flags") ? [] : [path];
  });
}

function digest(paths) {
  const hash = createHash("sha256");
  for (const path of paths.sort()) if (statSync(path).isFile()) hash.update(path).update(readFileSync(path));
  return hash.digest("hex");
}

function read(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function must(program, parameters, more = {}) {
  const { status, error } = spawnSync(program, parameters, { stdio: "inherit", env: { ...env, ...more } });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

/** Goes on as the pinned Node, in the same process where the system can (signals and memory are then nobody else's). */
function become(parameters, more = {}) {
  const given = { ...env, ...more };
  if (process.execve) process.execve(node, [node, ...parameters], given);
  const { status, signal } = spawnSync(node, parameters, { stdio: "inherit", env: given });
  process.exit(status ?? (signal ? 1 : 0));
}
