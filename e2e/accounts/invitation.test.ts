import { afterEach, test } from "vitest";
import { expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { codeAt } from "../../test/harness/factors/codes";
import { mailsTo } from "../../test/harness/fakes/mails";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(expectNoScriptErrors);

const email = "anika@lucaya.example";
const password = "an outgoing tide tonight";

test("[I-INV-15, I-INV-6, I-INV-9] a super admin invites somebody, who accepts, sets up a second factor and opens their first case", async () => {
  const { id } = await submittedCase(app);
  const desk = await openDesk(browser, app, "/admin/users");
  const form = desk.getByRole("region", { name: "Invite an admin" });
  await form.getByLabel("Email").fill("anika at home");
  await form.getByRole("button", { name: "Send invitation" }).click();
  await expect(form.getByLabel("Email")).toHaveAccessibleDescription(/Please enter a valid email address/);
  await form.getByLabel("Email").fill(email);
  await form.getByRole("button", { name: "Send invitation" }).click();
  await expect(desk.getByRole("alert")).toHaveText(`An invitation is on its way to ${email}.`);
  const invitations = desk.getByRole("table", { name: "Invitations" });
  await expect(invitations).toContainText(email);
  await expectAccessibleAtBoth(desk);
  const linkIn = async (count: number) => {
    const mail = (await mailsTo(app, email, "admin_invitation", count)).at(-1);
    return /\/admin\/invitation\?token=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "no link";
  };
  const first = await linkIn(1);
  await invitations.getByRole("button", { name: `Send again to ${email}` }).click();
  await expect(desk.getByRole("alert")).toHaveText(
    `A new invitation is on its way to ${email}. The earlier link has ended.`,
  );
  const link = await linkIn(2);

  const page = await (await openContext(browser, { viewport: { width: 390, height: 844 } })).newPage();
  await page.goto(app.url + first);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There’s a newer invitation");
  await page.goto(app.url + link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Join the staff desk");
  await expectAccessibleAtBoth(page);
  const fill = async (name: string, second: string) => {
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Confirm new password").fill(second);
    await page.getByRole("button", { name: "Make my account" }).click();
  };
  await fill(" ", "another one");
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/Enter a name of at most 80 characters/);
  await expectAccessibleAtBoth(page);
  await fill("Anika Thompson", password);

  await expect(page).toHaveURL(`${app.url}/admin/account/second-factor`);
  await page.goto(`${app.url}/admin/applications/${id}`);
  await expect(page, "the desk is closed without it").toHaveURL(`${app.url}/admin/account/second-factor`);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const region = page.getByRole("region", { name: "Authenticator app" });
  const secret = /Secret: ([2-7A-Z ]+[2-7A-Z])/;
  await expect(region).toContainText(secret);
  const [, own = ""] = secret.exec((await region.textContent()) ?? "") ?? [];
  await page.getByLabel("Enter the code that the app shows").fill(codeAt(own));
  await page.getByRole("button", { name: "Confirm the code", exact: true }).click();
  await expect(page.getByRole("region", { name: "Keep your recovery codes" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the desk" }).click();
  await expect(page).toHaveURL(`${app.url}/admin`);
  await page.goto(`${app.url}/admin/applications/${id}`);
  await expect(page.locator("#main[data-scripted]")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  // By name, with the email, in what super admins read of it.
  await desk.goto(`${app.url}/admin/activity`);
  await expect(desk.getByTitle(email).first()).toContainText("Anika Thompson");
  await page.context().close();
  await close(desk);
});
