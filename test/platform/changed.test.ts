import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { builtTestsOf, places } from "../../scripts/changed.ts";

const folders = (pattern: string) =>
  globSync(pattern, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

test("[T-TEST-8] every folder of app has an entry, every entry names existing tests, and every test has an entry", () => {
  const ofApp = Object.keys(places).filter((folder) => /^app\/[^/]+$/.test(folder));
  expect(ofApp.map((folder) => folder.slice(4)).sort()).toEqual(folders("app/*"));
  const tests = globSync("{test,e2e}/**/*.test.ts");
  const beginnings = [...new Set(Object.values(places).flat())];
  expect(beginnings.filter((start) => !tests.some((file) => file.startsWith(start)))).toEqual([]);
  // Not by the places that reach everything.
  const own = beginnings.filter((start) => start !== "test/" && start !== "e2e/");
  const folderOf = (file: string) => file.split("/").slice(0, 2).join("/");
  const reached = new Set(tests.filter((file) => own.some((start) => file.startsWith(start))).map(folderOf));
  expect([...new Set(tests.map(folderOf))].filter((folder) => !reached.has(folder))).toEqual([]);
  expect(Object.keys(places).filter((folder) => globSync(folder).length === 0)).toEqual([]);
});

const everything = ["e2e/", "test/"];
test.each([
  { changed: ["app/inquiries/desk/set-status.server.ts"], reaches: places["app/inquiries"] },
  { changed: ["app/applications/submit/submit.server.ts"], reaches: places["app/applications/submit"] },
  { changed: ["app/cases/requests/a/b.server.ts"], reaches: places["app/cases"] },
  { changed: ["app/casement/a.ts"], reaches: everything },
  { changed: ["app/routes.ts"], reaches: everything },
  { changed: ["app/ui/button.tsx"], reaches: everything },
  { changed: ["app/mail/sender.server.ts", "server/listen.ts"], reaches: everything },
  { changed: ["package.json"], reaches: everything },
  { changed: ["app/mail/due.test.ts"], reaches: [] },
  { changed: ["test/mail/newsletter.test.ts", "e2e/wizard/own.ts"], reaches: [] },
  { changed: ["README.md", "docs/mail.md"], reaches: [] },
  { changed: [], reaches: [] },
])("[T-TEST-8] a change of $changed selects the tests of the built app in $reaches", ({ changed, reaches }) => {
  expect(builtTestsOf(changed)).toEqual([...(reaches ?? [])].sort());
});

const environment = (folder: string) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  // In a folder with special characters (`scripts/plain-folder.mjs`).
  NODE_OPTIONS: process.env.NODE_OPTIONS,
  PLAIN_FOLDER: process.env.PLAIN_FOLDER,
  TEST_RESULTS: join(folder, "results"),
});

/** A committed project with a test of each kind, in its own directory. */
function project() {
  const folder = mkdtempSync(join(tmpdir(), "changed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (file: string, content = "test('passes', () => {});\n") => {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  };
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.example", ...words], {
      cwd: folder,
      stdio: "pipe",
    });
  const tests = ["test/inquiries/a", "test/mail/a", "e2e/journeys/inquiry", "e2e/inquiries/a", "app/mail/due"];
  for (const name of tests) write(`${name}.test.ts`);
  write("app/inquiries/status.ts", "export const status = 1;\n");
  write("app/inquiries/verb.ts", "export { status } from './status';\n");
  write(
    "app/inquiries/verb.test.ts",
    "import { status } from './verb';\ntest('is', () => expect(status).toBeTruthy());\n",
  );
  write("docs/a.md", "A\n");
  write(".gitignore", "results\nnode_modules\n");
  // The project's own config reads it.
  write(".env.example", "PORT=3000\n");
  write(
    "vitest.config.mjs",
    `const of = (name, include) => ({ test: { name, include, globals: true } });
     export default { test: { projects: [of("quick", ["app/**/*.test.ts"]),
       of("daily", ["test/**/*.test.ts", "e2e/journeys/*.test.ts"]), of("all", ["e2e/inquiries/*.test.ts"])] } };`,
  );
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message=a");
  return { folder, write, git };
}

/** Runs `npm test` there with these arguments; returns its lines, the files it ran, and its status. */
async function runIn(folder: string, ...words: string[]) {
  const run = spawn(process.execPath, [resolve("scripts/test.ts"), ...words], {
    cwd: folder,
    env: environment(folder),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, errors, [status]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, "exit")]);
  const ran = () => {
    const { files } = JSON.parse(readFileSync(join(folder, "results", "run.json"), "utf8"));
    return files.map(({ file }: { file: string }) => file).sort();
  };
  return { lines: out.trim().split("\n"), errors, status, ran };
}

const ofInquiries = ["app/inquiries/verb.test.ts", "e2e/journeys/inquiry.test.ts", "test/inquiries/a.test.ts"];

test("[T-TEST-8] a changed module runs the in-process tests that import it and its module's daily tests", async () => {
  const { folder, write, git } = project();
  write("app/inquiries/status.ts", "export const status = 2;\n");
  const { ran, lines, status } = await runIn(folder, "--changed");
  expect(ran()).toEqual(ofInquiries);
  expect(lines.at(-1)).toBe("3 passed, 0 failed, 0 skipped");
  expect(status).toBe(0);
  // Committed on a branch: nothing since the last commit, the same since `main`.
  git("switch", "--quiet", "--create", "other");
  git("commit", "--quiet", "--all", "--message=b");
  expect(await runIn(folder, "--changed")).toMatchObject({
    lines: ["No test is reached by what differs from the last commit."],
    status: 0,
  });
  expect((await runIn(folder, "--changed", "main")).ran()).toEqual(ofInquiries);
});

test("[T-TEST-8] a changed or new test file runs, also one of test:all, and a changed document runs none", async () => {
  const { folder, write } = project();
  write("docs/a.md", "B\n");
  expect((await runIn(folder, "--changed")).lines).toEqual([
    "No test is reached by what differs from the last commit.",
  ]);
  write("e2e/inquiries/a.test.ts", "test('is changed', () => {});\n");
  write("app/mail/new.test.ts");
  expect((await runIn(folder, "--changed")).ran()).toEqual(["app/mail/new.test.ts", "e2e/inquiries/a.test.ts"]);
  expect((await runIn(folder, "--changed", "--quick")).ran()).toEqual(["app/mail/new.test.ts"]);
});

test("[T-TEST-8] a revision unknown to git ends with status 2 and git's message", async () => {
  const { errors, status } = await runIn(project().folder, "--changed", "no-such");
  expect(errors).toContain("Not a valid object name no-such");
  expect(status).toBe(2);
});

test("[T-TEST-2] the daily tests print at the end how many more files test:all has, and a run of a part does not", async () => {
  const { folder } = project();
  const more = "npm run test:all has 1 more test file.";
  expect((await runIn(folder)).lines.slice(-3)).toEqual([
    more,
    expect.stringMatching(/^took /),
    "5 passed, 0 failed, 0 skipped",
  ]);
  expect((await runIn(folder, "--quick")).lines).toContain("npm run test:all has 4 more test files.");
  expect((await runIn(folder, "test/mail")).lines.join("\n")).not.toContain("npm run test:all has");
});
