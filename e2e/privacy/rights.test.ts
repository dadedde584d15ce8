import type { Page } from "@playwright/test";
import { afterEach, expect as same, test } from "vitest";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, sized } from "../../test/harness/browser/desk-browser";
import { openAsHolder, submittedCase } from "../../test/harness/case/opened-case";
import { signIn } from "../../test/harness/desk/desk";
import { mailsTo } from "../../test/harness/fakes/mails";
import { HttpClient, until } from "../../test/harness/http-client";
import { screenOf } from "../../test/harness/screen";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(expectNoScriptErrors);

/** The link of the newest mail of a kind to an address. */
async function linkIn(email: string, kind: string, count = 1): Promise<string> {
  const mail = (await mailsTo(app, email, kind, count)).at(-1);
  const found = /https?:\/\/[^\s]+\/your-data\/\w+\?token=[\w-]+/.exec(mail?.text ?? "");
  return new URL(found?.[0] ?? "about:blank").pathname + new URL(found?.[0] ?? "about:blank").search;
}
const numberOf = async (id: string) =>
  (await app.query<{ n: string }>("select application_number as n from visa_applications where id = $1", [id]))[0]?.n ??
  "";

test("[V-COPY-1, V-COPY-3] the holder requests a copy, is notified by page and mail, and downloads it, and the page has no axe violation", async () => {
  const opened = await submittedCase(app, "copied@mail.example");
  const page = await openAsHolder(browser, opened);
  await page.getByRole("button", { name: "Ask for a copy of my data" }).click();
  await expect(page.getByText("We’re making your copy and will email you when it’s ready.")).toBeVisible();
  await page.getByRole("link", { name: "erase it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your data" })).toBeVisible();
  const mails = await mailsTo(app, opened.email, "data_copy_ready", 1);
  same(mails.map(({ attachments }) => attachments.length)).toEqual([0]);
  same(mails[0]?.text).toContain("/application/resume?token=");
  await page.reload();
  const link = page.getByRole("link", { name: "Download my copy" });
  await expect(link).toBeVisible();
  await expectAccessibleAtBoth(page);
  const path = (await link.getAttribute("href")) ?? "";
  const zip = await opened.client.get(path);
  same([zip.status, zip.headers.get("content-type"), (await zip.arrayBuffer()).byteLength > 5000]).toEqual([
    200,
    "application/zip",
    true,
  ]);
  same((await (await signIn(app)).get(path)).status, "staff").toBe(404);
  await app.query("update data_copies set offered_until = now() - interval '1 second'");
  const over = await opened.client.get(path);
  same([over.status, await over.text()]).toEqual([410, "This copy was kept for 72 hours. Please ask for a new one.\n"]);
  await close(page);
});

test("[V-ERASE-1, V-ERASE-2, V-ERASE-8] an erasure is requested on the page, confirmed by mail and run at the desk, and then nothing opens and its number says so", async () => {
  const holder = new HttpClient(app);
  const email = "gone@mail.example";
  const id = await holder.start(email);
  const number = await numberOf(id);
  const context = await openContext(browser, sized(360));
  await context.addCookies(cookiesOf(holder));
  const page = await context.newPage();
  await page.goto(`${app.url}/apply/${id}/data`);
  await page.getByRole("textbox", { name: /Why do you want it erased/ }).fill("I am not going.");
  await page.getByRole("button", { name: "Request erasure" }).click();
  await expect(page.getByText("Please check your email")).toBeVisible();
  await page.goto(app.url + (await linkIn(email, "erasure_confirm")));
  await expect(page.getByText(`Application ${number}`)).toBeVisible();
  await expectAccessibleAtBoth(page);
  await page.getByRole("button", { name: "Confirm my request" }).click();
  await expect(page.getByRole("heading", { name: "We have your request" })).toBeVisible();

  const desk = await openDesk(browser, app, "/admin/privacy", sized(1440));
  const row = desk.getByRole("row").filter({ hasText: number });
  await expect(row.getByText("30 days left")).toBeVisible();
  await expectAccessibleAtBoth(desk);
  await row.getByRole("link", { name: new RegExp(number) }).click();
  await expect(desk.getByText("I am not going.")).toBeVisible();
  await desk.getByRole("button", { name: "Refuse" }).click();
  await expect(desk.getByText("Please say why, in at most 1,000 characters.")).toBeVisible();
  await expectAccessibleAtBoth(desk);
  await desk.getByRole("link", { name: "Erase", exact: true }).click();
  const question = desk.getByRole("alertdialog", { name: "Erase permanently?" });
  await expect(question.getByRole("link", { name: "Cancel" })).toBeFocused();
  await expectAccessibleAtBoth(desk);
  await desk.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  same(await app.query("select state from erasure_requests where email = $1", [email])).toEqual([{ state: "open" }]);
  await desk.getByRole("link", { name: "Erase", exact: true }).click();
  await question.getByRole("button", { name: "Yes, erase permanently" }).click();
  await expect(desk.getByRole("heading", { level: 1, name: "Privacy" })).toBeVisible();
  await mailsTo(app, email, "data_erased", 1);
  await desk.goto(`${app.url}/admin/applications?q=${number}`);
  const today = new Date().toLocaleDateString("en-US", { dateStyle: "long", timeZone: "America/Nassau" });
  await expect(desk.getByText(`Erased on ${today}`)).toBeVisible();
  await expectAccessible(desk);
  const response = await holder.get(`/apply/${id}`);
  same([response.status, response.headers.get("location")]).toEqual([302, `/apply/start?gone=${id}`]);
  await close(desk);
  await close(page);
});

test("[V-COPY-6] without JavaScript every email gets the same response, and a button behind the mailed link opens the stored data", async () => {
  const holder = new HttpClient(app);
  const email = "asking@mail.example";
  const id = await holder.start(email);
  const context = await openContext(browser, { ...sized(360), javaScriptEnabled: false });
  const page = await context.newPage();
  const requestLink = async (address: string) => {
    await page.goto(`${app.url}/your-data`);
    await page.getByRole("textbox", { name: "Email address" }).fill(address);
    await page.getByRole("button", { name: "Send me the link" }).click();
    await expect(page.getByText("If we hold anything for this address, a link is on its way.")).toBeVisible();
  };
  await requestLink("nobody@mail.example");
  await requestLink(email);
  const link = await linkIn(email, "data_link");
  await page.goto(app.url + link);
  same(await dataCookies(page), "a GET uses nothing").toBe(0);
  await page.getByRole("button", { name: "Open my data" }).click();
  await expect(page.getByRole("heading", { level: 2, name: new RegExp(await numberOf(id)) })).toBeVisible();
  // Axe needs script.
  const scripted = await openContext(browser, sized(360));
  await scripted.addCookies(await context.cookies());
  const otherTab = await scripted.newPage();
  for (const path of ["/your-data", "/your-data/open"]) {
    await otherTab.goto(app.url + path);
    await expectAccessibleAtBoth(otherTab);
  }
  await close(otherTab);
  await page.getByRole("button", { name: "Request erasure" }).click();
  await expect(page.getByText("Please select what you want erased.")).toBeVisible();
  await page.getByRole("button", { name: /^Ask for a copy/ }).click();
  await mailsTo(app, email, "data_copy_ready", 1);
  same((await new HttpClient(app).get(link.replace(/.{6}$/, "AAAAAA"))).status).toBe(404);
  await close(page);
});
const dataCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name.endsWith("your-data")).length;

test("[V-COPY-6] requesting a copy of data no longer stored for the email shows a notice above the remaining data", async () => {
  const email = "moved@mail.example";
  const id = await new HttpClient(app).start(email);
  await new HttpClient(app).start(email);
  const client = new HttpClient(app);
  await client.post("/your-data", { email });
  const token = new URL(app.url + (await linkIn(email, "data_link"))).searchParams.get("token") ?? "";
  await client.post("/your-data/open", { intent: "open", token });
  await app.query("update visa_applications set user_email = 'elsewhere@mail.example' where id = $1", [id]);
  const response = await client.post("/your-data/open", { intent: "copy", subject: id });
  same(response.status).toBe(404);
  same(await response.text()).toMatch(/role="alert".*We no longer hold this for this address\..*Ask for a copy/s);
});

test("[V-COPY-7] an applicant reports a mistake at a signed answer, and staff turn it into a correction in one action", async () => {
  const opened = await submittedCase(app, "mistaken@mail.example");
  const page = await openAsHolder(browser, opened);
  await page.getByRole("link", { name: /^Something is wrong here ?: Applicant Information/ }).click();
  await page.getByRole("textbox", { name: /What’s wrong/ }).fill("It is Rolle, with an e.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByLabel("Which answer is wrong?")).toHaveAccessibleDescription(/Please choose the question\./);
  await expect(page.getByRole("textbox", { name: /What’s wrong/ })).toHaveValue("It is Rolle, with an e.");
  await page.getByLabel("Which answer is wrong?").selectOption({ label: "Last name" });
  await page.getByRole("textbox", { name: /What’s wrong/ }).fill("It is Rolle, with an e.");
  await expectAccessibleAtBoth(page);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("It is Rolle, with an e.")).toBeVisible();
  const desk = await openDesk(browser, app, `/admin/applications/${opened.id}/messages`, sized(1440));
  await desk.getByRole("button", { name: /^Ask for this correction ?: Last name/ }).click();
  await expect(desk.getByText("You told us: It is Rolle, with an e.").first()).toBeVisible();
  await page.goto(`${app.url}/apply/${opened.id}`);
  await expect(page.getByText("You told us: It is Rolle, with an e.").first()).toBeVisible();
  await close(desk);
  await close(page);
});

test("[V-ERASE-3, V-ERASE-4] the page of a restricted case says until when, no list shows it, and a super admin opens it with a reason", async () => {
  const opened = await submittedCase(app, "restricted@mail.example");
  const number = await numberOf(opened.id);
  await app.query("update visa_applications set status = 'approved' where id = $1", [opened.id]);
  await app.query(
    "insert into application_status_history (application_id, from_status, to_status) values ($1, 'submitted', 'approved')",
    [opened.id],
  );
  await opened.client.post(`/apply/${opened.id}/data`, { intent: "erase", reason: "" });
  await opened.client.post("/your-data/erase", {
    token: new URLSearchParams((await linkIn(opened.email, "erasure_confirm")).split("?")[1]).get("token") ?? "",
  });
  const desk = await openDesk(browser, app, "/admin/privacy", sized(1440));
  await desk.getByRole("link", { name: new RegExp(number) }).click();
  const [year, ...rest] = new Date().toLocaleDateString("en-CA", { timeZone: "America/Nassau" }).split("-");
  const until7 = new Date(`${Number(year) + 7}-${rest.join("-")}T12:00:00Z`).toLocaleDateString("en-US", {
    dateStyle: "long",
    timeZone: "UTC",
  });
  await expect(desk.getByText(`This must be kept until ${until7}. It can be restricted.`)).toBeVisible();
  await desk.getByRole("button", { name: "Restrict" }).click();
  await until(
    "it is restricted",
    async () => (await app.query("select from restricted_cases")).length > 0 || undefined,
  );
  const page = await openAsHolder(browser, opened);
  await expect(page.getByText(`Restricted until ${until7}`)).toBeVisible();
  for (const text of [number, "Approved"]) await expect(page.getByText(text)).toBeVisible();
  await expectAccessibleAtBoth(page);
  const superAdmin = await signIn(app);
  for (const path of ["/admin/applications?q=", "/admin/people?q=", "/admin/emails?q="]) {
    const screen = screenOf(await (await superAdmin.get(path + number)).text());
    same(screen.queryAllByRole("link", { name: new RegExp(number) }), path).toHaveLength(0);
  }
  await desk.goto(`${app.url}/admin/privacy`);
  await desk.getByRole("link", { name: number }).click();
  await expectAccessibleAtBoth(desk);
  await desk.getByRole("textbox", { name: /Why are you opening this case/ }).fill("A court asks.");
  await desk.getByRole("button", { name: "Open the case" }).click();
  await expect(desk.getByRole("heading", { name: "Passport Information" })).toBeVisible();
  await expectAccessibleAtBoth(desk);
  const zip = await superAdmin.get(`/admin/privacy/restricted/${opened.id}/case.zip`);
  same([zip.status, (await zip.arrayBuffer()).byteLength > 5000]).toEqual([200, true]);
  await close(desk);
  await close(page);
});

test("[V-ERASE-1] an erasure request taken back on another page can't be confirmed, and the page says so", async () => {
  const opened = await submittedCase(app);
  const page = await openAsHolder(browser, opened);
  await page.goto(`${app.url}/apply/${opened.id}/data`);
  await page.getByRole("button", { name: "Request erasure" }).click();
  const link = await page.context().newPage();
  await link.goto(app.url + (await linkIn(opened.email, "erasure_confirm")));
  await page.getByRole("button", { name: "Take back my request" }).click();
  await expect(page.getByRole("button", { name: "Request erasure" })).toBeVisible();
  await link.getByRole("button", { name: "Confirm my request" }).click();
  await expect(link.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await close(page);
});
