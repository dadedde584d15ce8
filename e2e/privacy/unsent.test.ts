import type { Browser, Page } from "@playwright/test";
import { afterEach, beforeAll, describe, test } from "vitest";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import { expect, openContext } from "../../test/harness/browser/browser";
import { close, sized } from "../../test/harness/browser/desk-browser";
import { pressTwice, troubles } from "../../test/harness/browser/troubles";
import type { Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";
import { mailsTo } from "../../test/harness/stand-ins/mails";
import { Visitor } from "../../test/harness/visitor";

let program: Program;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
});
afterEach(() => close(page));

/** Opens a page of somebody who has begun an application. */
async function open(path: (id: string) => string): Promise<string> {
  const holder = new Visitor(program);
  const email = `unsent${crypto.randomUUID().slice(0, 8)}@mail.example`;
  const id = await holder.start(email);
  const context = await openContext(browser, sized(360));
  await context.addCookies(cookiesOf(holder));
  page = await context.newPage();
  await page.goto(program.url + path(id));
  return email;
}

describe.each(troubles)("%s, a form about one’s own data stays, and says that it was not sent", (...trouble) => {
  test("[V-COPY-1, V-ERASE-1] as an application’s holder asks for a copy and for erasure, and takes that back", async () => {
    await open((id) => `/apply/${id}/data`);
    const reason = page.getByRole("textbox", { name: /Why do you want it erased/ });
    await reason.fill("I am not going.");
    await pressTwice(page, "Ask for a copy of my data", trouble);
    await expect(page.getByText("Your copy is")).toBeVisible();
    await expect(reason).toHaveValue("I am not going.");
    await pressTwice(page, "Ask for erasure", trouble);
    await expect(page.getByText("Please check your email")).toBeVisible();
    await pressTwice(page, "Take back my request", trouble);
    await expect(reason).toBeVisible();
  });

  test("[V-ERASE-1] as the link makes it a request", async () => {
    const address = await open((id) => `/apply/${id}/data`);
    await page.getByRole("button", { name: "Ask for erasure" }).click();
    const [mail] = await mailsTo(program, address, "erasure_confirm", 1);
    await page.goto(/https?:\/\/\S+\/your-data\/erase\?token=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "");
    await pressTwice(page, "Confirm my request", trouble);
    await expect(page.getByRole("heading", { name: "We have your request" })).toBeVisible();
  });

  test("[V-COPY-6] as the link is asked for, opened, and used", async () => {
    const address = await open(() => "/your-data");
    await page.getByRole("textbox", { name: "Email address" }).fill(address);
    await pressTwice(page, "Send me the link", trouble);
    await expect(page.getByText("If we hold anything for this address, a link is on its way.")).toBeVisible();
    const [mail] = await mailsTo(program, address, "data_link", 1);
    await page.goto(/https?:\/\/\S+\/your-data\/open\?token=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "");
    await pressTwice(page, "Open my data", trouble);
    const reason = page.getByRole("textbox", { name: /Why do you want it erased/ });
    await reason.fill("I am not going.");
    await pressTwice(page, "Ask for a copy", trouble);
    await expect(reason).toHaveValue("I am not going.");
  });
});

test("[V-ERASE-1] a request that was taken back on another page is not confirmed any more, and the page says so", async () => {
  const address = await open((id) => `/apply/${id}/data`);
  await page.getByRole("button", { name: "Ask for erasure" }).click();
  const [mail] = await mailsTo(program, address, "erasure_confirm", 1);
  const link = await page.context().newPage();
  await link.goto(/https?:\/\/\S+\/your-data\/erase\?token=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "");
  await page.getByRole("button", { name: "Take back my request" }).click();
  await expect(page.getByRole("button", { name: "Ask for erasure" })).toBeVisible();
  await link.getByRole("button", { name: "Confirm my request" }).click();
  await expect(link.getByRole("heading", { name: "This link does not work" })).toBeVisible();
});
