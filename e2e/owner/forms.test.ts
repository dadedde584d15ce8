import type { Page } from "@playwright/test";
import { describe, expect as same, test } from "vitest";
import { startApp } from "../../test/harness/app-server";
import { expect, openPage } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { signIn } from "../../test/harness/desk/desk";
import { wholePdf, wordDocx } from "../../test/harness/fakes/papers";
import { eicar, startScanner } from "../../test/harness/fakes/scanner";
import { HttpClient, until } from "../../test/harness/http-client";
import { wake } from "../../test/harness/queue";
import { sharedBrowser } from "../../test/harness/shared";

const scanner = await startScanner();
const app = await startApp({ TRUST_PROXY: "yes", CLAMAV_URL: scanner.url });
const browser = await sharedBrowser();
const desk = await signIn(app);

const screen = "/admin/content/forms";
const words = { "f.description": "For the ferry.", "f.country": "The Bahamas", "f.visa_type": "Visitor" };

/** Sends a form with a file as a browser without script does; the screen of the form. */
async function send(key: string, file: Buffer<ArrayBuffer>, name: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [field, value] of Object.entries({ ...words, ...fields })) body.set(field, value);
  body.set("file.file", new File([file], name));
  const response = await desk.post(`${screen}/${key}`, body);
  same(response.status, await response.text()).toBe(302);
  return response.headers.get("location")?.split("/").at(-1) ?? "";
}
/** A scan that failed while the scanner was away is tried again now, and not after seconds. */
async function scanNow() {
  await app.query(
    "update pgboss.job set start_after = now() where name = 'content.scan-forms' and state in ('created', 'retry')",
  );
  await wake(app, "content.scan-forms");
}
const downloaded = async (path: string, by = new HttpClient(app)) => {
  const response = await by.get(path);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};
const page = async (path = "/forms") => (await new HttpClient(app).get(path)).text();

test("[O-FORM-1, O-FORM-2] a form's URL serves a new file once it is published and scanned, and older files only to staff", async () => {
  const [one, two, bad] = [wholePdf(), wordDocx(), wholePdf(3000, eicar)];
  const title = { "f.title": "Ferry Declaration" };
  const key = await send("new", one, "one.pdf", { ...title, base: "0", intent: "save" });
  const path = `/forms/${key}/download`;
  same((await downloaded(path)).status, "a draft").toBe(404);
  await send(key, one, "one.pdf", { ...title, base: "1", intent: "publish" });
  const first = await downloaded(path);
  same(first.bytes.equals(one)).toBe(true);
  same(first.headers.get("content-disposition")).toContain("Ferry Declaration.pdf");
  await until("the page says so", async () => (await page()).includes("Download Form: Ferry Declaration"));

  await scanner.goAway();
  await send(key, two, "two.docx", { ...title, base: "1", intent: "publish" });
  same((await downloaded(path)).bytes.equals(one), "the former file until it is scanned").toBe(true);
  const [version] = await app.query<{ id: string }>("select id from content_versions where key = $1 and number = 2", [
    key,
  ]);
  const preview = `${path}?preview=${version?.id}`;
  same((await downloaded(preview, desk)).status, "not for staff either").toBe(423);
  await scanner.comeBack();
  await until("it is scanned", async () => {
    await scanNow();
    return (await downloaded(path)).bytes.equals(two);
  });
  const second = await downloaded(path);
  same([second.status, second.headers.get("content-type")]).toEqual([
    200,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ]);
  await until("the page says its size", async () => /DOCX, \d KB/.test(await page("/forms?q=Ferry")));

  const [older] = await app.query<{ id: string }>("select id from content_versions where key = $1 and number = 1", [
    key,
  ]);
  const former = `${path}?preview=${older?.id}`;
  same((await downloaded(former, desk)).bytes.equals(one), "an older one, for staff").toBe(true);
  same((await downloaded(former)).bytes.equals(two), "for everybody else as if it were not asked").toBe(true);

  await scanner.goAway();
  await send(key, bad, "bad.pdf", { ...title, base: "2", intent: "publish" });
  await scanner.comeBack();
  await until("it is removed", async () => {
    await scanNow();
    const [row] = await app.query("select 1 from form_files where name = 'bad.pdf' and scan = 'infected'");
    return row !== undefined;
  });
  same((await downloaded(path)).bytes.equals(two), "never the infected one").toBe(true);

  const desks = await desk.post(`${screen}/${key}`, { intent: "offline", sure: "yes" });
  same(desks.status).toBe(302);
  const response = await downloaded(path);
  same([response.status, response.bytes.includes("Ferry")]).toEqual([404, false]);
});

const notice = (at: Page, text: string) => expect(at.getByRole("status").filter({ hasText: text })).toBeVisible();
const press = (at: Page, name: string) => at.getByRole("button", { name, exact: true }).click();
const choose = (at: Page, name: string, buffer: Buffer) =>
  at.locator("input[type=file]").setInputFiles({ name, mimeType: "application/pdf", buffer });

describe.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])("the forms screen %s", (kind, javaScriptEnabled) => {
  test("[O-FORM-1, O-FORM-2, O-EDIT-15] a form is added, its file refused, replaced and restored, and the screens are accessible", async () => {
    const own = `Harbour Pass ${kind}`;
    const at = await openDesk(browser, app, screen, { javaScriptEnabled });
    await at.getByRole("link", { name: "New form" }).click();
    await at.getByRole("textbox", { name: "Title", exact: true }).fill(own);
    await at.getByLabel("Description").fill("To go on board.");
    await at.getByLabel("Country").fill("The Bahamas");
    await at.getByLabel("Visa type").fill("Visitor");
    await choose(at, "pass.pdf", wholePdf(4000, eicar));
    await press(at, "Publish now");
    await expect(at.getByText(/We found a virus in this file \(Lucaya\.Eicar-Test\)/).first()).toBeVisible();
    await expect(at.getByLabel("Description")).toHaveValue("To go on board.");
    if (javaScriptEnabled) await expectAccessibleAtBoth(at);
    await choose(at, "Pass of May.pdf", wholePdf(4000));
    await press(at, "Preview");
    await expect(at.getByText("Preview: visitors do not see this yet")).toBeVisible();
    const card = at.getByRole("article").filter({ hasText: own });
    await expect(card).toContainText("PDF, 4 KB");
    const [draft] = await Promise.all([
      at.waitForEvent("download"),
      card.getByRole("link", { name: "Download Form" }).click(),
    ]);
    same(draft.suggestedFilename()).toBe(`${own}.pdf`);

    await at.goto(app.url + screen);
    await at.getByRole("link", { name: own }).click();
    await press(at, "Publish now");
    await notice(at, "Version 1 is public.");
    await choose(at, "Pass of June.pdf", wholePdf(9000));
    await press(at, "Publish now");
    await notice(at, "Version 2 is public.");
    const older = at.getByRole("listitem").filter({ hasText: "Pass of May.pdf" }).first();
    await expect(older).toContainText("sent by desk@lucaya.example");
    await expect(at.getByRole("listitem").filter({ hasText: "Pass of June.pdf" }).first()).toContainText(
      "Visitors get this file",
    );
    if (javaScriptEnabled) await expectAccessibleAtBoth(at);
    await older.getByRole("radio").check();
    await press(at, "Publish now");
    await notice(at, "Version 3 is public.");
    await press(at, "Restore version 2");
    await notice(at, "Version 4 contains the older content.");
    const reader = await openPage(browser, `${app.url}/forms?q=Harbour`);
    await expect(reader.getByRole("article").filter({ hasText: own })).toContainText("PDF, 4 KB");
    await close(reader);
    await close(at);
  });
});
