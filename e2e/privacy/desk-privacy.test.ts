import { expect as same, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, sized } from "../../test/harness/browser/desk-browser";
import { signIn } from "../../test/harness/desk/desk";
import { screenOf } from "../../test/harness/screen";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();

test("[V-ROT-2] the page follows a key rotation until it ends, and the confirmation says what happens", async () => {
  // One that no worker takes today.
  await app.query("insert into pgboss.job (name, start_after) values ('encryption.renew', now() + interval '1 day')");
  const page = await openDesk(await sharedBrowser(), app, "/admin/privacy", sized(1440));
  const keys = page.getByRole("region", { name: "Keys" });
  await expect(keys.getByRole("progressbar", { name: "Data keys renewed" })).toBeVisible();
  await expect(keys.getByRole("button", { name: "Renewing…" })).toBeVisible();
  await expectAccessibleAtBoth(page);
  await app.query("delete from pgboss.job where name = 'encryption.renew'");
  await expect(keys.getByRole("progressbar")).toHaveCount(0);
  await expect(keys.getByRole("cell", { name: "Active" })).toBeVisible();
  await page.goto(`${app.url}/admin/privacy?confirm=renew`);
  const question = page.getByRole("alertdialog", { name: "Renew all keys?" });
  await expect(question.getByRole("link", { name: "Cancel" })).toBeFocused();
  await expectAccessibleAtBoth(page);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await close(page);
});

test("a super admin finds the page in the menu, and a regular admin can open it neither by the menu nor by its URL", async () => {
  const [email, role] = ["tern@lucaya.example", "regular_admin"];
  const { password } = admin;
  const superAdmin = await signIn(app);
  await superAdmin.post("/admin/users", { intent: "create", email, password, confirmation: password, role });
  const regular = await signIn(app, { email, password });
  const linksOf = async (by: typeof superAdmin) =>
    screenOf(await (await by.get("/admin")).text()).queryAllByRole("link", { name: "Privacy" }).length;
  same([await linksOf(superAdmin), await linksOf(regular)]).toEqual([2, 0]);
  same([(await superAdmin.get("/admin/privacy")).status, (await regular.get("/admin/privacy")).status]).toEqual([
    200, 403,
  ]);
});
