import { describe, expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { plain, signIn } from "../harness/desk/desk";
import { mailsTo } from "../harness/fakes/mails";
import { HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const password = "sails over the bank";
const own = "an outgoing tide tonight";

const app = await sharedApp();
const superAdmin = await signIn(app);

/** The path and token of the newest invitation of an email. */
async function linkOf(email: string, count = 1) {
  const mail = (await mailsTo(app, email, "admin_invitation", count)).at(-1);
  const [path = "", token = ""] = /\/admin\/invitation\?token=([\w-]+)/.exec(mail?.text ?? "") ?? [];
  expect(token).not.toBe("");
  return { path, token, text: mail?.text ?? "", subject: mail?.subject ?? "" };
}
const invite = (email: string, role = "regular_admin") =>
  superAdmin.post("/admin/users", { intent: "invite", email, role });
const textOf = async (response: Promise<Response>) => plain(await (await response).text());

describe("/admin/users", () => {
  test("[I-INV-1, I-INV-4, I-INV-10] without script an admin is invited, is listed, gets the mail, and the invitation can be canceled", async () => {
    const email = "petrel@lucaya.example";
    const done = await invite("Petrel@Lucaya.example", "super_admin");
    const html = await done.text();
    expect([done.status, plain(html)]).toEqual([
      200,
      expect.stringContaining(`An invitation is on its way to ${email}.`),
    ]);
    const { path, text } = await linkOf(email);
    expect(text.replace(/\s+/g, " ")).toContain("as a super admin.");
    expect(text).toContain(admin.email);
    const [row] = await app.query<{ id: string }>("select id from admin_invitations where email = $1", [email]);
    expect(html).toContain(`value="${row?.id}"`);
    const canceled = await superAdmin.post("/admin/users", { intent: "cancel-invitation", invitation: row?.id ?? "" });
    expect(plain(await canceled.text())).toContain(`The invitation of ${email} is canceled.`);
    const page = await new HttpClient(app).get(path);
    expect([page.status, plain(await page.text())]).toEqual([
      404,
      expect.stringContaining("This invitation was canceled"),
    ]);
  });

  test("[I-INV-2, I-INV-3] a wrong or taken email is refused at its field, and what was typed stays", async () => {
    for (const [email, status, message] of [
      ["petrel at home", 400, "Please enter a valid email address"],
      [admin.email, 409, "This person is an admin already."],
    ] as const) {
      const response = await invite(email, "super_admin");
      const html = await response.text();
      expect([response.status, plain(html)]).toEqual([status, expect.stringContaining(message)]);
      expect(html).toContain(`value="${email}"`);
    }
  });
});

describe("/admin/invitation", () => {
  test("[I-INV-5, I-INV-8, I-INV-13] the link makes an admin once, who must set up a second factor, and its page is neither stored nor indexed nor logged", async () => {
    const email = "shearwater@lucaya.example";
    await invite(email);
    const { path, token } = await linkOf(email);
    const guest = new HttpClient(app);
    for (const _ of [1, 2]) {
      const page = await guest.get(path);
      const html = await page.text();
      expect(page.status).toBe(200);
      expect(page.headers.get("cache-control")).toContain("no-store");
      expect(html).toMatch(/<meta name="robots" content="noindex, nofollow"/);
      expect(plain(html)).toContain("Join the staff desk");
    }
    const fields = { token, name: "Skye Rolle", password, confirmation: password };
    const refused = await guest.post(path, { ...fields, name: "  ", confirmation: "x" });
    const refusedHtml = await refused.text();
    expect(refused.status).toBe(400);
    expect(refusedHtml).not.toContain(password);
    for (const message of ["Enter a name of at most 80 characters.", "Passwords do not match"])
      expect(plain(refusedHtml)).toContain(message);

    const accepted = await guest.post(path, fields);
    expect([accepted.status, accepted.headers.get("location")]).toEqual([302, "/admin/account/second-factor"]);
    const desk = await guest.get("/admin");
    expect([desk.status, desk.headers.get("location")]).toEqual([302, "/admin/account/second-factor"]);
    const again = await new HttpClient(app).post(path, fields);
    expect([again.status, plain(await again.text())]).toEqual([
      403,
      expect.stringContaining("This invitation has been used"),
    ]);
    expect(await textOf(superAdmin.get("/admin/users"))).toContain("Skye Rolle");
    expect(app.output()).not.toContain(token);
  });

  test("[I-INV-11] a link that isn't ours says that it doesn't work, and what to do", async () => {
    for (const token of ["", "x", "A".repeat(88)]) {
      const page = await new HttpClient(app).get(`/admin/invitation?token=${token}`);
      expect([page.status, plain(await page.text())]).toEqual([404, expect.stringContaining("This link doesn’t work")]);
    }
  });
});

describe("/admin/first-sign-in", () => {
  test("[I-PASS-1, I-PASS-2, I-NAME-1] an admin created with a password gets to the desk only by a name and a password of their own", async () => {
    const email = "noddy@lucaya.example";
    const made = { intent: "create", email, password, confirmation: password, role: "regular_admin" };
    expect((await superAdmin.post("/admin/users", made)).status).toBe(200);
    const guest = new HttpClient(app);
    const login = await guest.post("/admin/login?to=%2Fadmin%2Fpeople", { email, password });
    expect([login.status, login.headers.get("location")]).toEqual([302, "/admin/people"]);
    const people = await guest.get("/admin/people");
    const path = "/admin/first-sign-in?to=%2Fadmin%2Fpeople";
    expect([people.status, people.headers.get("location")]).toEqual([302, path]);
    expect((await guest.post("/admin/account", { intent: "name", name: "Noddy" })).status).toBe(403);

    const page = await textOf(guest.get(path));
    for (const label of ["Name", "New password", "Confirm new password"]) expect(page).toContain(label);
    const refused = await guest.post(path, { name: "Noddy Brown", password, confirmation: password });
    const html = await refused.text();
    expect([refused.status, plain(html)]).toEqual([
      400,
      expect.stringContaining("Choose a different password from the one you were given"),
    ]);
    expect(html).toContain('value="Noddy Brown"');

    const done = await guest.post(path, { name: "Noddy Brown", password: own, confirmation: own });
    expect([done.status, done.headers.get("location")]).toEqual([302, "/admin/people"]);
    expect((await guest.get("/admin/people")).status).toBe(200);
    const later = await guest.get(path);
    expect([later.status, later.headers.get("location")]).toEqual([302, "/admin/people"]);
    expect((await new HttpClient(app).post("/admin/login", { email, password })).status).toBe(401);
  });

  test("[I-NAME-1, I-NAME-4] an admin from before the upgrade only sets a name, and is then shown by it with the email as a tooltip", async () => {
    const email = "tropicbird@lucaya.example";
    const made = { intent: "create", email, password, confirmation: password, role: "regular_admin" };
    await superAdmin.post("/admin/users", made);
    await app.query("update admin_users set password_is_temporary = false where email = $1", [email]);
    const desk = new HttpClient(app);
    await desk.post("/admin/login", { email, password });
    expect((await desk.get("/admin")).headers.get("location")).toBe("/admin/first-sign-in");
    expect(await textOf(desk.get("/admin/first-sign-in"))).not.toContain("New password");
    const done = await desk.post("/admin/first-sign-in", { name: "Tia Bowe" });
    expect([done.status, done.headers.get("location")]).toEqual([302, "/admin"]);
    const activity = await (await superAdmin.get("/admin/activity")).text();
    expect(activity).toContain(`<span title="${email}"`);
    expect(plain(activity)).toContain(`Tia Bowe (${email})`);
  });
});
