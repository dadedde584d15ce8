import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, data, redirect } from "react-router";
import { describe, expect, test } from "vitest";
import { listedRoutes, type Route } from "../test/harness/listed-routes";
import { screenOf } from "../test/harness/screen";
import { entryPart } from "./cases/applicant-page/application-parts";
import { isStaticPage } from "./ui/static-page";

// That a form stays while it can't be sent, with what was typed, is seen in a browser on the most different forms
// (`e2e/access/unsent.test.ts`, `e2e/form-recovery/not-sent.test.ts`). Here: that every other form does it in the same
// way.

type Send = (sent: { request: Request; serverAction: () => Promise<unknown>; params: object }) => Promise<unknown>;
type Page = {
  default?: ComponentType;
  action?: unknown;
  clientAction?: Send;
  clientMiddleware?: unknown[];
  handle?: unknown;
};
/** Every route outside the desk's frame, where `FormRecovery` is around all forms. */
const outside = listedRoutes.filter(({ frame }) => frame !== "desk/layout/layout.tsx");
const read = async ({ path, file }: Route): Promise<{ path: string; file: string; page: Page }> => ({
  ...{ path, file },
  page: await import(/* @vite-ignore */ resolve("app", file)),
});
/** The pages with a form that the router sends. On a page without React the browser sends it. */
const pages = (await Promise.all(outside.map(read))).filter(
  ({ page }) => page.default && page.action && !isStaticPage(page.handle),
);
const sentByRouter = pages.filter(({ page }) => page.clientAction);

const start = { number: "BV26-K7QM-4TXP", serviceName: null, at: "2026-01-05T15:00:00Z", browser: "" };
const id = "0b1f4c9e-2f3a-4d7b-9c55-6a8e1d2f3b40";
const email = "nadege@mail.example";
const { number } = start;
const address = { email, confirmed: true, change: null, comesBack: null, bounced: null };
const application = { id, kind: "application", words: "An application", status: "Draft", begun: start.at, copy: null };
const again = { id, number, email, name: "", serviceName: null, attempt: id };
const terms = { files: [], questions: [], documents: [], price: null, tierName: null };
const own = { id, number, copy: null, erasure: null, keeping: { is: "free" } };
const found = { token: "", email, held: [{ ...application, erasure: null }] };

/** What each page shows that has a form, and what of the form tells where the answer belongs. */
const shown: Record<string, [loaded: unknown, fields?: Record<string, string>][]> = {
  consultation: [
    [
      {
        ...{ from: null, zone: null, earlier: null, later: null, minutes: 30, topics: ["Not sure yet"], topic: "" },
        ...{ attempt: id, place: "", office: { contactPhone: "+1 242 555 0142" } },
        days: [{ day: "2026-12-01", times: [{ at: "2026-12-01T14:00:00.000Z", day: "2026-12-01", time: "09:00" }] }],
      },
      { email, time: "2026-12-01T14:00:00.000Z" },
    ],
  ],
  "your-data": [[null]],
  "your-data/open": [
    [{ token: "t", email: null, held: null }, { intent: "open" }],
    [found, { intent: "copy", subject: id }],
    [found, { intent: "erase", subject: id, reason: "I am not going." }],
    [
      { ...found, held: [{ ...application, erasure: { state: "asked" } }] },
      { intent: "take-back", subject: id },
    ],
  ],
  "your-data/erase": [[{ link: { state: "good", covers: ["An application"], atOnce: [] }, token: "t" }]],
  "apply/start": [[{ services: [], applyEmail: email, missing: false, deleted: false, gone: null }]],
  applications: [[{ applications: [] }]],
  "apply/:id": [
    [{ view: "exit", id, number, address, isShared: false }, { intent: "forget" }],
    [
      { view: "open", id, byLink: false },
      { intent: "open", email },
    ],
    [{ view: "open", id, byLink: true }, { intent: "send-link" }],
    [{ view: "ask-link", number }, { intent: "send-link" }],
  ],
  "apply/:id/browsers": [[{ asked: "others", id, number, browsers: [], more: false, reachable: true }]],
  "apply/:id/delete": [[{ id, number, serviceName: null }]],
  "apply/:id/data": [
    [own, { intent: "copy" }],
    [own, { intent: "erase", reason: "I am not going." }],
    [{ ...own, erasure: { state: "asked" } }, { intent: "take-back" }],
  ],
  "apply/:id/again": [
    ...["family", "denied"].map((kind): [unknown] => [{ ...again, kind, renewal: null }]),
    [{ ...again, kind: "renewal", renewal: { started: null, isOffered: true, terms } }],
    [
      { ...again, kind: "renewal", renewal: { started: { id, number, isMine: false }, isOffered: true, terms: null } },
      { intent: "send-link" },
    ],
  ],
  "apply/:id/email": [
    [
      { id, address },
      { intent: "change", email },
    ],
    [
      { id, address: { ...address, email: "" } },
      { intent: "give", email },
    ],
  ],
  "application/resume": [
    [{ state: "good", token: "t", number, question: null }],
    [{ state: "good", token: "t", number, question: start }, { answer: "keep" }],
    [{ state: "expired", token: "t" }, { intent: "send-link" }],
  ],
  "application/email": [[{ state: "good", token: "t", number, email }]],
  "application/not-me": [[{ state: "good", token: "t", number, begun: start }]],
  "admin/login": [[null, { email }]],
  "admin/login/code": [[{ ways: { totp: true, passkeys: 0 }, to: null, withRecovery: false }]],
  "admin/login/recovery": [[{ ways: { totp: true, passkeys: 0 }, to: null, withRecovery: true }]],
  "admin/forgot-password": [[null, { email }]],
  "admin/reset-password": [[{ token: "t", email }]],
  "admin/invitation": [
    [{ ended: null, invited: { token: "t", email, role: "regular_admin", by: "Theo" } }, { name: "Ana" }],
  ],
};

/** Pages whose form a script of its own sends, or the browser itself. */
const others = {
  byScript: [
    "contact",
    ...["upload", "documents", "messages", "requests", "appointments"].map((of) => `apply/:id/${of}`),
  ],
  byBrowser: ["admin/first-sign-in", "admin/account/second-factor", "admin/steps/preview"],
};

const failures = [
  ["without a line", new TypeError("Failed to fetch"), "You seem to be offline"],
  ["while the server is away", new Error("502"), "We couldn’t send this"],
] as const;

// As the loader of `/apply/{id}` does for who has to get in first.
await entryPart.load();

/** What a page's form is answered by script, where the server answers in this way. */
function send({ clientAction }: Page, answer: () => Promise<unknown>, fields: Record<string, string> = {}) {
  const body = new URLSearchParams(fields);
  return clientAction?.({
    request: new Request(`https://lucaya.example/`, { method: "POST", body }),
    serverAction: answer,
    params: { id },
  });
}

function draw(path: string, { default: Component }: Page, loaded: unknown, answered: unknown): string {
  const Stub = createRoutesStub([{ id: "page", path: "*", Component: Component as never, loader: () => loaded }]);
  const hydrationData = { loaderData: { page: loaded }, actionData: { page: answered } };
  return renderToStaticMarkup(<Stub initialEntries={[`/${path.replace(":id", id)}`]} hydrationData={hydrationData} />);
}

describe("a form on its own page", () => {
  test("[T-TEST-9] every such form keeps its page while it can't be sent, or is sent by its own script", () => {
    const without = pages.filter(({ page }) => !page.clientAction);
    const withMiddleware = without.filter(({ page }) => page.clientMiddleware).map(({ path }) => path);
    expect(withMiddleware).toEqual(["apply/:id/withdraw", "apply/:id/agreement", "apply/:id/wrong"]);
    const left = without.map(({ path }) => path).filter((path) => !withMiddleware.includes(path));
    expect(left).toEqual([...others.byScript, ...others.byBrowser]);
    // That of the first application is seen in the browser.
    expect(sentByRouter.map(({ path }) => path).sort()).toEqual([...Object.keys(shown), "apply"].sort());
  });

  test.each(sentByRouter)("$path: the form redirects, and is refused, as the server responds", async ({ page }) => {
    const redirection = redirect("/");
    await expect(send(page, () => Promise.reject(redirection))).rejects.toBe(redirection);
    const refused = data({ message: "Please check it." }, 422);
    expect(await send(page, () => Promise.resolve(refused))).toBe(refused);
  });

  const states = sentByRouter.flatMap(({ path, page }) =>
    (shown[path] ?? []).flatMap(([loaded, fields = {}]) =>
      failures.map(([name, failure, message]) => {
        const label = `${path} ${fields.intent ?? fields.answer ?? ""}`.trim();
        return { name: `${label} ${name}`, path, page, loaded, fields, failure, words: message };
      }),
    ),
  );
  test.each(states)(
    "[V-COPY-1, V-ERASE-1, V-COPY-6] $name: the page stays with its form and says that it was not sent",
    async ({ path, page, loaded, fields, failure, words }) => {
      const response = (await send(page, () => Promise.reject(failure), fields)) as ReturnType<typeof data>;
      expect(response.init?.status, "so that nothing is read again").toBe(503);
      const before = screenOf(draw(path, page, loaded, undefined));
      expect(before.words).not.toContain(words);
      const screen = screenOf(draw(path, page, loaded, response.data));
      expect(screen.words).toContain(words);
      const buttons = (all: typeof screen) => all.getAllByRole("button").map(({ textContent }) => textContent);
      expect(buttons(screen)).toEqual(buttons(before));
      if (fields.reason) expect(screen.getByRole("textbox").textContent).toBe(loaded === own ? "" : fields.reason);
    },
  );
});

describe("a form on the page of a case", () => {
  const folders = ["app/cases", "app/applications/access/change"];
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.tsx$/.test(file) && !/(^|\/)desk\//.test(file))
      .map((file) => ({ file: join(folder, file), source: readFileSync(join(folder, file), "utf8") })),
  );
  const withForm = sources.filter(({ source }) => /<form\b/.test(source) && !source.includes("= staticPage"));

  test.each(withForm)(
    "$file: the form is sent by the script that keeps the page, and shows that script's message",
    ({ source }) => {
      for (const [form] of source.matchAll(/<form\b[\s\S]*?[^=]>/g)) expect(form).toMatch(/onSubmit=\{\w+(\.send)?\}/);
      // A message says it as it says every refusal.
      expect(source).toMatch(/\buseSentForm\b[\s\S]*<NotSent\b|\buseMessage\b/);
    },
  );
});
