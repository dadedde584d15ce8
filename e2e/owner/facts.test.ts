import type { Page } from "@playwright/test";
import { expect as same, test } from "vitest";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { expect } from "../../test/harness/browser/browser";
import { close, openDesk } from "../../test/harness/browser/desk-browser";
import { asSlowAsAPerson, button, fill, openInquiry } from "../../test/harness/browser/inquiry-form";
import { signIn } from "../../test/harness/desk/desk";
import { mailsTo } from "../../test/harness/fakes/mails";
import { unescaped } from "../../test/harness/form-fields";
import { HttpClient, until } from "../../test/harness/http-client";
import { fetchUncached } from "../../test/harness/page";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
const desk = await signIn(app);

const text = async (path: string, as = new HttpClient(app)) => {
  const response = await as.get(path);
  same(response.status, path).toBe(200);
  return unescaped(await response.text()).replaceAll("<!-- -->", "");
};
const shows = (path: string, label: string) =>
  until(`${path} shows ${label}`, async () => (await text(path)).includes(label));

/** Every public page that the sitemap names, and what else visitors and their programs get. */
async function everything(): Promise<Map<string, string>> {
  const map = await text("/sitemap.xml");
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, path = ""]) => new URL(path).pathname);
  same(paths.length).toBeGreaterThan(40);
  const rest = ["/blog/feed.xml", "/site.webmanifest", "/robots.txt", "/apply/start", "/forms?country=BS"];
  const all = new Map<string, string>([["/sitemap.xml", map]]);
  for (const path of [...paths, ...rest]) all.set(path, await text(path));
  return all;
}

/** What a fact was called as it was delivered, wherever a page says so. */
const old = {
  fee: /\$299\b|"299(\.00)?"/,
  threshold: /\$?750,000\+?|"750000"/,
  hours: /9 am–5 pm|10 am–3 pm|"opens":"09:00"|"closes":"17:00"|Mon(day)?[–-]Fri(day)?/,
};
const saying = (all: ReadonlyMap<string, string>, pattern: RegExp) =>
  [...all].flatMap(([path, html]) => {
    const index = html.search(pattern);
    return index < 0 ? [] : [`${path}: …${html.slice(Math.max(0, index - 60), index + 60)}…`];
  });

const save = async (page: Page, name: string) => {
  await page.getByRole("button", { name, exact: true }).click();
  await expect(page.getByText(/is public\.|Service updated/).first()).toBeVisible();
};

async function changeFee() {
  const service = await serviceId(app, "bahamian-evisa");
  const page = await openDesk(browser, app, `/admin/services/${service}`);
  await page.getByRole("tab", { name: "Pricing" }).click();
  await page.getByLabel("Service fee", { exact: true }).fill("317");
  await save(page, "Save changes");
  await close(page);
}

async function changeThreshold() {
  const page = await openDesk(browser, app, "/admin/content/settings");
  await page.getByRole("group", { name: "Economic permanent residence from" }).getByLabel("Amount").fill("810,000");
  await save(page, "Publish now");
  await close(page);
}

async function changeHours() {
  const page = await openDesk(browser, app, "/admin/content/hours");
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]) {
    const group = page.getByRole("group", { name: day });
    const isOpen = day !== "Friday" && day !== "Saturday";
    await group.getByLabel("Opening hours 1: Opens").fill(isOpen ? "08:15" : "");
    await group.getByLabel("Opening hours 1: Closes").fill(isOpen ? "16:45" : "");
  }
  await save(page, "Publish now");
  await close(page);
}

test("[O-FACT-2] after a change of the eVisa’s fee, a threshold and the office hours nothing public shows the old ones", async () => {
  // Another service has the same fee.
  await app.query(
    "update visa_services set service_fee = service_fee + 2 where service_fee = 299 and slug <> 'bahamian-evisa'",
  );
  await (await fetchUncached(app, "/", {})).arrayBuffer();
  const before = await everything();
  same(saying(before, /\$299\b/).length, "as delivered").toBeGreaterThan(3);
  same(saying(before, /750,000/).length, "as delivered").toBeGreaterThan(1);
  same(saying(before, /9 am–5 pm/).length, "as delivered").toBeGreaterThan(1);

  await changeFee();
  await changeThreshold();
  await changeHours();
  await shows("/bahamian-evisa", "$317");
  await shows("/bahamas-immigration", "$810,000+");
  await shows("/contact", "8:15 am–4:45 pm");

  const all = await everything();
  same([...all.keys()]).toEqual([...before.keys()]);
  for (const [name, pattern] of Object.entries(old)) same(saying(all, pattern), name).toEqual([]);
  same(saying(all, /\$317\b/).length).toBe(saying(before, /\$299\b/).length);

  const page = await openInquiry(browser, app, { viewport: { width: 1280, height: 900 } });
  await fill(page, "hours@mail.example");
  await asSlowAsAPerson(page);
  await button(page).click();
  const [mail] = await mailsTo(app, "hours@mail.example", "contact_confirmation", 1);
  const mailText = `${mail?.subject} ${mail?.text} ${mail?.html}`;
  same(mailText).toMatch(/(Monday|Tuesday|Wednesday|Thursday), \w+ \d+, 4:45 pm/);
  await page.context().close();
  const kinds = await mailKinds();
  same(kinds.length).toBeGreaterThan(20);
  const mails = new Map([["the mail", mailText]]);
  for (const path of kinds) mails.set(path, await text(path, desk));
  for (const [name, pattern] of Object.entries(old)) same(saying(mails, pattern), name).toEqual([]);
});

/** The screens of all kinds of mail, each with the mail as it is sent now. */
async function mailKinds(): Promise<string[]> {
  const list = await text("/admin/content/mails", desk);
  return [...new Set([...list.matchAll(/href="(\/admin\/content\/mails\/[a-z_]+)"/g)].map(([, path = ""]) => path))];
}

test("[O-FACT-2, O-FACT-3] after a change of the promised reply time nothing public and no mail states the old one", async () => {
  const page = await openDesk(browser, app, "/admin/content/home");
  await page.getByRole("group", { name: "Time of response", exact: true }).getByLabel("Figure").fill("48-hour");
  await save(page, "Publish now");
  await close(page);
  await shows("/contact", "two business days");
  same(saying(await everything(), /one business day|24-hour/)).toEqual([]);
  const mails = new Map<string, string>();
  for (const path of await mailKinds()) mails.set(path, await text(path, desk));
  same(saying(mails, /one business day/)).toEqual([]);
});
