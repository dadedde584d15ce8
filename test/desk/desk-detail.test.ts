import { beforeAll, describe, expect, test } from "vitest";
import { serviceId } from "../harness/applicants/listed-steps";
import { upload } from "../harness/applicants/uploads";
import { insertAppointment } from "../harness/desk/appointments";
import { plain, signIn } from "../harness/desk/desk";
import { HttpClient } from "../harness/http-client";
import { logged } from "../harness/logged";
import { inside, type Screen, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const desk = await signIn(app);
const applicant = new HttpClient(app);
const service = await serviceId(app, "us-travel-b1-b2-visa");
const id = await applicant.start("nadege@mail.example", { service });
const page = `/admin/applications/${id}`;
await upload(applicant, id);
await applicant.fillIn(id);
await applicant.submit(id);

const html = async (search = "") =>
  (await (await desk.get(page + search)).text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
const detail = async (search = "") => screenOf(await (await desk.get(page + search)).text());
const status = async () =>
  (await app.query<{ status: string }>("select status from visa_applications where id = $1", [id]))[0]?.status;
const mails = () =>
  app.query<{ template_data: Record<string, string>; recipient_email: string }>(
    "select template_data, recipient_email from email_notifications where application_id = $1 and email_type = 'status_update' order by created_at",
    [id],
  );
const set = (fields: Record<string, string>) => desk.post(page, { intent: "status", ...fields });

describe("the detail page of an application", () => {
  test("[A-APPD-1, A-APPD-2] View opens the application by its number, and Close returns to the same list", async () => {
    const [row] = await app.query<{ n: string }>(
      "select application_number as n from visa_applications where id = $1",
      [id],
    );
    const list = screenOf(await (await desk.get("/admin/applications?status=submitted")).text());
    const view = list.getByRole("link", { name: new RegExp(`^View ?${row?.n}$`) }).getAttribute("href");
    expect(view).toBe(`${page}?status=submitted`);
    const dialog = inside((await detail("?status=submitted")).getByRole("dialog", { name: row?.n ?? "" }));
    const close = dialog.getByRole("link", { name: "Close" });
    expect(close.getAttribute("href")).toBe("/admin/applications?status=submitted");
  });

  test("[A-APPD-3] the page shows every step's answers except hidden ones", async () => {
    const { words } = await detail();
    for (const answer of [
      "Port-au-Prince",
      "Haiti",
      "14 Rue Capois",
      "Two weeks with my sister's family in Nassau.",
      "Rose",
      "Hôpital Général",
    ])
      expect(words).toContain(answer);
    const shown = await html();
    for (const secret of ["RD4471902", "Two days in 2019, after a storm."]) expect(shown).not.toContain(secret);
  });

  test("staff can reveal hidden answers, which is recorded without the answers", async () => {
    const shown = await (await desk.post(page, { intent: "reveal", step: "2" })).text();
    expect(shown).toContain("RD4471902");
    const log = await app.query(
      "select details::text as said from admin_activity_log where action_type = 'sensitive_answers_revealed' and subject_id = $1",
      [id],
    );
    expect(log).toHaveLength(1);
    expect(JSON.stringify(log)).toContain("passportNumber");
    expect(JSON.stringify(log)).not.toContain("RD4471902");
  });

  test("[A-APPD-4] each of the seven step tables holds exactly one row per application", async () => {
    for (const table of [
      "applicant_information",
      "passport_information",
      "contact_information",
      "trip_details",
      "family_background",
      "employment_education",
      "security_questionnaire",
    ]) {
      expect(
        await app.query(`select application_id from ${table} where application_id = $1`, [id]),
        table,
      ).toHaveLength(1);
      await expect(
        app.query(
          `insert into ${table} select (jsonb_populate_record(t, '{"id": "${crypto.randomUUID()}"}')).* from ${table} t where application_id = $1`,
          [id],
        ),
        table,
      ).rejects.toMatchObject({ code: "23505" });
    }
  });

  test("[A-APPD-5] documents are listed by name, kind and time, and previewed in the page, which alone may frame them", async () => {
    const [row] = await app.query<{ id: string }>("select id from application_documents where application_id = $1", [
      id,
    ]);
    const path = `/documents/${row?.id}`;
    const closed = await html();
    expect(closed).toContain("passport.pdf");
    expect(plain(closed)).toMatch(/Passport copy passport\.pdf Application · 2 KB · /);
    expect(closed).not.toContain(`<iframe src="${path}"`);
    expect(closed).toContain(`href="${page}?document=${row?.id}#document"`);
    const open = await html(`?status=submitted&document=${row?.id}`);
    expect(open).toMatch(new RegExp(`<iframe [^>]*src="${path}"`));
    expect(open).toContain(`href="${page}?status=submitted#documents"`);
    expect(open).toMatch(/href="\/admin\/applications\?status=submitted"[^>]*>.*?Close/s);
    const { headers } = await desk.get(path);
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    expect((await desk.get(page)).headers.get("x-frame-options")).toBe("DENY");
    expect((await new HttpClient(app).get(path)).status).toBe(404);
    expect(await html(`?document=${crypto.randomUUID()}`)).not.toContain('id="document"');
  });

  test("[A-APPD-6] an application that can't be loaded leads back to the list with a message, and is logged", async () => {
    const response = await desk.get(`/admin/applications/${crypto.randomUUID()}?status=denied&document=x`);
    expect([response.status, response.headers.get("location")]).toEqual([302, "/admin/applications?status=denied"]);
    expect(await (await desk.get("/admin/applications")).text()).toContain("couldn’t load");
    await logged(app, "staff requested an application that was not found");
  });
});

describe("a new status", () => {
  const unchanged = async () => expect([await status(), (await mails()).length]).toEqual(["submitted", 0]);

  test("[A-APPD-7] the choices are exactly the seven statuses", async () => {
    const select = (await detail()).getByLabelText("New status") as HTMLSelectElement;
    expect([...select.options].map(({ value }) => value).filter(Boolean)).toEqual([
      "submitted",
      "under_review",
      "additional_info_required",
      "interview_scheduled",
      "approved",
      "denied",
      "withdrawn",
    ]);
  });

  test("[A-APPD-8, A-APPD-17] any other status is refused with a message, and nothing changes", async () => {
    for (const wrong of ["draft", "archived"]) {
      const response = await set({ status: wrong });
      expect(response.status).toBe(400);
      const alert = screenOf(await response.text()).getByRole("alert");
      expect(alert.textContent).toContain("Failed to update status. Please try again.");
    }
    await unchanged();
  });

  test("[A-APPD-18] a missing status is refused with a message, and nothing changes", async () => {
    const alert = screenOf(await (await set({ status: "" })).text()).getByRole("alert");
    expect(alert.textContent).toContain("Please select a status.");
    await unchanged();
  });

  test("the preview shows the mail before it is sent, and neither sends nor changes anything", async () => {
    const response = await desk.post(page, {
      intent: "preview",
      status: "approved",
      message: "Collect it on <Monday>.",
    });
    const shown = await response.text();
    expect(response.status).toBe(200);
    expect(shown).toContain("not sent yet");
    expect(shown).toMatch(/<iframe sandbox=""[^>]*srcDoc="[^"]*Collect it on/i);
    expect(shown).toContain("[private link]");
    expect(shown).toMatch(/<option value="approved" selected=""/);
    expect(shown).toMatch(/<textarea[^>]*>Collect it on &lt;Monday&gt;\.<\/textarea>/);
    expect(await (await desk.post(page, { intent: "preview", status: "" })).text()).toContain(
      "Please select a status.",
    );
    expect([await status(), (await mails()).length]).toEqual(["submitted", 0]);
  });

  describe("a status sent twice with forged fields", () => {
    let responses: Response[] = [];
    let list: Screen;
    beforeAll(async () => {
      const attempt = crypto.randomUUID();
      const fields = {
        ...{ status: "under_review", seen: "submitted", attempt, message: "" },
        ...{ userEmail: "me@evil.example", to: "me@evil.example" },
      };
      responses = [await set(fields), await set(fields)];
      list = screenOf(await (await desk.get("/admin/applications")).text());
    });

    test("[A-APPD-16] the panel closes, and the list shows the new status", () => {
      for (const response of responses)
        expect([response.status, response.headers.get("location")]).toEqual([302, "/admin/applications"]);
      expect(list.getByRole("row", { name: /nadege@mail\.example/ }).textContent).toContain("Under Review");
    });

    test("[A-APPD-15] the list confirms the update and the mail", () => {
      list.getByText("Status updated successfully! Email notification sent to applicant.");
    });

    test("[A-APPD-11] the new status is stored and added to the history", async () => {
      expect(await status()).toBe("under_review");
      expect(plain((await detail()).element.innerHTML)).toContain(
        "Your application status has been updated to Under Review From Submitted",
      );
    });

    test("[A-APPD-10, A-APPD-12, A-APPD-13] one mail goes to the applicant with its six facts, and with a default message if none was written", async () => {
      const [row] = await app.query<{ n: string }>(
        "select application_number as n from visa_applications where id = $1",
        [id],
      );
      expect(await mails()).toEqual([
        {
          recipient_email: "nadege@mail.example",
          template_data: {
            name: "Nadège Ñuñez O'Brien-陳",
            email: "nadege@mail.example",
            applicationNumber: row?.n,
            newStatus: "under_review",
            statusMessage: "Your application status has been updated to Under Review",
            applicationId: id,
          },
        },
      ]);
    });
  });

  test("the later of two admins gets 409 and sends no mail, also when both chose the same status", async () => {
    for (const otherStatus of ["denied", "under_review"]) {
      const response = await set({
        status: otherStatus,
        seen: "submitted",
        message: "Mine",
        attempt: crypto.randomUUID(),
      });
      expect(response.status).toBe(409);
      const shown = await response.text();
      expect(shown).toContain(
        otherStatus === "denied"
          ? "Someone else has just changed the status"
          : "The status is already Under Review. Nothing was changed, and no email was sent.",
      );
      expect(shown).toMatch(/<textarea[^>]*name="message"[^>]*>Mine</);
    }
    expect([await status(), (await mails()).length]).toEqual(["under_review", 1]);
  });

  test("[A-APPD-14] a status whose mail can't be stored is not changed", async () => {
    await app.query(`create function refuse_mail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await app.query(
      "create trigger no_mail before insert on email_notifications for each row execute function refuse_mail()",
    );
    try {
      const response = await set({ status: "denied", seen: "under_review", sure: "yes" });
      expect(response.status).toBe(500);
      expect(await response.text()).toContain("Failed to update status. Please try again.");
    } finally {
      await app.query("drop trigger no_mail on email_notifications");
    }
    expect([await status(), (await mails()).length]).toEqual(["under_review", 1]);
  });

  test("[A-APPD-9] any status can follow any other, except that a draft can only be withdrawn", async () => {
    let seen = "under_review";
    for (const next of [
      "withdrawn",
      "approved",
      "submitted",
      "denied",
      "interview_scheduled",
      "additional_info_required",
    ]) {
      if (next === "interview_scheduled") await insertAppointment(app, id);
      expect((await set({ status: next, seen, sure: "yes", message: "So." })).status).toBe(302);
      expect(await status()).toBe(next);
      seen = next;
    }
    const draft = await new HttpClient(app).start("draft@mail.example");
    const path = `/admin/applications/${draft}`;
    const refused = await desk.post(path, { intent: "status", status: "approved" });
    expect(await refused.text()).toContain("can only be withdrawn");
    expect((await desk.post(path, { intent: "status", status: "withdrawn", sure: "yes" })).status).toBe(302);
    const rows = await app.query("select status from visa_applications where id = $1", [draft]);
    expect(rows).toEqual([{ status: "withdrawn" }]);
  });

  test("a failed mail leaves the status unchanged, and the page shows the mail's error", async () => {
    await app.query(
      "update email_notifications set status = 'failed', error_message = '550 No such person' where application_id = $1 and email_type = 'status_update'",
      [id],
    );
    expect(await status()).toBe("additional_info_required");
    expect(plain(await html())).toContain("550 No such person");
  });
});
