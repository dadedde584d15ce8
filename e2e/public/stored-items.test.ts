import type { BrowserContext } from "@playwright/test";
import { expect as same, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { fillStep } from "../../test/harness/applicants/applicant";
import { openWizard } from "../../test/harness/applicants/wizard";
import { expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { openDesk, openEditor, scripted } from "../../test/harness/browser/desk-browser";
import { file, unfold } from "../../test/harness/browser/inquiry-form";
import { StaffBrowser } from "../../test/harness/browser/session-browser";
import { openAsHolder, submittedCase } from "../../test/harness/case/opened-case";
import { inquiryId, insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { codeAt } from "../../test/harness/factors/codes";
import { mailsTo } from "../../test/harness/fakes/mails";
import { HttpClient, until } from "../../test/harness/http-client";
import { readPage } from "../../test/harness/page-text";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();

/** A name as the policy writes it: what differs from browser to browser is `…`. */
const asListed = (name: string) =>
  name
    .replace(/^__Host-/, "")
    .replace(/^(application-|lucaya_known_|unsent |kept |lucaya desk ).+$/, "$1…")
    .trim();

type Seen = { items: Set<string>; cookies: Map<string, number | undefined> };

/** Notes whatever a browser's pages store from now on, and the cookies of each answer with their seconds. */
async function watch(context: BrowserContext, { items, cookies }: Seen) {
  await context.exposeBinding("storesItem", (_source, item: string) => {
    items.add(asListed(item));
  });
  await context.addInitScript(() => {
    const note = (item: string) => (window as unknown as { storesItem: (item: string) => void }).storesItem(item);
    // What a page stored as it was left.
    for (const name of location.protocol === "http:" ? Object.keys(sessionStorage) : []) note(name);
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (name, value) {
      note(name);
      setItem.call(this, name, value);
    };
    for (const [owner, call] of [
      [indexedDB, "open"],
      [window.caches, "open"],
      [navigator.serviceWorker, "register"],
    ] as const)
      if (owner) Object.assign(owner, { [call]: () => note(`${call} of a store that is not listed`) });
  });
  context.on("response", async (response) => {
    const headers = await response.headersArray().catch(() => []);
    for (const { name, value } of headers) {
      if (name.toLowerCase() !== "set-cookie") continue;
      const [, cookie = ""] = /^([^=]+)=/.exec(value) ?? [];
      const seconds = /Max-Age=(\d+)/i.exec(value)?.[1];
      if (seconds !== "0") cookies.set(asListed(cookie), seconds === undefined ? undefined : Number(seconds));
    }
  });
}

/** What the policy lists: names, with how long each stays. */
async function listed(): Promise<Map<string, string>> {
  const { screen } = await readPage(app, "/privacy-policy");
  const cookies = screen.element.querySelector("#cookies");
  return new Map(
    [...(cookies?.querySelectorAll("dt") ?? [])].map((name) => [
      name.textContent.trim(),
      /Kept for: (.*)$/.exec(name.nextElementSibling?.textContent ?? "")?.[1] ?? "",
    ]),
  );
}

const seconds = { second: 1, hour: 3600, day: 24 * 3600 };

/** Uses the mailed link to what is held for an address. */
async function openYourData(seen: Seen) {
  const email = "stored.data@mail.example";
  await new HttpClient(app).start(email);
  const context = await openContext(browser);
  await watch(context, seen);
  const page = await context.newPage();
  await page.goto(`${app.url}/your-data`);
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  const [mail] = await mailsTo(app, email, "data_link", 1);
  const link = /\/your-data\/\w+\?token=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "";
  await page.goto(app.url + link);
  await page.getByRole("button", { name: "Open my data" }).click();
  await expect(page.getByRole("button", { name: "Request erasure" })).toBeVisible();
  await context.close();
}

/** Signs in with a second factor, up to the code. */
async function enterCode(seen: Seen) {
  const desk = await openDesk(browser, app, "/admin/account", { javaScriptEnabled: false });
  await desk.getByRole("button", { name: "Set up an authenticator app" }).click();
  const text = (await desk.getByRole("region", { name: "Authenticator app" }).textContent()) ?? "";
  const secret = /Secret: ([2-7A-Z ]+[2-7A-Z])/.exec(text)?.[1] ?? "";
  await desk.getByLabel("Enter the code that the app shows").fill(codeAt(secret));
  await desk.getByRole("button", { name: "Confirm the code" }).click();
  await desk.context().close();
  const staff = new StaffBrowser(app, browser);
  const page = await staff.open();
  await watch(page.context(), seen);
  await page.goto(`${app.url}/admin/login`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(`${app.url}/admin/login/code`);
  await staff.close();
  for (const table of ["authenticators", "recovery_codes"]) await app.query(`delete from ${table}`);
}

test("[L-WORDS-4, V-PAGE-2] the policy names each cookie and stored item that a journey leaves, and the cookies' lifetimes", async () => {
  const seen: Seen = { items: new Set(), cookies: new Map() };
  const context = await openContext(browser);
  await watch(context, seen);
  const page = await context.newPage();
  await page.goto(`${app.url}/visa/uk-visitor-visa`);
  await page.goto(`${app.url}/contact`);
  await unfold(page);
  await page.locator("#fullName").fill("Ana");
  await page.locator("#files-chooser").setInputFiles([file("a.pdf")]);
  await expect(page.getByRole("list", { name: "Your files" })).toContainText("Uploaded");
  await page.goto(`${app.url}/apply?service=uk-visitor-visa`);
  await page.getByLabel("Email address").fill("stored.items@mail.example");
  await page.getByLabel(/I agree to the/).check();
  await page.getByRole("button", { name: "Start Application" }).click();
  await page.waitForURL(/\/apply\/[0-9a-f-]{36}/);
  await context.close();

  const wizard = await openWizard(browser, app);
  await watch(wizard.context, seen);
  await wizard.page.reload();
  await wizard.context.setOffline(true);
  await fillStep(wizard.page, { firstName: "Kept" });
  await until("the device has a copy", () => seen.items.has("kept …"));
  await wizard.context.close();

  const opened = await submittedCase(app);
  const holder = await openAsHolder(browser, opened);
  await watch(holder.context(), seen);
  await holder.reload();
  await holder.getByRole("textbox", { name: "Your message" }).fill("Is anything missing?");
  await holder.getByRole("button", { name: "Send message" }).click();
  await expect(holder.getByRole("list", { name: "Messages, newest first" })).toContainText("Is anything missing?");
  await holder.context().close();

  const staff = new StaffBrowser(app, browser);
  const desk = await staff.open();
  await watch(desk.context(), seen);
  await staff.signIn(desk, "/admin/inquiries");
  await insertInquiries(app, 1, 1);
  await desk.goto(`${app.url}/admin/inquiries/${await inquiryId(app, "Person 1")}/delete`);
  await desk
    .getByRole("button", { name: /^Delete/ })
    .last()
    .click();
  await desk.waitForURL(/\/admin\/inquiries$/);
  await desk.goto(`${app.url}/admin/applications/${opened.id}`);
  await scripted(desk);
  await openEditor(desk, "Write a note");
  await desk.getByRole("textbox", { name: "New note" }).fill("To be called back");
  await until("the note is kept", () => seen.items.has("lucaya desk …"));
  await desk.goto(`${app.url}/admin/privacy?show=tonight`);
  await desk.goto(`${app.url}/about`);
  await staff.close();

  await openYourData(seen);
  await enterCode(seen);
  const list = await listed();
  same([...seen.cookies.keys(), ...seen.items].toSorted()).toEqual([...list.keys()].toSorted());
  for (const [name, lasts] of seen.cookies) {
    const [, count = "", unit = ""] = /^(\d+) (second|hour|day)/.exec(list.get(name) ?? "") ?? [];
    same([name, lasts]).toEqual([name, Number(count) * seconds[unit as keyof typeof seconds]]);
  }
  expectNoScriptErrors();
});
