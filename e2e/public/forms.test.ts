import { readFile } from "node:fs/promises";
import { expect as same, test } from "vitest";
import { makeForms } from "../../scripts/forms/make";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { fetchUncached } from "../../test/harness/page";
import { inside, screenOf } from "../../test/harness/screen";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();

/** The page, rendered again with the changes. */
const screenAt = async (path: string) => screenOf(await (await fetchUncached(app, path, {})).text());
const titlesAt = async (path: string) =>
  inside((await screenAt(path)).getByRole("main"))
    .queryAllByRole("article")
    .map((card) => inside(card).getByRole("heading", { level: 2 }).textContent);

test("[P-FORMS-1] the published forms are listed by title, and an unpublished one serves no file", async () => {
  const [form] = await app.query<{ id: string; title: string }>(
    "select id, title from forms where title = 'Character Reference Template'",
  );
  const download = `${app.url}/forms/${form?.id}/download`;
  same((await fetch(download)).status).toBe(200);
  await app.query("update forms set published = false where id = $1", [form?.id]);
  const rows = await app.query<{ title: string }>(
    `select title from forms where published order by title collate "default"`,
  );
  same(rows.length).toBeGreaterThan(10);
  same(await titlesAt("/forms")).toEqual(rows.map(({ title }) => title));
  const refused = await fetch(download);
  same([refused.status, (await refused.text()).includes("Character Reference")]).toEqual([404, false]);
});

test("[P-FORMS-2, P-FORMS-3, P-FORMS-6] search and country filter the forms", async () => {
  same(await titlesAt("/forms?q=DS-160")).toEqual(["DS-160 Preparation Worksheet"]);
  const canada = await app.query<{ title: string }>(
    "select title from forms where published and country = 'Canada' order by title",
  );
  same(await titlesAt("/forms?country=Canada")).toEqual(canada.map(({ title }) => title));
  same(await titlesAt("/forms?country=Canada&q=invitation")).toEqual(["Invitation Letter for Canada"]);
  same((await screenAt("/forms?q=zebra")).words).toContain("No forms found matching your search.");
});

test("[P-FORMS-4] Download Form downloads the file, named by its title and with the stated size", async () => {
  const page = await (await openContext(browser)).newPage();
  await page.goto(`${app.url}/forms`);
  const card = page.getByRole("article").filter({ hasText: "Bahamian e-Visa Document Checklist" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    card.getByRole("link", { name: "Download Form" }).click(),
  ]);
  same(download.suggestedFilename()).toBe("Bahamian e-Visa Document Checklist.pdf");
  const bytes = await readFile(await download.path());
  same(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  await expect(card).toContainText(`PDF, ${Math.ceil(bytes.length / 1024)} KB`);
  expectNoScriptErrors();
  await page.context().close();
});

test("[L-STILL-5, P-FORMS-5, P-SHELL-22] a form without a file says so in the site's own dialog", async () => {
  await app.query("update forms set file_key = null, file_size = null where title = 'DS-160 Preparation Worksheet'");
  await (await fetchUncached(app, "/forms", {})).arrayBuffer();
  const page = await (await openContext(browser)).newPage();
  let browsersOwn = 0;
  page.on("dialog", () => browsersOwn++);
  await page.goto(`${app.url}/forms`);
  const button = page.getByRole("link", { name: "Download Form: DS-160 Preparation Worksheet" });
  const dialog = page.getByRole("dialog");
  await expect(async () => {
    await button.click();
    await expect(dialog).toContainText("The download is not available yet", { timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${app.url}/forms`);
  same(browsersOwn).toBe(0);
  expectNoScriptErrors();
  await page.context().close();
});

test("[P-FORMS-5] without JavaScript the same link leads to a page that says so", async () => {
  const link = (await screenAt("/forms")).getByRole("link", {
    name: "Download Form: DS-160 Preparation Worksheet",
  });
  const downloadScreen = await screenAt(link.getAttribute("href") ?? "");
  same(downloadScreen.getByRole("heading", { level: 1 }).textContent).toBe("The download is not available yet");
  // A file that was lost behind its row is told in the same way.
  await app.query("update forms set file_key = 'forms/lost.pdf' where title = 'DS-160 Preparation Worksheet'");
  const [lost] = await app.query<{ id: string }>("select id from forms where file_key = 'forms/lost.pdf'");
  const response = await fetch(`${app.url}/forms/${lost?.id}/download`);
  same(await response.text()).toContain("The download is not available yet");
});

test("[P-FORMS-7] a form has the specified columns", async () => {
  const columns = await app.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_name = 'forms'",
  );
  same(columns.map((column) => column.column_name)).toEqual(
    same.arrayContaining(["id", "title", "description", "country", "visa_type", "file_size", "published"]),
  );
});

test("the library's PDFs are generated from the current content, tagged, and with embedded fonts", async () => {
  const files = await makeForms();
  same(files.size).toBeGreaterThanOrEqual(12);
  for (const [name, bytes] of files) {
    const stored = await readFile(`app/content/forms/library/${name}`);
    same(stored.equals(bytes), `${name}: run node scripts/forms.mjs`).toBe(true);
    const text = bytes.toString("latin1");
    for (const keyword of ["/MarkInfo", "/StructTreeRoot", "/Lang (en-US)", "/FontFile2", "pdfuaid:part"])
      same(text.includes(keyword), `${keyword} in ${name}`).toBe(true);
  }
  const keys = await app.query<{ file_key: string }>("select file_key from forms where file_key is not null");
  for (const { file_key } of keys.filter((row) => row.file_key !== "forms/lost.pdf"))
    same(files.has(file_key.replace("forms/", "")), file_key).toBe(true);
});
