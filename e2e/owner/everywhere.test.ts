import { beforeEach, describe, expect as same, test } from "vitest";
import { expect, expectAccessible, openPage } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { signIn } from "../../test/harness/desk/desk";
import { typed } from "../../test/harness/desk/editor-form";
import { mailsTo } from "../../test/harness/fakes/mails";
import { HttpClient, until } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
const desk = await signIn(app);
beforeEach(() => app.query("truncate content_versions"));

const settings = "/admin/content/settings";
const text = async (path: string, as = new HttpClient(app)) => (await as.get(path)).text();
const shows = (path: string, label: string) =>
  until(`${path} shows ${label}`, async () => (await text(path)).includes(label));
async function publish(fields: Record<string, string>) {
  const response = await desk.post(settings, await typed(desk, settings, { ...fields, intent: "publish" }));
  same(response.status, await response.text()).toBe(302);
}

test("[O-SET-6] a changed brand name is in header, footer, titles, JSON-LD, manifest and mails", async () => {
  await publish({ "f.site_name": "Cay & Harbour Visas" });
  await shows("/", "Cay &amp; Harbour Visas");
  const page = await openPage(browser, app.url);
  await expect(page.getByRole("banner")).toContainText("& Harbour Visas");
  await expect(page.getByRole("contentinfo")).toContainText("© 2025 Cay & Harbour Visas. All rights reserved.");
  for (const path of ["/", "/services", "/about", "/contact", "/faqs", "/blog", "/forms", "/privacy-policy"]) {
    await page.goto(app.url + path);
    await expect(page).toHaveTitle(/Cay/);
    same(await page.title(), path).not.toContain("Lucaya");
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    const text = JSON.stringify(data.map((block): unknown => JSON.parse(block)));
    same(text, path).not.toContain("Lucaya Visa");
    if (path === "/contact") same(text).toContain('"name":"Cay & Harbour Visas"');
  }
  same(JSON.parse(await text("/site.webmanifest"))).toMatchObject({ name: "Cay & Harbour Visas", short_name: "Cay" });
  await new HttpClient(app).start("brand@mail.example");
  const [mail] = await mailsTo(app, "brand@mail.example", "application_started", 1);
  same(mail?.text).toContain("Cay & Harbour Visas");
  same(mail?.from?.name).toBe("Cay & Harbour Visas");
  await publish({ "f.site_name": "" });
  await shows("/", "© 2025 Lucaya Visa &amp; Immigration. All rights reserved.");
  await close(page);
});

test("[O-SET-4] an empty setting shows its fallback to visitors, and the screen names the fallback", async () => {
  await publish({ "f.contact_phone": "+1 242 555 0911" });
  await shows("/contact", "+1 242 555 0911");
  await publish({ "f.contact_phone": "" });
  await shows("/contact", "+1 242 555 0142");
  const page = await openDesk(browser, app, settings);
  await expect(page.getByLabel("Phone", { exact: true })).toHaveAccessibleDescription(
    /Empty: visitors see \+1 242 555 0142/,
  );
  await close(page);
});

test("[O-EDIT-14, O-EDIT-1] a record entry links to the version of its content item", async () => {
  await publish({ "f.address_line1": "14 Bay Street" });
  const page = await openDesk(browser, app, "/admin/activity");
  const entry = page.getByRole("row").filter({ hasText: "Published a version" }).first();
  await expect(entry).toContainText("12 Parliament Street");
  await entry.getByRole("link", { name: "Site settings, version 2" }).click();
  await expect(page).toHaveURL(/\/admin\/content\/settings#version-2$/);
  await expect(page.getByRole("heading", { name: "Version 2" })).toBeVisible();
  await page.getByRole("link", { name: "Content" }).last().click();
  await expect(page.getByRole("heading", { name: "Content", level: 1 })).toBeVisible();
  await expect(page.getByText(/^Last changed by desk@lucaya\.example on /)).toBeVisible();
  await close(page);
});

describe("office hours and holidays", () => {
  const hours = "/admin/content/hours";

  test("[O-HOUR-1, O-HOUR-2] hours changed on their screen are shown on the contact page and in its structured data", async () => {
    const page = await openDesk(browser, app, hours);
    const monday = page.getByRole("group", { name: "Monday" });
    await monday.getByLabel("Opening hours 1: Opens").fill("17:00");
    await monday.getByLabel("Opening hours 1: Closes").fill("09:00");
    await page.getByRole("button", { name: "Publish now" }).click();
    await expect(page.getByRole("alert")).toContainText("Closing time must be later than opening time.");
    await expectAccessibleAtBoth(page);
    await monday.getByLabel("Opening hours 1: Opens").fill("08:30");
    await monday.getByLabel("Opening hours 1: Closes").fill("12:00");
    await monday.getByLabel("Opening hours 2: Opens").fill("13:00");
    await monday.getByLabel("Opening hours 2: Closes").fill("16:30");
    // The next weekday that is at least two days away.
    const later = [2, 3, 4].map((days) => new Date(Date.now() + days * 86_400_000));
    const day =
      later
        .find((date) => date.getUTCDay() > 0 && date.getUTCDay() < 6)
        ?.toISOString()
        .slice(0, 10) ?? "";
    const rows = page.getByRole("group", { name: "Holidays" }).last();
    await rows
      .getByLabel(/: Date/)
      .last()
      .fill(day);
    await rows
      .getByLabel(/: Name/)
      .last()
      .fill("Storm day");
    await page.getByRole("button", { name: "Publish now" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Version 2 is public." })).toBeVisible();
    await shows("/contact", "8:30 am–12 pm, 1 pm–4:30 pm");
    await page.goto(`${app.url}/contact`);
    await expect(page.getByText("8:30 am–12 pm, 1 pm–4:30 pm").first()).toBeVisible();
    await expect(page.getByText(/^Closed on \w+, \w+ \d+: Storm day$/)).toBeVisible();
    await expectAccessible(page);
    const html = await text("/contact");
    same(html).toContain('"opens":"13:00","closes":"16:30"');
    same(html).toContain(`"validFrom":"${day}","validThrough":"${day}","opens":"00:00","closes":"00:00"`);
    await close(page);
  });
});

describe("access to content", () => {
  test("[O-MAY-2] a regular admin sees these screens without buttons, and a request gets 403", async () => {
    const [email, password] = ["reads-only@lucaya.example", "Harbour-Lantern-27"];
    const made = { intent: "create", email, password, confirmation: password, role: "regular_admin" };
    same((await desk.post("/admin/users", made)).status).toBe(200);
    for (const path of [settings, "/admin/content/hours"]) {
      const page = await openDesk(browser, app, path, { who: { email, password } });
      await expect(page.getByText("Only super admins change this.")).toBeVisible();
      same(await page.getByRole("main").getByRole("button").count()).toBe(0);
      await expectAccessibleAtBoth(page);
      await close(page);
    }
    const regular = await signIn(app, { email, password });
    const fields = await typed(desk, settings, { "f.contact_phone": "+1 242 555 0912" });
    for (const intent of ["save", "publish", "schedule", "preview", "restore"])
      same((await regular.post(settings, { ...fields, intent, number: "1" })).status, intent).toBe(403);
    same(await app.query("select 1 from content_versions")).toEqual([]);
    same(await text("/contact")).not.toMatch(/555 ?0912/);
  });

  test("[O-MAY-3] without an active admin's session no URL shows a draft, and no request changes one", async () => {
    const fields = await typed(desk, settings, { "f.contact_phone": "+1 242 555 0913", intent: "save" });
    same((await desk.post(settings, fields)).status).toBe(302);
    const [draft] = await app.query<{ id: string }>("select id from content_versions order by number desc limit 1");
    const applicant = new HttpClient(app);
    await applicant.start("reader@mail.example");
    const before = await app.query("select * from content_versions order by number");
    const addresses = [
      ...["/admin/content", `/admin/content?version=${draft?.id}`, settings, `${settings}.data`],
      ...[`/?preview=${draft?.id}`, `/contact?preview=${draft?.id}`, `/contact.data?preview=${draft?.id}`],
    ];
    // Not the last four digits alone: an id that the page holds may have them.
    const drafted = /555 ?0913/;
    same(await text(`/contact?preview=${draft?.id}`, desk)).toMatch(drafted);
    for (const who of [new HttpClient(app), applicant]) {
      for (const path of addresses) same(await text(path, who), path).not.toMatch(drafted);
      for (const intent of ["save", "publish", "schedule", "restore", "call-off"]) {
        const response = await who.post(settings, { ...fields, intent, number: "2" });
        same([302, 401, 403], intent).toContain(response.status);
      }
    }
    same(await app.query("select * from content_versions order by number")).toEqual(before);
  });
});
