import { describe, expect, test } from "vitest";
import { plain, signIn } from "../harness/desk/desk";
import { activityOf, inquiryId, inquiryRow, insertInquiries, whileRefused } from "../harness/desk/inquiry-rows";
import { HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const path = "/admin/inquiries";

const app = await sharedApp();
const desk = await signIn(app);
await insertInquiries(app, 60, 80);

const list = async (search = "") => (await (await desk.get(`${path}${search}`)).text()).replaceAll("<!-- -->", "");
const row = (id: string) => inquiryRow(app, id);
const activity = (id: string) => activityOf(app, id);
const idOf = (name: string) => inquiryId(app, name);

describe("inquiries without JavaScript", () => {
  test("[A-INQ-9, A-INQ-10] each of the six statuses can follow any other and is recorded, and other values are refused", async () => {
    const id = await idOf("Person 60");
    const html = await list("?q=person60%40");
    const options = /<select[^>]*aria-label="Status of [^>]*>(.*?)<\/select>/s.exec(html)?.[1] ?? "";
    const six = ["new", "in_review", "contacted", "qualified", "converted", "not_qualified"];
    expect([...options.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)).toEqual(six);
    let changes = 0;
    for (const from of six)
      for (const to of six.filter((status) => status !== from)) {
        await app.query("update visa_inquiries set status = $2::inquiry_status where id = $1", [id, from]);
        const response = await desk.post(`${path}?q=person60%40`, {
          intent: "status",
          inquiry: id,
          status: to,
          priority: "yes",
        });
        expect([response.status, response.headers.get("location")]).toEqual([
          302,
          `${path}?q=person60%40#inquiry-${id}`,
        ]);
        expect(await row(id)).toMatchObject({ status: to, priority: false });
        changes += 1;
      }
    const recorded = await activity(id);
    expect(recorded).toHaveLength(changes);
    expect(recorded.at(-1)).toMatchObject({
      action_type: "inquiry_status_updated",
      admin_email: "desk@lucaya.example",
      details: { from: "not_qualified", to: "converted" },
    });
    for (const status of ["approved", "New", "draft"]) {
      const refused = await desk.post(path, { intent: "status", inquiry: id, status });
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain("Failed to update inquiry status");
    }
    expect(await row(id)).toMatchObject({ status: "converted" });
  });

  test("[A-INQ-22] a status that can't be saved is reported and stays unchanged", async () => {
    const id = await idOf("Person 61");
    await whileRefused(app, async () => {
      const response = await desk.post(path, { intent: "status", inquiry: id, status: "contacted" });
      expect(response.status).toBe(500);
      expect(await response.text()).toMatch(/role="alert"(?:(?!<\/main>).)*Failed to update inquiry status/s);
      expect(await row(id)).toMatchObject({ status: "new" });
      expect(await activity(id)).toEqual([]);
    });
  });

  test("[A-INQ-22] an admin never overwrites a status that they have not seen, for one inquiry or several", async () => {
    const [id, otherId] = [await idOf("Person 77"), await idOf("Person 78")];
    const before = await list("?q=person77%40");
    const seen = /name="seen" value="([^"]+)"/.exec(before)?.[1] ?? "";
    expect(seen).toBe(`${id} new`);
    expect((await desk.post(path, { intent: "status", inquiry: id, status: "converted", seen })).status).toBe(302);
    const late = await desk.post(path, { intent: "status", inquiry: id, status: "contacted", seen });
    expect(late.status).toBe(409);
    expect(await late.text()).toMatch(/Failed to update inquiry status.*Nothing was overwritten/s);
    const several = new URLSearchParams({ intent: "status", status: "contacted" });
    for (const eachId of [id, otherId]) {
      several.append("inquiry", eachId);
      several.append("seen", `${eachId} new`);
    }
    expect((await desk.post(path, several)).status).toBe(409);
    expect([(await row(id))?.status, (await row(otherId))?.status]).toEqual(["converted", "new"]);
    // Both have the same effect: nothing to overwrite.
    expect((await desk.post(path, { intent: "status", inquiry: id, status: "converted", seen })).status).toBe(302);
    expect((await activity(id)).length).toBe(1);
  });

  test("[A-INQ-11, A-INQ-23] the star sets and removes priority, and a failure is logged without a message", async () => {
    const id = await idOf("Person 62");
    const star = async () => {
      const form = new RegExp(
        `name="intent" value="priority"/><input type="hidden" name="inquiry" value="${id}"/><input type="hidden" name="priority" value="(\\w+)"`,
      );
      return form.exec(await list("?q=person62%40"))?.[1] ?? "";
    };
    for (const priority of [true, false]) {
      expect((await desk.post(path, { intent: "priority", inquiry: id, priority: await star() })).status).toBe(302);
      expect(await row(id)).toMatchObject({ priority });
    }
    expect((await activity(id)).map(({ details }) => details)).toEqual([{ priority: true }, { priority: false }]);
    expect(plain(await list())).toContain("The change is saved.");
    await whileRefused(app, async () => {
      const response = await desk.post(path, { intent: "priority", inquiry: id, priority: "yes" });
      expect(response.status).toBe(500);
      expect(await response.text()).not.toContain('role="alert"');
      await until("the log", () => app.output().includes("the priority of an inquiry could not be updated"));
    });
  });

  test("several inquiries get one status together, all or none", async () => {
    const ids = await Promise.all(["Person 70", "Person 71", "Person 72"].map(idOf));
    const form = (status: string) => {
      const fields = new URLSearchParams({ intent: "status", status });
      for (const id of ids) fields.append("inquiry", id);
      return fields;
    };
    expect((await desk.post(path, form("contacted"))).status).toBe(302);
    for (const id of ids) expect(await row(id)).toMatchObject({ status: "contacted" });
    expect(await activity(ids[2] ?? "")).toMatchObject([{ details: { from: "new", to: "contacted", together: 3 } }]);
    expect(plain(await list())).toContain("The change is saved.");

    await whileRefused(
      app,
      async () => {
        expect((await desk.post(path, form("qualified"))).status).toBe(500);
        for (const id of ids) expect(await row(id)).toMatchObject({ status: "contacted" });
      },
      `when (old.id = '${ids[1]}')`,
    );
    const none = await desk.post(path, { intent: "status", status: "new" });
    expect([none.status, plain(await none.text())]).toEqual([
      400,
      expect.stringContaining("Please choose at least one inquiry."),
    ]);
    const unsaid = await desk.post(path, form(""));
    expect([unsaid.status, plain(await unsaid.text())]).toEqual([
      400,
      expect.stringContaining("Please select a status."),
    ]);
  });

  test("only active staff can change, read, delete or export inquiries", async () => {
    const id = await idOf("Person 73");
    const otherUser = new HttpClient(app);
    for (const to of [path, `${path}/${id}`, `${path}/${id}/delete`, `${path}/export`]) {
      for (const intent of ["status", "priority", "notes"]) {
        const response = await otherUser.post(to, {
          intent,
          inquiry: id,
          status: "converted",
          priority: "yes",
          notes: "x",
          revision: "0",
        });
        // The detail's form carries the typed values through the sign-in.
        const login = [302, expect.stringMatching(/^\/admin\/login/)];
        const expected = to === `${path}/${id}` ? [401, null] : login;
        expect([response.status, response.headers.get("location")]).toEqual(expected);
      }
      if (!to.endsWith("export")) expect((await otherUser.get(to)).status).toBe(302);
    }
    expect(await row(id)).toMatchObject({ status: "new", priority: false, admin_notes: null });
    const foreign = await desk.post(
      path,
      { intent: "status", inquiry: id, status: "converted" },
      { origin: "https://elsewhere.example" },
    );
    expect(foreign.status).toBe(403);
    expect(await row(id)).toMatchObject({ status: "new" });
  });
});
