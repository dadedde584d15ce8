// The entry point of every command. Plain JavaScript, so that an older Node can run it before anything is installed: it
// installs, builds when sources changed, and continues with the pinned Node. package.json runs it with the shell's
// `exec`, because npm signals the process that it started, and a shell would not pass that on.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { constants, tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = realpathSync(join(dirname(fileURLToPath(import.meta.url)), ".."));
process.chdir(root);
const [command, ...args] = process.argv.slice(2);
const bin = join(root, "node_modules", ".bin");
const node = join(bin, "node");
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
const addressed = "npm-shrinkwrap.json";
const isPlain = (path) => /^[\w./+@-]+$/.test(path);
/** Build tools and tests need it if the path has special characters; the built program does not. */
const tools = isPlain(root) ? {} : plainFolder();

/** These build or run the program; other commands also need the packages of tests and checks. */
const needsFew = ["install", "start", "dev", "build", "image", "db", "admin", "keys", "backup", "restore"];

await install(needsFew.includes(command) ? "few" : "all");
switch (command) {
  case "start":
    await build();
    // A larger young generation than Node's 16 MB is collected less often, and a cached page costs a fifth less CPU
    // time. Also set in deploy/ and in test/harness/app-server.ts.
    await become(["--enable-source-maps", "--max-semi-space-size=32", "build/server/index.js", "start"], {});
    break;
  case "db":
  case "admin":
  case "keys":
  case "backup":
  case "restore":
    await build();
    await become(["--enable-source-maps", "build/server/index.js", command, ...args], {});
    break;
  case "build":
    await build(true);
    break;
  case "install":
    break;
  case "image":
    await build();
    await become(["scripts/image.ts", ...args]);
    break;
  case "dev":
    await quietly(node, ["scripts/flags.mjs"]);
    await become(["scripts/dev.mjs"], { ...tools, NODE_ENV: "development" });
    break;
  case "check":
    await become(["scripts/check.ts"]);
    break;
  case "coverage":
    await become(["scripts/coverage.ts", ...args]);
    break;
  case "data":
    await become(["scripts/data.ts"]);
    break;
  case "mutants":
    await become(["scripts/mutants.ts", ...args]);
    break;
  case "test":
    // Quick tests need no build.
    if (!args.includes("--quick")) await build();
    await become(["scripts/test.ts", ...args]);
    break;
  case "audit":
    await build();
    await become(["scripts/audit.ts", ...args]);
    break;
  case "bench":
    await build();
    await become(["bench/run.ts", ...args]);
    break;
  case "attack":
    await build();
    await become(["bench/attack/attack.ts", ...args]);
    break;
  default:
    console.error(
      "Commands: install, start, dev, test, check, coverage, data, mutants, audit, bench, attack, build, image, db, admin, keys, backup, restore",
    );
    process.exit(2);
}

/**
 * Installs the lock file once: the few packages for building and running, or all. Not `npm ci`: that refuses a lock
 * file made where the registry had no binaries for other platforms, and reinstalls over the few.
 */
async function install(wanted) {
  const lock = digest(["package-lock.json"]);
  const stamp = join("node_modules", ".lucaya-lock");
  const there = existsSync(node) ? read(stamp) : "";
  if (there === `all ${lock}` || there === `${wanted} ${lock}`) return;
  // npm's own list of what is installed: packages of tests stay, also with another lock file.
  const set = read(join("node_modules", ".package-lock.json")).includes('"dev": true') ? "all" : wanted;
  const which = set === "all" ? "--include=dev" : "--omit=dev";
  const parameters = ["install", which, "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  await step("Installing packages (once)", async () => {
    await writeAddresses();
    const { status, told, output } = await run("npm", parameters, env, "pipe");
    rmSync(addressed, { force: true });
    // A registry may serve its files elsewhere: npm finds out where without the addresses.
    if (/\bE404\b/.test(output) && !told) await quietly("npm", parameters);
    else endUnlessDone(status, told, output);
  });
  if (!existsSync(node)) linkThisNode();
  // Headers for compiling add-ons: 67 MB that nothing here uses.
  for (const arch of ["x64", "arm64"])
    rmSync(join("node_modules", `node-linux-${arch}`, "include"), { recursive: true, force: true });
  // A new file: copies of node_modules as links share the existing one.
  rmSync(stamp, { force: true });
  writeFileSync(stamp, `${set} ${lock}`);
}

/**
 * Writes the lock file with the address of each package, which depends on the registry in use and therefore is not
 * committed. Without addresses npm asks the registry about each package first, which doubles the time. npm reads this
 * file instead of the lock file.
 */
async function writeAddresses() {
  const { status, told, output } = await run("npm", ["config", "get", "registry", "--loglevel=error"], env, "pipe");
  if (told) endUnlessDone(status, told, output);
  const registry = output.trim();
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  if (status !== 0 || !URL.canParse(registry) || !lock.packages) return;
  for (const [folder, locked] of Object.entries(lock.packages)) {
    const name = locked.name ?? folder.split("node_modules/").at(-1);
    if (folder && locked.integrity && !locked.resolved)
      locked.resolved = new URL(`${name}/-/${name.split("/").at(-1)}-${locked.version}.tgz`, registry).href;
  }
  writeFileSync(addressed, JSON.stringify(lock));
}

/** Uses the running Node where no package brings the pinned one (package.json has Linux on x64 and arm64). */
function linkThisNode() {
  const { platform, arch, version, execPath } = process;
  if (Number.parseInt(version.slice(1), 10) < 24) {
    console.error(`No package has Node 24 for ${platform}-${arch}. Install it and start with it (this is ${version}).`);
    process.exit(1);
  }
  symlinkSync(execPath, node);
}

/** An alias of this folder without special characters, for Vite (`plain-folder.mjs`). */
function plainFolder() {
  const { uid } = userInfo();
  const key = createHash("sha256").update(root).digest("hex").slice(0, 12);
  const name = join(isPlain(tmpdir()) ? tmpdir() : "/tmp", `lucaya-${uid}-${key}`);
  try {
    symlinkSync(root, name);
  } catch (error) {
    // Made by an earlier command, or by somebody else, who may change its target.
    if (error.code !== "EEXIST") throw error;
    if (lstatSync(name).uid !== uid || realpathSync(name) !== root)
      throw new Error(`${name} is in the way: remove it, or set TMPDIR to another folder.`);
  }
  const preload = `--import=${pathToFileURL(join(root, "scripts", "plain-folder.mjs"))}`;
  return { PLAIN_FOLDER: name, NODE_OPTIONS: [process.env.NODE_OPTIONS, preload].filter(Boolean).join(" ") };
}

/** Builds if a source has changed since the last build. */
async function build(always = false) {
  const folders = ["app", "server", "public"].filter((folder) => existsSync(folder));
  const settings = ["vite.config.ts", "react-router.config.ts", "scripts/client-files.ts"];
  const sources = digest([...folders.flatMap(files), "package-lock.json", ...settings]);
  const stamp = "build/.sources";
  if (!always && read(stamp) === sources) return;
  await step("Building", async () => {
    rmSync("build", { recursive: true, force: true });
    await quietly(node, ["scripts/flags.mjs"]);
    const router = join("node_modules", "@react-router", "dev", "bin.cjs");
    await quietly(node, [router, "build", "--logLevel", "warn"], { ...tools, NODE_ENV: "production" });
    await quietly(node, ["scripts/precompress.ts"]);
  });
  mkdirSync("build", { recursive: true });
  writeFileSync(stamp, sources);
}

/** Prints a dot every four seconds, and in the same line how long it took. */
async function step(name, work) {
  const began = performance.now();
  process.stdout.write(`${name} `);
  const alive = setInterval(() => process.stdout.write("."), 4_000);
  // A step that fails ends the process.
  process.once("exit", endLine);
  await work();
  process.off("exit", endLine);
  clearInterval(alive);
  console.log(` ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

function endLine() {
  console.log();
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
  // The build reports missing ones.
  for (const path of paths.sort())
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) hash.update(path).update(readFileSync(path));
  return hash.digest("hex");
}

function read(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Runs a preparing step, which ends the command when it fails or gets a signal. */
async function quietly(program, parameters, more = {}) {
  const { status, told, output } = await run(program, parameters, { ...env, ...more }, "pipe");
  endUnlessDone(status, told, output);
}

/** After a step that failed or got a signal: prints the output of a failure, and ends the command. */
function endUnlessDone(status, told, output) {
  if (status === 0 && !told) return;
  if (!told) process.stderr.write(`\n${output}`);
  process.exit(status || 128 + constants.signals[told]);
}

/** Continues as the pinned Node, in the same process if the system can, so that signals reach it directly. */
async function become(parameters, more = tools) {
  const given = { ...env, ...more };
  if (process.execve) process.execve(node, [node, ...parameters], given);
  process.exit((await run(node, parameters, given)).status);
}

/**
 * Runs a program to its end and passes signals on, so that it ends before this process does. Returns its exit status
 * (128 plus the number of a signal that ended it), the signal received, and its output if piped.
 */
function run(program, parameters, given, printed = "inherit") {
  return new Promise((resolve) => {
    let child;
    let told;
    let output = "";
    const pass = (signal) => {
      told = signal;
      child.kill(signal);
    };
    const signals = ["SIGINT", "SIGTERM"];
    // Before the spawn: a signal in between would end only this process.
    for (const signal of signals) process.on(signal, pass);
    child = spawn(program, parameters, { stdio: ["inherit", printed, printed], env: given });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    const end = (status) => {
      for (const signal of signals) process.off(signal, pass);
      resolve({ status, told, output });
    };
    child.once("error", (error) => {
      output += `${error.message}\n`;
      if (printed === "inherit") console.error(error.message);
      end(1);
    });
    // On `close`, because output may come after the exit.
    child.once("close", (status, signal) => end(status ?? 128 + constants.signals[signal]));
  });
}
