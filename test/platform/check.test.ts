import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { wideComments } from "../../scripts/check.ts";
import { apart, foreignModules, staffModules } from "../../scripts/client-files.ts";

test("a comment over 120 columns is reported with its line, and a long string is not", () => {
  const long = "x".repeat(130);
  expect(wideComments({ file: "a.ts", lines: ["// short", `  // ${long}`, `const a = "${long}";`] })).toEqual([
    "a.ts:2 is over 120 columns",
  ]);
});

describe("[T-BYTES-3] desk and staff-account modules in the build", () => {
  const rendered = { renderedLength: 1 };
  const page = { fileName: "page.js", imports: ["shared.js"], dynamicImports: ["later.js"], modules: {} };
  const filesWith = (name: string, id: string, part = rendered) =>
    new Map(
      ["page.js", "shared.js", "later.js", "desk.js"].map((fileName) => [
        fileName,
        { fileName, imports: [], dynamicImports: [], modules: fileName === name ? { [id]: part } : {} },
      ]),
    );

  test.each([
    "/home/lucaya/app/desk/layout/layout.tsx",
    "/home/lucaya/app/accounts/sign-in/login.tsx",
    "/home/lucaya/app/inquiries/desk/list.tsx",
    "/home/lucaya/app/cases/report-mistake/desk/case.tsx?x=main",
    "/app/app/desk/layout/layout.tsx",
  ])("a staff module in a file that a visitor's page imports, at once or later, fails the build: %s", (id) => {
    for (const file of ["shared.js", "later.js"])
      expect(staffModules([page], filesWith(file, id))).toEqual([
        `${file} holds ${id.replace(/^.*\/app\//, "").replace("?x=main", "")}`,
      ]);
  });

  test("a staff module in a file of the desk, or with no rendered code, passes, and so do other modules", () => {
    const id = "/home/lucaya/app/desk/layout/layout.tsx";
    expect(staffModules([page], filesWith("desk.js", id))).toEqual([]);
    expect(staffModules([page], filesWith("shared.js", id, { renderedLength: 0 }))).toEqual([]);
    for (const moduleId of [
      "/home/lucaya/app/site/contact.tsx",
      "/home/desk/lucaya/app/ui/button.tsx",
      "/app/desk/app/ui/button.tsx",
    ])
      expect(staffModules([page], filesWith("shared.js", moduleId))).toEqual([]);
  });
});

test.each([
  ["applications/wizard/draft-page.tsx", "cases/requests/answering/open-form.tsx", "applications/steps/registry.ts"],
  ["applications/wizard/draft-page.tsx", "cases/messages/thread.tsx", "applications/status/status-words.ts"],
  ["applications/wizard/draft-page.tsx", "cases/fees/ledger-list.tsx", "applications/wizard/wizard.tsx"],
  ["cases/applicant-page/case-page.tsx", "applications/steps/registry.ts", "cases/messages/thread.tsx"],
  [
    "cases/applicant-page/case-page.tsx",
    "applications/wizard/wizard.tsx",
    "applications/wizard/files/document-slot.tsx",
  ],
])(
  "[T-BYTES-4] the files that %s imports at once must not contain %s, which may load later, and may contain %s",
  (page, foreign, own) => {
    const pattern = apart.find(([path]) => path === page)?.[1] ?? /^/;
    const file = (fileName: string, id: string) => ({
      ...{ fileName, imports: [], dynamicImports: [] },
      modules: { [`/home/lucaya/app/${id}`]: { renderedLength: 1 } },
    });
    const start = { fileName: "page.js", imports: ["shared.js"], dynamicImports: ["later.js"], modules: {} };
    const found = (shared: string, later: string) =>
      foreignModules(
        [start],
        new Map([file("shared.js", shared), file("later.js", later)].map((entry) => [entry.fileName, entry])),
        pattern,
        {
          later: false,
        },
      );
    expect(found(foreign, own)).toEqual([`shared.js holds ${foreign}`]);
    expect(found(own, foreign)).toEqual([]);
  },
);

test("[F-RUN-5] one file uses an unsafe or unstable API of a library, or imports a file of its build", () => {
  const internal = /\b(UNSAFE_|unstable_|experimental_)\w|__reactRouter|from "(react|react-dom|react-router)\/dist\//;
  const files = globSync("{app,server}/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => internal.test(readFileSync(file, "utf8")))).toEqual(["app/ui/use-router.ts"]);
});
