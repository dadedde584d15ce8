import type { Page } from "@playwright/test";
import sharp from "sharp";
import { endStarted } from "../test/harness/after-file.ts";
import { admin, startApp } from "../test/harness/app-server.ts";
import { openBrowser } from "../test/harness/browser/browser.ts";

// Makes the README's pictures from the built program with its sample people: `node scripts/screens.ts` after a build,
// or one of them: `node scripts/screens.ts desk`.
const only = process.argv[2];
const wanted = (name: string) => !only || name === only;
const folder = "docs/screens";
const desk = { viewport: { width: 1440, height: 960 } };
const phone = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2 };

const app = await startApp({ SAMPLE_DATA: "yes" });
const browser = await openBrowser();

/** Waits for fonts and pictures. */
async function screenshot(page: Page, name: string) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  const bytes = await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(`${folder}/${name}.webp`);
  console.log(`${name}.webp  ${Math.ceil(bytes.size / 1024)} KB`);
}

async function open(path: string, options: typeof desk | typeof phone): Promise<Page> {
  const page = await (await browser.newContext({ ...options, reducedMotion: "reduce" })).newPage();
  await page.goto(app.url + path);
  return page;
}

try {
  for (const [name, path] of [
    ["home", "/"],
    ["service", "/visa/us-travel-b1-b2-visa"],
    ["contact", "/contact"],
  ] as const)
    for (const [width, options] of [
      ["1440", desk],
      ["360", phone],
    ] as const)
      if (wanted(name)) await screenshot(await open(path, options), `${name}-${width}`);

  if (wanted("desk")) {
    const staff = await open("/admin/login", desk);
    await staff.getByLabel("Email").fill(admin.email);
    await staff.getByLabel("Password", { exact: true }).fill(admin.password);
    await staff.getByRole("button", { name: "Sign In", exact: true }).click();
    await staff.waitForURL(/\/admin$/);
    await staff.goto(`${app.url}/admin/applications`);
    await screenshot(staff, "desk-1440");
  }

  for (const [width, options] of [
    ["1440", desk],
    ["360", phone],
  ] as const) {
    if (!wanted("wizard")) break;
    const page = await open("/visa/us-travel-b1-b2-visa", options);
    await page.getByRole("link", { name: "Apply Now" }).click();
    await page.getByLabel("Email address").fill("marisol@mail.example");
    await page.getByRole("checkbox", { name: /^I agree/ }).check();
    await page.getByRole("button", { name: "Start Application" }).click();
    await page.waitForURL(/\/apply\/[0-9a-f-]{36}$/);
    await page.getByLabel("First name").fill("Marisol");
    await page.getByLabel("Last name").fill("Ferrer Ruiz");
    await page.evaluate(() => scrollTo(0, 0));
    await screenshot(page, `wizard-${width}`);
  }
} finally {
  await browser.close();
  await app.stop();
  await endStarted();
}
