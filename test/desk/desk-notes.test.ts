import { describe, expect, test } from "vitest";
import { signIn } from "../harness/desk/desk";
import { HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const desk = await signIn(app);
const applicant = new HttpClient(app);
const id = await applicant.start("nadege@mail.example");
const page = `/admin/applications/${id}`;
await applicant.fillIn(id);
await applicant.submit(id);

const html = async () => (await (await desk.get(page)).text()).replaceAll("<!-- -->", "");

describe("notes of staff", () => {
  const notes = () =>
    app.query<{ id: string; body: string; revision: number; author_email: string; edited_by: string | null }>(
      "select id, body, revision, author_email, edited_by from application_notes where application_id = $1",
      [id],
    );
  const note = crypto.randomUUID();

  test("a note is stored once with its author, recorded without its text, and never shown to the applicant", async () => {
    const fields = {
      intent: "add-note",
      note,
      body: "  Called her: passport on Monday.  ",
      authorEmail: "x@evil.example",
    };
    for (const response of [await desk.post(page, fields), await desk.post(page, fields)])
      expect(response.status).toBe(302);
    expect(await notes()).toEqual([
      {
        id: note,
        body: "Called her: passport on Monday.",
        revision: 1,
        author_email: "desk@lucaya.example",
        edited_by: null,
      },
    ]);
    expect(await html()).toContain("Called her: passport on Monday.");
    const log = await app.query(
      "select details::text as said from admin_activity_log where action_type = 'application_note_added'",
    );
    expect(log).toHaveLength(1);
    expect(JSON.stringify(log)).not.toContain("Monday");
    const applicantPage = await (await applicant.get(`/apply/${id}`)).text();
    expect(applicantPage).toContain("Port-au-Prince");
    expect(applicantPage).not.toContain("Monday");
    expect((await applicant.post(page, { ...fields, note: crypto.randomUUID() })).status).toBe(401);
    expect(await notes()).toHaveLength(1);
  });

  test("an empty note and one that is too long are refused with the typed text", async () => {
    for (const body of ["  ", "x".repeat(4001)]) {
      const response = await desk.post(page, { intent: "add-note", note: crypto.randomUUID(), body });
      expect(response.status).toBe(400);
      const shown = await response.text();
      expect(shown).toContain("Write a note of at most 4,000 characters.");
      expect(shown).toContain(`>${body}</textarea>`);
    }
    expect(await notes()).toHaveLength(1);
  });

  test("an edit shows who made it, and a stale edit gets 409 and must be confirmed before it overwrites", async () => {
    const edit = (body: string, revision: number) =>
      desk.post(page, { intent: "edit-note", note, body, revision: String(revision) });
    expect((await edit("She comes on Monday.", 1)).status).toBe(302);
    expect((await edit("She comes on Monday.", 1)).status).toBe(302);
    const stale = await edit("She comes on Friday.", 1);
    expect(stale.status).toBe(409);
    const shown = await stale.text();
    expect(shown).toContain("Someone else has changed this note");
    expect(shown).toContain("She comes on Monday.</p>");
    expect(shown).toContain("She comes on Friday.</textarea>");
    expect(shown).toMatch(/name="revision" value="2"/);
    expect(await notes()).toMatchObject([
      { body: "She comes on Monday.", revision: 2, edited_by: "desk@lucaya.example" },
    ]);
    expect((await edit("She comes on Friday.", 2)).status).toBe(302);
    expect(await notes()).toMatchObject([{ body: "She comes on Friday.", revision: 3 }]);
    const otherId = await new HttpClient(app).start("other@mail.example");
    const response = await desk.post(`/admin/applications/${otherId}`, {
      intent: "edit-note",
      note,
      body: "Elsewhere",
      revision: "3",
    });
    expect(response.status).toBe(404);
  });
});
