import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { relative, resolve } from "node:path";
import { createVitest } from "vitest/node";
import config from "../vitest.config.ts";

const everything = ["e2e/", "test/"];
const desk = ["test/desk/", "e2e/desk/", "e2e/form-recovery/", "e2e/journeys/desk"];
const answers = [
  ...["contradictions", "journeys/", "list", "no-to", "review", "save", "signed", "step"].map(
    (name) => `test/applications/${name}`,
  ),
  ...["e2e/journeys/application", "e2e/journeys/hurried", "e2e/wizard/"],
];

const submitting = [
  ...["journeys/journey-submission", "review", "signed", "submit"].map((name) => `test/applications/${name}`),
  ...["e2e/journeys/application", "e2e/wizard/submitting"],
];

/**
 * Tests of the built program by the changed files that can affect them, as path prefixes. The longest matching one
 * wins; a file without a match affects everything. The daily ones of each, with the build, should take at most a minute
 * and a half; `--all` adds the others.
 */
export const places: Record<string, string[]> = {
  "app/accounts": ["test/accounts/", "test/attack/", "e2e/accounts/", "e2e/reauthentication/", "e2e/desk/session"],
  "app/applications": answers,
  "app/applications/access": [
    ...["drafts", "email", "ended", "held", "shared", "start", "journeys/journey-access"].map(
      (name) => `test/applications/${name}`,
    ),
    "e2e/access/",
  ],
  "app/applications/reapply": [
    "test/applications/case/again",
    "test/applications/case/renewal",
    "test/applications/start",
    "e2e/case/",
  ],
  "app/cases": [
    ...["case/", "ended", "requests", "withdrawal"].map((name) => `test/applications/${name}`),
    ...[
      "test/desk/appointments",
      "test/desk/fees",
      "test/desk/desk-",
      "e2e/case/",
      "e2e/desk/",
      "e2e/journeys/requests",
    ],
  ],
  "app/cases/desk": [...desk, "test/applications/case/", "e2e/case/", "e2e/journeys/requests"],
  "app/cases/encryption": ["test/platform/key-rotation", "test/applications/s", "test/documents/"],
  "app/cases/my-applications": ["test/applications/held", "test/applications/shared", "e2e/access/"],
  "app/applications/migrate-steps": [
    "test/applications/migration",
    "test/platform/migration-killed",
    "e2e/desk/migration",
  ],
  "app/applications/start": [
    ...["drafts", "ended", "start", "journeys/journey"].map((name) => `test/applications/${name}`),
    ...["e2e/journeys/application", "e2e/wizard/start"],
  ],
  "app/applications/stored-answers": submitting,
  "app/applications/submit": submitting,
  "app/catalogue": [
    ...[
      "test/public/pages/public-c",
      "test/public/pages/public-evisa",
      "test/public/facts",
      "test/desk/required",
      "test/desk/service",
    ],
    ...["test/applications/start", "e2e/owner/", "e2e/desk/required", "e2e/desk/services"],
  ],
  "app/content": [
    ...["discovery", "facts", "head", "page-cache.", "pages/public-c", "pages/public-home"].map(
      (name) => `test/public/${name}`,
    ),
    ...["sitemap", "texts/", "unpublished", "words/"].map((name) => `test/public/${name}`),
    ...["test/mail/newsletter", "e2e/journeys/posts", "e2e/owner/"],
  ],
  "app/desk": desk,
  "app/documents": [
    ...["test/documents/", "test/inquiries/inquiry-files", "test/applications/journeys/journey-files"],
    ...["test/desk/required", "test/applications/requests", "e2e/wizard/documents"],
  ],
  "app/encryption": [
    "test/platform/key-rotation",
    "test/documents/",
    "test/platform/keys",
    "test/platform/backup-keys",
  ],
  "app/form-engine": answers,
  "app/clients": ["test/platform/import-clients", "e2e/desk/clients", "e2e/desk/import-clients"],
  "app/consultations": ["test/consultations/", "e2e/consultations/"],
  "app/inquiries": ["test/inquiries/", "e2e/inquiries/", "e2e/journeys/inquiry"],
  "app/key-dates": ["test/mail/reminders", "e2e/case/key-dates", "e2e/case/reminders"],
  "app/mail": ["test/mail/", "test/inquiries/inquiry-mail", "test/desk/mail", "e2e/owner/mails"],
  "app/pdf": ["test/applications/case/receipt", "e2e/case/decision"],
  "app/people": ["test/desk/desk-detail", "test/desk/desk-list", "e2e/desk/people"],
  "app/privacy": ["test/privacy/", "test/applications/ended", "e2e/privacy/", "e2e/leaks/"],
  "app/received-mail": ["test/platform/mailbox-killed", "test/mail/", "e2e/case/replies-journey"],
  "app/reviews": ["test/public/reviews", "test/public/pages/public-reviews", "e2e/public/reviews"],
  "app/sample": ["test/accounts/first-admin", "e2e/desk/samples"],
  "app/site": ["test/public/", "e2e/public/"],
  "server/backup": ["test/journeys/backup", "test/platform/backup", "test/privacy/restoring"],
  "server/page-cache": ["test/public/", "e2e/public/page-cache"],
  ...Object.fromEntries(
    ["app", "app/request-bodies", "app/db", "app/core", "app/jobs", "app/ui", "server"].map((path) => [
      path,
      everything,
    ]),
  ),
  public: ["test/public/", "e2e/public/"],
  // By the import graph alone.
  test: [],
  e2e: [],
  scripts: ["test/platform/"],
  bench: [],
  docs: [],
  deploy: [],
  "README.md": [],
};

const under = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);
const folderOf = (file: string) =>
  Object.keys(places)
    .filter((folder) => under(file, folder))
    .sort((a, b) => b.length - a.length)[0];

export function builtTestsOf(files: string[]): string[] {
  const productFiles = files.filter((file) => !isTest(file));
  const reached = productFiles.flatMap((file) => places[folderOf(file) ?? ""] ?? everything);
  return everything.every((all) => reached.includes(all)) ? everything : [...new Set(reached)].sort();
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
/** The tables, and files without an entry, such as the tests' configuration. */
const isUnderAll = (file: string) => under(file, "app/db") || folderOf(file) === undefined;

/** Files that differ from a revision, or from the last commit, including untracked ones. */
export function changedFiles(since = "HEAD"): string[] {
  const base = git("merge-base", since, "HEAD").trim();
  const differ = git("diff", "--name-only", "--relative", "--no-renames", "-z", base);
  const untracked = git("ls-files", "--others", "--exclude-standard", "-z");
  return [...new Set(`${differ}${untracked}`.split("\0").filter(Boolean))].sort();
}

/** If git fails, its output ends the command. */
function git(...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync("git", words, { encoding: "utf8" });
  if (status === 0) return stdout;
  console.error(`--changed asks git, which does not know: ${(error?.message ?? stderr).trim()}`);
  process.exit(2);
}

type Project = { test: { name: string; include: string[]; exclude?: string[] } };

function filesOf(names: string[]): string[] {
  const chosen = ((config.test?.projects ?? []) as Project[]).filter(({ test }) => names.includes(test.name));
  return chosen.flatMap(({ test: { include, exclude = [] } }) => {
    const left = new Set(globSync(exclude));
    return globSync(include).filter((file) => !left.has(file));
  });
}

/** Directly or through others. */
async function importing(files: string[], project: string[]): Promise<string[]> {
  if (files.length === 0 || project.length === 0) return [];
  const related = files.map((file) => resolve(file));
  const vitest = await createVitest("test", { project, related, watch: false });
  try {
    const found = await vitest.getRelevantTestSpecifications();
    return found.map(({ moduleId }) => relative(process.cwd(), moduleId));
  } finally {
    await vitest.close();
  }
}

const tiers = {
  quick: { inProcess: ["quick", "quick-alone"], built: [] },
  daily: { inProcess: ["quick", "quick-alone"], built: ["daily"] },
  all: { inProcess: ["quick", "quick-alone", "all-long"], built: ["daily", "all"] },
};

/** The affected tests of a tier, and, except for quick ones, changed tests. */
export async function testsOf(files: string[], tier: keyof typeof tiers): Promise<string[]> {
  const { inProcess, built } = tiers[tier];
  const beginnings = builtTestsOf(files);
  const code = files.filter((file) => /\.(tsx?|mjs|css|json)$/.test(file));
  // A built test's imports of the product's code don't tell what it tests.
  const ofTests = code.filter((file) => /^(test|e2e)\//.test(file));
  const found = [
    ...filesOf(built).filter((file) => beginnings.some((start) => file.startsWith(start))),
    ...(files.some(isUnderAll) ? filesOf(inProcess) : await importing(code, inProcess)),
    ...(await importing(ofTests, built)),
    ...(tier === "quick" ? [] : files.filter((file) => isTest(file) && existsSync(file))),
  ];
  return [...new Set(found)].sort();
}
