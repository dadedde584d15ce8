import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, afterEach, describe, expect as same, test } from "vitest";
import routes from "../../app/routes";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { close, pressButton, signedInCookies } from "../../test/harness/browser/desk-browser";
import { matrix } from "../../test/harness/desk/access-matrix";
import { makeStaffFixtures } from "../../test/harness/desk/staff-fixtures";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
const fixtures = await makeStaffFixtures(app);
// One page each for all screens: what a screen needs besides its own words is then loaded and compiled once.
const context = await openContext(browser);
await context.addCookies(await signedInCookies(app));
const admins = await context.newPage();
const guests = await (await openContext(browser)).newPage();
afterEach(expectNoScriptErrors);
afterAll(async () => {
  for (const page of [admins, guests]) if (page) await close(page);
});

/** What a form of the screen is sent with so that it says what is wrong; a button by its name sends it as it is. */
const wrong: Record<string, readonly (string | ((page: Page) => Promise<unknown>))[]> = {
  "admin/login": [
    (page) => page.getByLabel("Email").fill("nobody@lucaya.example"),
    (page) => page.getByLabel("Password", { exact: true }).fill("wrong"),
    "Sign in",
  ],
  "admin/users": ["Create Admin"],
  "admin/account": ["Change password"],
  "admin/services/:id": [(page) => page.getByLabel("Service name").fill(""), "Save changes"],
  "admin/applications/passport": [
    (page) => page.getByLabel("Passport number").fill("-"),
    (page) => page.getByRole("button", { name: "Find", exact: true }).last().click(),
  ],
  "admin/applications/:id": ["Update Status"],
  "admin/applications/:id/decision": ["Decide and notify applicant"],
  "admin/applications/:id/filing": [
    (page) => page.getByLabel("Filed on").fill("2026-01-05"),
    (page) => page.getByLabel("Decision expected by").fill("2020-01-01"),
    "Save",
  ],
  "admin/applications/:id/hold": ["Place a legal hold"],
  "admin/applications/:id/messages": ["Send"],
  "admin/replies": ["Save reply"],
  "admin/applications/:id/fees": [(page) => page.getByText("Add a charge").first().click(), "Record"],
  "admin/applications/:id/invoices/new": [(page) => page.getByLabel("Invoiced to").fill(""), "Make invoice"],
  "admin/applications/:id/invoices/:invoice/void": ["Void invoice"],
  "admin/applications/:id/invoices/:invoice/pay-links": ["Add the link and email it"],
  "admin/applications/:id/appointments": ["Make the appointment"],
  "admin/applications/:id/key-dates": [
    async (page) => {
      const [, id] = /applications\/([^/]+)/.exec(page.url()) ?? [];
      await app.query("update visa_applications set status = 'approved' where id = $1", [id]);
      await page.reload();
    },
    "Add key date",
  ],
  "admin/applications/:id/tasks": ["Add task"],
  "admin/applications/:id/requests": [
    async (page) => {
      await fixtures.undecided();
      await page.reload();
    },
    "Ask the applicant",
  ],
  "admin/content/:kind": [(page) => page.getByLabel("Phone", { exact: true }).fill("555 0142"), "Save draft"],
  "admin/content/:kind/:key": [
    (page) => page.getByRole("textbox", { name: "Question", exact: true }).fill(""),
    "Publish now",
  ],
  "admin/migration": ["Verify"],
  "admin/people/import": ["Read the file"],
  "admin/inquiries/new": ["Save inquiry"],
  "admin/inquiries/:id": ["Send reply"],
  "admin/applications/new": ["Create draft"],
  "admin/clients/:id": [
    (page) => page.getByText("Correct details").click(),
    (page) => page.locator("#name").fill(""),
    "Save details",
  ],
};

/** The addresses of the desk that `app/routes.ts` answers with a page. */
function screens(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, index, file, children = [] }) => {
    const whole = [above, path].filter(Boolean).join("/");
    const isPage = /^export default/m.test(readFileSync(join("app", file), "utf8"));
    const own = isPage && (path || index) && whole.startsWith("admin") ? [whole] : [];
    return [...own, ...screens(children, whole)];
  });
}
const all = screens(await routes);

/** What somebody sees who is not signed in. */
const forGuests = /^admin\/(login|forgot-password|reset-password|invitation)$/;

/** At both widths, once loaded: a page that is resized has the same content. */
async function expectAccessibleEverywhere(page: Page) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
}
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

describe("[K-ROWS-6] accessibility at 390 and 1440 pixels", () => {
  test("[T-TEST-9] the check covers every screen of the desk", () => {
    same(all.length).toBeGreaterThan(20);
    same(all.filter((path) => !(path in matrix))).toEqual([]);
  });

  test.each(all)("%s has no violation of WCAG 2.2 AA, without and with its errors", async (path) => {
    const address = (await matrix[path]?.at?.(fixtures)) ?? path.replace("*", "nowhere");
    const page = forGuests.test(path) ? guests : admins;
    await page.setViewportSize(sizes[0]);
    await page.goto(`${app.url}/${address}`);
    await expectAccessibleEverywhere(page);
    const steps = wrong[path] ?? [];
    for (const step of steps) await (typeof step === "function" ? step(page) : pressButton(page, step));
    if (steps.length > 0) {
      await expect(page.locator("[role=alert]:visible, [aria-invalid=true]:visible").first()).toBeVisible();
      await expectAccessibleEverywhere(page);
    }
  });
});
