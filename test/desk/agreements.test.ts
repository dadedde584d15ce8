import { describe, expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { type Expected, page as readable, supers } from "../harness/desk/access-expected";
import { signIn } from "../harness/desk/desk";
import { typed } from "../harness/desk/editor-form";
import { fill, press } from "../harness/desk/form";
import { state } from "../harness/desk/table-state";
import { inputsIn } from "../harness/form-fields";
import { HttpClient } from "../harness/http-client";
import { type Screen, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const list = "/admin/content/agreements";
const sentence = "Draft: have a lawyer read this before you publish it.";

// Templates of agreements, and the agreement of a service, without JavaScript: pages as sent, and their forms.
const app = await sharedApp();
const desk = await signIn(app);
const { password } = admin;
for (const email of ["regular@lucaya.example", "gone@lucaya.example"]) {
  const made = { intent: "create", email, password, confirmation: password, role: "regular_admin" };
  expect((await desk.post("/admin/users", made)).status).toBe(200);
}
const regular = await signIn(app, { email: "regular@lucaya.example", password });
const gone = await signIn(app, { email: "gone@lucaya.example", password });
await app.query("update admin_users set is_active = false where email = 'gone@lucaya.example'");
const applicant = new HttpClient(app);
await applicant.start("agreements@mail.example");
/** Nobody, an applicant, a deactivated admin, a regular admin and a super admin. */
const crowd = [new HttpClient(app), applicant, gone, regular, desk];
const [version] = await app.query<{ key: string }>("select key from content_versions where kind = 'agreements'");
const draft = `${list}/${version?.key}`;
const [row] = await app.query<{ id: string }>("select id from visa_services order by slug limit 1");
const service = `/admin/services/${row?.id}`;

const templates = () => app.query("select name, title, blocks, version, is_offline from agreement_templates");
const open = async (path: string, by = desk) => screenOf(await (await by.get(path)).text());
const send = async (page: Screen, button: string, path: string, by = desk) =>
  press(by, page.getAllByRole("button", { name: button }).at(-1) as HTMLElement, path);
const section = (page: Screen, number: number) => ({
  heading: (text: string) => fill(page, `Section ${number}: Heading`, text),
  text: (text: string) => fill(page, `Section ${number}: Text`, text),
  place: (text: string) => fill(page, `Section ${number}: Place`, text),
});

test("[M-AGR-3] a new installation has one draft, which nobody is offered", async () => {
  const page = await open(list);
  expect(page.getAllByRole("listitem").filter(({ textContent }) => textContent.includes("Draft"))).toHaveLength(1);
  const editor = await open(draft);
  expect(editor.getByRole("heading", { level: 1 }).textContent).toBe("Engagement agreement");
  expect(editor.getByLabelText("Section 1: Text")).toHaveProperty("value", expect.stringMatching(`^${sentence}\n\n`));
  expect(await templates()).toEqual([]);
  const services = await app.query("select 1 from visa_services where agreement_id is not null");
  expect(services).toEqual([]);
});

describe("people who may not change agreements", () => {
  const sections = new URLSearchParams([
    ...["base", "f.name", "f.title"].map((name) => [name, name === "base" ? "1" : "Theirs"]),
    ...["1", "Fees", "You pay nothing."].map((value) => ["f.blocks", value]),
  ] as [string, string][]);
  const written = supers(401, 401, 403, 403, 302);

  test.each([list, "draft", "new"])("[M-KEEP-2] %s is read by active admins alone", async (which) => {
    const path = which === "draft" ? draft : which === "new" ? `${list}/new` : which;
    for (const [index, by] of crowd.entries()) {
      const response = await by.get(path);
      expect([index, response.status]).toEqual([index, readable.statuses[index]]);
      const text = await response.text();
      if (index < 3) expect(text).not.toMatch(/Engagement agreement|have a lawyer read/);
    }
  });

  test.each<[string, Expected]>([
    ["save", written],
    ["publish", written],
    ["schedule", written],
    ["restore", written],
    ["offline", written],
    ["act.look", written],
  ])("[M-KEEP-2, M-AGR-1] their “%s” is refused, and nothing changes", async (intent, { statuses }) => {
    // What was never saved is neither restored nor taken offline.
    const paths = ["restore", "offline"].includes(intent) ? [draft] : [draft, `${list}/new`];
    for (const path of paths) {
      const before = await state(app);
      for (const [index, by] of crowd.slice(0, 4).entries()) {
        const body = new URLSearchParams(sections);
        for (const [name, value] of Object.entries({ intent, number: "1", sure: "yes" })) body.set(name, value);
        for (const [name, value] of Object.entries({ day: "2099-01-05", time: "09:00" })) body.set(name, value);
        const headers = { origin: app.url, "content-type": "application/x-www-form-urlencoded" };
        const response = await by.send(path, { method: "POST", headers, body: body.toString() });
        expect([path, index, response.status]).toEqual([path, index, statuses[index]]);
        await response.body?.cancel();
      }
      expect(await state(app)).toEqual(before);
    }
  });

  test("[M-KEEP-2] a regular admin reads the whole text, and has no button", async () => {
    const page = await open(draft, regular);
    expect(page.words).toContain("Only super admins change this.");
    expect(page.words).toContain("The courts of The Bahamas decide disputes.");
    expect(page.queryAllByRole("button", { name: /Publish|Save|Preview|Restore|offline/ })).toEqual([]);
  });
});

describe("a super admin without JavaScript", () => {
  test("[M-AGR-1, M-AGR-2, M-KEEP-2] what is refused is shown at its field, and all that was typed stays", async () => {
    const path = `${list}/new`;
    const page = await open(path);
    fill(page, "Name", "Standard");
    fill(page, "Title", "Agreement for {service}");
    section(page, 1).heading("Fees");
    section(page, 1).text("You pay {total} and {interest}.");
    section(page, 2).text("First,\nthen second.");
    section(page, 2).place("1");
    const response = await send(page, "Publish now", path);
    expect(response.status).toBe(400);
    const refused = screenOf(await response.text());
    expect(refused.words).toContain("This agreement does not know “interest”.");
    const values = ["Name", "Title", "Section 1: Heading", "Section 1: Text", "Section 2: Text", "Section 2: Place"];
    expect(values.map((label) => (refused.getByLabelText(label) as HTMLInputElement).value)).toEqual([
      ...["Standard", "Agreement for {service}", "Fees", "You pay {total} and {interest}."],
      ...["First,\nthen second.", "1"],
    ]);
    expect(await templates()).toEqual([]);
    section(refused, 1).text("You pay {total}.");
    section(refused, 1).place("2");
    const published = await send(refused, "Publish now", path);
    expect(published.status).toBe(302);
    expect(await templates()).toEqual([
      {
        name: "Standard",
        title: "Agreement for {service}",
        version: 1,
        is_offline: false,
        blocks: [{ paragraphs: ["First,\nthen second."] }, { heading: "Fees" }, { paragraphs: ["You pay {total}."] }],
      },
    ]);
    const preview = await open(published.headers.get("location") ?? "");
    expect(preview.words).toContain("You pay $398.00.");
  });

  test("[M-AGR-3, M-KEEP-2] the delivered draft is refused while it has its sentence, and what was typed stays", async () => {
    const page = await open(draft);
    section(page, 2).heading("1. What we do");
    const response = await send(page, "Publish now", draft);
    expect(response.status).toBe(400);
    const refused = screenOf(await response.text());
    const message = "Remove the line “Draft: have a lawyer read this …” once a lawyer has read the text.";
    expect(refused.words).toContain(`Not published. ${message}`);
    expect(refused.getByLabelText("Section 2: Heading")).toHaveProperty("value", "1. What we do");
    const text = (refused.getByLabelText("Section 1: Text") as HTMLTextAreaElement).value;
    section(refused, 1).text(text.replace(sentence, ""));
    expect((await send(refused, "Publish now", draft)).status).toBe(302);
    const published = (await templates()).find(({ name }) => name === "Engagement agreement");
    expect(JSON.stringify(published)).toContain("1. What we do");
    expect(JSON.stringify(published)).not.toContain("lawyer");
  });

  test("[M-AGR-4, M-KEEP-2] chooses it for a service, which a regular admin reads and can’t change", async () => {
    const [template] = await app.query<{ id: string }>("select id from agreement_templates where name = 'Standard'");
    const chosen = { agreementId: String(template?.id), agreementOffered: "after", workBeginsSigned: "yes" };
    const stored = async () =>
      app.query("select agreement_id, agreement_offered, work_begins_signed from visa_services where id = $1", [
        service.split("/").at(-1),
      ]);
    const before = await stored();
    const tampered = await regular.post(service, await typed(regular, service, { ...chosen, intent: "publish" }));
    expect(tampered.status).toBe(403);
    expect(await tampered.text()).toContain("Only super admins change this.");
    expect(await stored()).toEqual(before);

    const page = await open(service);
    const options = [...page.getByLabelText("Agreement").querySelectorAll("option")].map(
      (option) => option.textContent,
    );
    expect(options).toEqual(["None", "Engagement agreement", "Standard"]);
    const done = await desk.post(service, await typed(desk, service, { ...chosen, intent: "publish" }));
    expect(done.status).toBe(302);
    const after = [{ agreement_id: template?.id, agreement_offered: "after", work_begins_signed: true }];
    expect(await stored()).toEqual(after);

    const read = await (await regular.get(service)).text();
    expect(screenOf(read).queryByLabelText("Agreement")?.tagName).not.toBe("SELECT");
    expect(screenOf(read).words).toMatch(/Standard\s*Offered\s*After submission\s*Work begins once it is signed\s*Yes/);
    const own = { ...Object.fromEntries(inputsIn(read)), description: "By a regular admin.", intent: "publish" };
    expect((await regular.post(service, own)).status).toBe(302);
    expect(await stored(), "a regular admin’s own form keeps it").toEqual(after);
  });

  test("[M-AGR-4] takes it offline after a question, and the service’s editor says that nobody is offered it", async () => {
    const [template] = await app.query<{ id: string }>("select id from agreement_templates where name = 'Standard'");
    const path = `${list}/${template?.id}`;
    const asked = screenOf(await (await send(await open(path), "Take offline", path)).text());
    expect(asked.words).toContain("It’s no longer offered. What applicants have signed stays.");
    expect((await send(asked, "Yes, take it offline", path)).status).toBe(302);
    for (const by of [desk, regular])
      expect((await open(service, by)).words).toContain(
        "“Standard” is offline. Nobody is offered it until it’s published again.",
      );
  });
});
