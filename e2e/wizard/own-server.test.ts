import type { Page } from "@playwright/test";
import { test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { expect } from "../../test/harness/browser/browser";
import { openEditor } from "../../test/harness/browser/desk-browser";
import { staffBrowsers, waits } from "../../test/harness/browser/session-browser";
import { until } from "../../test/harness/http-client";

const { app, fixtures, staff } = await staffBrowsers();

/** Opens a page and waits until what it asked for has come; half a second of silence would cost more than the page. */
async function visit(page: Page, url: string) {
  let open = 0;
  const more = () => {
    open += 1;
  };
  const less = () => {
    open -= 1;
  };
  page.on("request", more).on("requestfinished", less).on("requestfailed", less);
  await page.goto(url);
  await until("every request is answered", () => open <= 0);
  page.off("request", more).off("requestfinished", less).off("requestfailed", less);
}

test("[A-PERM-14] every request of the pages goes to the app's own server, and the policy allows no other", async () => {
  const page = await staff.open();
  const hosts = new Set<string>();
  const methods = new Set<string>();
  page.context().on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http") || protocol.startsWith("ws")) hosts.add(`${protocol}//${host}`);
    methods.add(request.method());
  });
  for (const path of ["/", "/services", "/contact", "/faqs", "/bahamian-evisa"]) await visit(page, app.url + path);
  await staff.signIn(page, "/admin", admin);
  for (const path of ["/admin/services", "/admin/reviews", "/admin/users", "/admin/inquiries", "/admin/emails"])
    await visit(page, app.url + path);
  await visit(page, `${app.url}/admin/applications/${fixtures.application}?document=${fixtures.document}`);
  await openEditor(page, "Write a note");
  await page.getByLabel("New note").fill("Read and written through the server");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Read and written" })).toBeVisible();
  expect([...hosts]).toEqual([app.url]);
  expect([...methods].sort()).toEqual(["GET", "POST"]);
  const policy = (await page.request.get(`${app.url}/admin`)).headers()["content-security-policy"];
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toContain("default-src 'self'");
});

test("[A-CONST-5] new records are announced on an open list by counts, far below ten messages a second", async () => {
  const page = await staff.at("/admin/applications");
  await waits(page, 10_000);
  let messages = 0;
  const each: number[] = [];
  page.on("response", (response) => {
    if (["fetch", "xhr", "websocket", "eventsource"].includes(response.request().resourceType())) messages += 1;
  });
  for (let second = 1; second <= 20; second++) {
    messages = 0;
    await app.query(
      `insert into visa_applications (application_number, user_email, resume_token)
       select 'BV26-' || $1 || '-' || n, 'many@mail.example', gen_random_uuid() from generate_series(1, 25) n`,
      [String(second).padStart(4, "0")],
    );
    await page.clock.runFor(1_000);
    each.push(messages);
  }
  await expect(page.getByRole("link", { name: /^\d+ new applications/ })).toBeVisible();
  expect(Math.max(...each)).toBeLessThanOrEqual(10);
});
