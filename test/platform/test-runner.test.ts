import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import config from "../../vitest.config.ts";
import { coreSecondsLimits, formatDuration } from "../harness/core-seconds";
import { workers } from "../harness/workers";

/**
 * Runs `scripts/test.ts` on test files in their own directory, in order of their names, with what `test` configures.
 */
async function runFiles(files: Record<string, string>, config = "", test = "") {
  const folder = mkdtempSync(join(tmpdir(), "runner-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const options = "include: ['*.test.mjs'], globals: true, pool: 'forks', fileParallelism: false";
  writeFileSync(join(folder, "config.mjs"), `${config}\nexport default { test: { ${options}, ${test} } };`);
  const run = spawn(
    process.execPath,
    ["scripts/test.ts", "--root", folder, "--config", join(folder, "config.mjs"), "--sequence.shuffle=false"],
    // Vitest configures its workers by variables, which a nested run must not inherit.
    {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TMPDIR: process.env.TMPDIR,
        // In a folder with special characters (`scripts/plain-folder.mjs`).
        NODE_OPTIONS: process.env.NODE_OPTIONS,
        PLAIN_FOLDER: process.env.PLAIN_FOLDER,
        TEST_RESULTS: join(folder, "results"),
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const [out, err, [status]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, "exit")]);
  return { out, errors: stripVTControlCharacters(err), lastLine: out.trim().split("\n").at(-1), status, folder };
}

const passingTest = "test('passes', () => {});";
/** Kills Vitest itself, the parent of the test's process. */
const killing = (signal: string) =>
  `test('kills the runner', () => { console.log('about to run out of memory'); process.kill(process.ppid, '${signal}'); process.exit(); });`;
const count = /^\d+ passed, \d+ failed/m;

test("[T-TEST-7] a killed runner reports the signal, how many files did not run and its last output", async () => {
  const { out, lastLine, status } = await runFiles({
    "a.test.mjs": passingTest,
    "b.test.mjs": killing("SIGKILL"),
    "c.test.mjs": passingTest,
  });
  expect(lastLine).toMatch(/^The test runner ended early by SIGKILL: [23] of 3 files did not run\.$/);
  expect(out).toContain("Its last output:");
  expect(out).not.toMatch(count);
  expect(status).toBe(1);
});

test("[T-TEST-7] an unreadable configuration ends with the status and its error, without a count", async () => {
  const { out, lastLine, status } = await runFiles(
    { "a.test.mjs": passingTest },
    "throw new Error('no such setting');",
  );
  expect(lastLine).toBe("The test runner ended early with status 1: no file ran.");
  expect(out.slice(out.indexOf("Its last output:"))).toContain("no such setting");
  expect(out).not.toMatch(count);
  expect(status).toBe(1);
});

test("[T-TEST-7] a file that can't be loaded counts as a failure next to the others' tests", async () => {
  const { lastLine, status } = await runFiles({
    "a.test.mjs": passingTest,
    "b.test.mjs": "import './no-such-file.mjs';",
  });
  expect(lastLine).toBe("1 passed, 1 failed, 0 skipped");
  expect(status).toBe(1);
});

const harness = fileURLToPath(new URL("../harness/", import.meta.url));
const ending = `isolate: false, setupFiles: [${JSON.stringify(`${harness}setup/each-file.ts`)}]`;
const noting = `import { appendFileSync } from "node:fs";
    import { afterFile } from ${JSON.stringify(`${harness}after-file.ts`)};
    const note = (what) => appendFileSync(new URL("order.txt", import.meta.url), what + "\\n");`;

test("[T-TEST-7] files of one worker run from top level to last test one after another, and a failed top level fails its file and ends what it started", async () => {
  const file = (name: string) => `${noting}
    note("${name} starts");
    afterFile(() => note("${name} ends"));
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    test('passes', () => note("${name} tests"));`;
  const { errors, lastLine, folder } = await runFiles(
    { "a.test.mjs": file("a"), "b.test.mjs": `${file("b")} throw new Error("no program");`, "c.test.mjs": file("c") },
    "",
    ending,
  );
  const lines = readFileSync(join(folder, "order.txt"), "utf8").trim().split("\n");
  // The largest file runs first.
  const names = [...new Set(lines.map((line) => line.charAt(0)))];
  expect(names.toSorted()).toEqual(["a", "b", "c"]);
  const noted = (name: string) => (name === "b" ? ["starts", "ends"] : ["starts", "tests", "ends"]);
  expect(lines).toEqual(names.flatMap((name) => noted(name).map((what) => `${name} ${what}`)));
  expect(errors).toContain("Error: no program");
  expect(lastLine).toBe("2 passed, 1 failed, 0 skipped");
});

test("[T-TEST-7] an end that fails is a failure of its file, and what the file started before still ends", async () => {
  const file = `${noting}
    afterFile(() => note("the first ends"));
    afterFile(() => { throw new Error("no end"); });
    ${passingTest}`;
  const { errors, lastLine, folder } = await runFiles({ "a.test.mjs": file }, "", ending);
  expect(readFileSync(join(folder, "order.txt"), "utf8")).toBe("the first ends\n");
  expect(errors).toContain("Error: no end");
  expect(lastLine).toBe("1 passed, 1 failed, 0 skipped");
});

/** Uses a CPU for more than a second, in a child of the test's process. */
const working = `import { execFileSync } from "node:child_process";
test('works', () => { execFileSync(process.execPath, ["-e", "while (performance.now() < 1100);"]); });`;

test("[T-TEST-2] a run prints its time, the core seconds of all processes, slowest files and counts, and ends with status 0", async () => {
  const { out, lastLine, status } = await runFiles({ "a.test.mjs": passingTest, "b.test.mjs": working });
  const [, wall, cores] = /^took (\d+\.\d) s, and (\d+\.\d) core seconds$/m.exec(out) ?? [];
  expect(Number(wall)).toBeGreaterThan(1);
  expect(Number(cores)).toBeGreaterThan(1);
  expect(out).toMatch(/^The slowest files:\n(.*\n)? +\d+\.\d s {2}b\.test\.mjs$/m);
  expect(lastLine).toBe("2 passed, 0 failed, 0 skipped");
  expect(status).toBe(0);
});

test("[T-TEST-1, T-TEST-11] a run says whether it stayed within its core seconds: 960 for the daily tests, 3,000 for all", () => {
  const { daily, all } = coreSecondsLimits;
  expect({ daily, all }).toEqual({ daily: 960, all: 3_000 });
  expect(formatDuration(300, 960, daily)).toBe("took 300.0 s, and 960.0 core seconds of at most 960");
  expect(formatDuration(300, 3000.1, all)).toMatch(/3000\.1 core seconds, OVER THE LIMIT OF 3000/);
  expect(formatDuration(300, 70)).toBe("took 300.0 s, and 70.0 core seconds");
});

type Project = { test: { name: string; include: string[]; exclude?: string[] } };

function filesOfProjects() {
  const projects = (config.test?.projects ?? []) as Project[];
  return projects.map(({ test: { name, include, exclude = [] } }) => {
    const left = new Set(globSync(exclude));
    return { name, files: globSync(include).filter((file) => !left.has(file)) };
  });
}

/** Each main journey, and a daily test file that goes it. */
const journeys = {
  "start to submission, on a phone and without JavaScript": "e2e/journeys/application.test.ts",
  "an inquiry answered, by keyboard": "e2e/journeys/desk-by-keyboard.test.ts",
  "a request answered and accepted": "e2e/journeys/requests.test.ts",
  "a service edited and published": "test/desk/service-editor.test.ts",
  "a post edited and published": "e2e/journeys/posts.test.ts",
  "sign-in with a second factor": "test/accounts/second-factor.test.ts",
  "a mail delivered": "test/mail/flow-mails.test.ts",
  "one backup restored": "test/journeys/backup.test.ts",
  "one kill -9": "test/journeys/survival.test.ts",
};

test("[T-TEST-1] the daily tests contain every main journey", () => {
  const daily = filesOfProjects().find(({ name }) => name === "daily")?.files ?? [];
  expect(Object.entries(journeys).filter(([, file]) => !daily.includes(file))).toEqual([]);
});

test("[T-TEST-3] every test file belongs to exactly one project, and test:all includes the daily ones", () => {
  const files = filesOfProjects();
  const every = globSync("{app,server,scripts,bench,test,e2e}/**/*.test.{ts,tsx}").sort();
  expect(files.flatMap((project) => project.files).sort()).toEqual(every);
  const daily = files.filter(({ name }) => /^quick|^daily$/.test(name)).flatMap((project) => project.files);
  expect(daily.length).toBeLessThan(every.length);
  expect(readFileSync(".ci/run", "utf8")).toContain("npm run --silent test:all");
});

test("[T-TEST-3] README's table has at most twelve commands, and docs/commands.md has the others", () => {
  const lines = (file: string) => readFileSync(file, "utf8").split("\n");
  const ofTable = lines("README.md").filter((line) => line.startsWith("| `npm "));
  expect(ofTable.length).toBeLessThanOrEqual(12);
  const rows = [...lines("README.md"), ...lines("docs/commands.md")].filter((line) => /^(\| `)?npm /.test(line));
  const commands = rows.map((line) => /npm (?:run )?([\w:]+)/.exec(line)?.[1]);
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  expect([...new Set(commands)].sort()).toEqual(Object.keys(scripts).sort());
});

// Each waits between tries, slows a line on purpose, or shows that nothing happens within the time.
const timers: Record<string, number> = {
  "test/platform/machines.test.ts": 2,
  "test/journeys/survival.test.ts": 1,
  "e2e/public/shell.test.ts": 1,
  "e2e/public/steady.test.ts": 1,
  "e2e/public/next-page.test.ts": 1,
};

test("[T-TEST-6] a test waits for a state, never for a time, which a busy machine would make too short", () => {
  const found: Record<string, number> = {};
  for (const file of globSync("{app,server,scripts,test,e2e}/**/*.test.{ts,tsx}")) {
    const count = [...readFileSync(file, "utf8").matchAll(/\.waitForTimeout\(|\bpause\(|setTimeout\(\w+, /g)].length;
    if (count > 0) found[file] = count;
  }
  expect(found).toEqual(timers);
});

test("[T-TEST-12] .ci/run runs only the project's own commands and names nothing outside its directory", () => {
  const [, ...lines] = readFileSync(".ci/run", "utf8").split('cd "$(dirname "$0")/.."');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("npm run --silent coverage");
  expect(lines[0]).not.toMatch(/\.\.|[\s"=]\/(?!dev\/null)/);
});

test.each([
  { cores: 1, gigabytes: 64, expected: 2 },
  { cores: 2, gigabytes: 64, expected: 2 },
  { cores: 4, gigabytes: 64, expected: 2 },
  { cores: 7, gigabytes: 64, expected: 3 },
  { cores: 8, gigabytes: 64, expected: 4 },
  { cores: 16, gigabytes: 64, expected: 8 },
  { cores: 64, gigabytes: 64, expected: 8 },
  { cores: 8, gigabytes: 7, expected: 3 },
  { cores: 8, gigabytes: 3, expected: 1 },
  { cores: 8, gigabytes: 0.5, expected: 1 },
])(
  "[T-TEST-5] $cores cores and $gigabytes GB of free memory give $expected workers",
  ({ cores, gigabytes, expected }) => {
    const machine = { cores, free: gigabytes * 1024 ** 3 };
    expect(workers(undefined, machine)).toBe(expected);
    expect(workers("1", machine)).toBe(1);
  },
);

test("[T-TEST-5] WORKERS sets the number of workers, and an invalid value ends the run", async () => {
  vi.stubEnv("WORKERS", "5");
  vi.resetModules();
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await import("../../vitest.config.ts")).default.test?.maxWorkers).toBe(5);
  for (const wanted of ["0", "two", "-1", "1.5"]) expect(() => workers(wanted)).toThrow("WORKERS is a number");
});
