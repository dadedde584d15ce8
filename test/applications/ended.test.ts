import { describe, expect, test } from "vitest";
import { formIn } from "../harness/form-fields";
import { form, HttpClient } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

/** A draft open in a browser without JavaScript; returns its form's fields. */
async function openDraft() {
  const client = new HttpClient(app);
  const id = await client.start(`ended.${crypto.randomUUID().slice(0, 8)}@mail.example`);
  const sent = formIn(await (await client.get(`/apply/${id}`)).text());
  sent.set("firstName", "Nadège");
  return { visitor: client, id, sent };
}

describe("[N-WORD-3] an application withdrawn by staff", () => {
  test.each(["save", "next", "submit"])(
    "%s of a withdrawn application shows that it was withdrawn, with JavaScript and without",
    async (intent) => {
      const { visitor: client, id, sent } = await openDraft();
      await app.query("update visa_applications set status = 'withdrawn' where id = $1", [id]);
      const step = form("applicant_info", "Applicant Information");
      const scripted = await client.save(id, { ...step, intent, attempt: crypto.randomUUID() });
      expect(scripted).toMatchObject({ status: 409, outcome: { kind: "withdrawn" } });
      sent.set("intent", intent);
      const response = await client.post(`/apply/${id}`, sent);
      expect(response.status).toBe(409);
      const alert = screenOf(await response.text()).getByRole("alert");
      expect(alert.textContent).toBe(
        "Application WithdrawnThis application was withdrawn while you were typing, so your last answers were not saved. If you did not ask for that, please call us.",
      );
    },
  );

  test("a step sent after the submission shows that the application was submitted", async () => {
    const { visitor: client, id, sent } = await openDraft();
    await app.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
    sent.set("intent", "next");
    const text = screenOf(await (await client.post(`/apply/${id}`, sent)).text()).getByRole("alert").textContent;
    expect(text).toContain("Already Submitted");
  });
});

describe("[N-WORD-4] a deleted draft", () => {
  const textAt = async (client: HttpClient, path: string) => {
    const page = screenOf(await (await client.get(path)).text());
    return page.queryAllByRole("status").map(({ textContent }) => textContent);
  };

  test.each(["save", "load"])(
    "a %s of a deleted draft redirects to the start page, which shows once that it was deleted, and removes the cookie",
    async (how) => {
      const { visitor: client, id, sent } = await openDraft();
      await app.query("delete from visa_applications where id = $1", [id]);
      sent.set("intent", "next");
      const scripted = await client.save(id, form("applicant_info", "Applicant Information"));
      expect(scripted).toEqual({ status: 410, outcome: { kind: "deleted" } });
      const response = await (how === "save" ? client.post(`/apply/${id}`, sent) : client.get(`/apply/${id}`));
      expect([response.status, response.headers.get("location")]).toEqual([302, `/apply/start?gone=${id}`]);
      expect(await textAt(client, `/apply/start?gone=${id}`)).toContain(
        "This draft was deletedWe’ve deleted all its answers and files.",
      );
      expect([...client.cookies.keys()].filter((name) => name.endsWith(id))).toEqual([]);
      const again = await client.get(`/apply/${id}`);
      expect(again.headers.get("location")).toBe("/apply/start?missing=1");
    },
  );

  test("an encrypted step of a deleted draft reports the deletion, and a browser without access learns nothing", async () => {
    const { visitor: client, id } = await openDraft();
    await app.query("update visa_applications set furthest_step = 2 where id = $1", [id]);
    await app.query("delete from visa_applications where id = $1", [id]);
    const passport = form("passport_info", "Passport Information");
    expect((await client.save(id, passport)).outcome).toEqual({ kind: "deleted" });
    const response = await new HttpClient(app).get(`/apply/${id}`);
    expect(response.headers.get("location")).toBe("/apply/start?missing=1");
  });
});
