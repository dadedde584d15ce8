import type { Page } from "@playwright/test";
import { expect as same, test } from "vitest";
import { startApp } from "../../test/harness/app-server";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, goTo, openDesk } from "../../test/harness/browser/desk-browser";
import { openAsHolder, submittedCase } from "../../test/harness/case/opened-case";
import { mailsTo } from "../../test/harness/fakes/mails";
import { pagePdf, zipOf } from "../../test/harness/fakes/papers";
import { HttpClient } from "../../test/harness/http-client";
import { sharedBrowser } from "../../test/harness/shared";
import { signWebhook } from "../../test/harness/sign-webhook";

const secret = "a secret of the mail service, 32 characters";
const email = "ana.rolle@mail.example";
const other = "ana@work.example";
const app = await startApp({ REPLY_ADDRESS: "replies+{token}@lucaya.example", INBOUND_WEBHOOK_SECRET: secret });
const browser = await sharedBrowser();

type Attached = { name: string; type: string; bytes: Buffer };

/** A reply as a mail program sends it, with what it quotes below. */
function replyOf(from: string, to: string, text: string, files: readonly Attached[] = []): Buffer {
  const part = (head: readonly string[], body: string) => `--part\r\n${head.join("\r\n")}\r\n\r\n${body}\r\n`;
  const quoted = `On Mon, Nov 30, 2026 at 8:50 AM Lucaya <${to}> wrote:\r\n\r\n> Please write above this line\r\n>\r\n> Hello Ana,\r\n> we have your application.`;
  const head = [
    ...[`From: Ana Rolle <${from}>`, `To: <${to}>`, "Subject: Re: Your application"],
    ...[`Message-ID: <${crypto.randomUUID()}@mail.example>`, "MIME-Version: 1.0"],
    'Content-Type: multipart/mixed; boundary="part"',
  ];
  const attached = files.map(({ name, type, bytes }) =>
    part(
      [
        `Content-Type: ${type}; name="${name}"`,
        `Content-Disposition: attachment; filename="${name}"`,
        "Content-Transfer-Encoding: base64",
      ],
      bytes.toString("base64").replace(/.{76}/g, "$&\r\n"),
    ),
  );
  const words = part(["Content-Type: text/plain; charset=utf-8"], `${text}\r\n\r\n${quoted}`);
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${words}${attached.join("")}--part--\r\n`);
}

async function receive(mail: Buffer): Promise<void> {
  const { status } = await new HttpClient(app).send("/webhooks/inbound-mail", {
    method: "POST",
    body: new Uint8Array(mail),
    headers: { "content-type": "message/rfc822", ...signWebhook(mail, secret) },
  });
  same(status).toBe(204);
}

const message = (page: Page, text: string) =>
  page.getByRole("list", { name: "Messages, newest first" }).getByRole("listitem").filter({ hasText: text }).first();

/** A message that came by email: its file, what was not taken, and the quoted text, folded. */
async function expectReply(page: Page): Promise<void> {
  const reply = message(page, "Here is my letter.");
  await expect(reply).toContainText("By email");
  await expect(reply.getByRole("link", { name: "letter.pdf" })).toBeVisible();
  await expect(reply.getByText(/^Not taken: holiday\.zip \(/)).toBeVisible();
  await expect(reply).not.toContainText("@lucaya.example");
  const quoted = reply.getByText("we have your application.");
  await expect(quoted).toBeHidden();
  await reply.getByText("Show quoted text").click();
  await expect(quoted).toBeVisible();
}

test("[R-IN-5, R-IN-6, R-IN-9] a reply with a file appears in the thread on both sides, and one from another address once staff put it there", async () => {
  const opened = await submittedCase(app, email);
  const path = `/admin/applications/${opened.id}`;
  const [sent] = await mailsTo(app, email, "application_submitted", 1);
  const address = sent?.replyTo?.[0]?.address ?? "";
  same(address).toMatch(/^replies\+\w{43}@lucaya\.example$/);
  await receive(
    replyOf(email, address, "Here is my letter.", [
      { name: "letter.pdf", type: "application/pdf", bytes: pagePdf() },
      { name: "holiday.zip", type: "application/zip", bytes: zipOf([["beach.txt", Buffer.from("Sand.")]]) },
    ]),
  );
  await receive(replyOf(other, address, "I write from work today."));

  const page = await openAsHolder(browser, opened, { folded: true });
  await expectReply(page);
  await expect(page.getByText("I write from work today.")).toHaveCount(0);
  await expectAccessibleAtBoth(page);
  const desk = await openDesk(browser, app, `${path}/messages`);
  await expectReply(desk);
  await expectAccessibleAtBoth(desk);

  await goTo(desk, app, "/admin");
  await expect(desk.locator("summary").filter({ hasText: /Unverified replies\s*1/ })).toBeVisible();
  await goTo(desk, app, "/admin/emails/unverified");
  const mail = desk.getByRole("article", { name: "Re: Your application" });
  await expect(mail).toContainText("Another sender");
  await expect(mail).toContainText(other);
  await expect(mail).toContainText("I write from work today.");
  await mail.getByRole("button", { name: "Put into this case or inquiry" }).click();
  await expect(mail.getByText("Enter the number of a case or the reference of an inquiry.")).toBeVisible();
  await expectAccessibleAtBoth(desk);
  await mail.getByRole("button", { name: /^Put into case / }).click();
  await expect(desk.getByRole("alert")).toHaveText("The email was put into the thread.");
  await expect(desk.getByRole("heading", { name: "No unverified replies" })).toBeVisible();
  await expectAccessibleAtBoth(desk);

  await goTo(desk, app, path);
  await page.reload();
  for (const side of [desk, page]) {
    const put = message(side, "I write from work today.");
    await expect(put).toContainText("By email");
    await expect(put).toContainText(`From another address: ${other}`);
  }
  await close(page);
  await close(desk);
});
