import { beforeAll, describe, expect, test } from "vitest";
import { cardOf, signIn } from "../harness/desk/desk";
import { HttpClient, until } from "../harness/http-client";
import { queueIsDone } from "../harness/queue";
import { inside, type Screen, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const desk = await signIn(app);
// The sign-in's own mail must not be counted.
await queueIsDone(app, "");
await app.query("delete from email_notifications");

const log = async (search = ""): Promise<Screen> => screenOf(await (await desk.get(`/admin/emails${search}`)).text());
const subjects = (screen: Screen) =>
  inside(screen.getByRole("main"))
    .queryAllByText(/^of “.+”$/)
    .map(({ textContent }) => /“(.+)”/.exec(textContent ?? "")?.[1]);
/** The search of a link in the list. */
const search = (screen: Screen, name: string) =>
  inside(screen.getByRole("main")).getByRole("link", { name }).getAttribute("href")?.replace("/admin/emails", "") ?? "";
/** Mails sent long ago: number 1 is the oldest. */
const insert = (from: number, to: number, status: string, kind = "status_update", ago = "1 hour") =>
  app.query(
    `insert into email_notifications (email_type, template_name, recipient_name, recipient_email, subject, status, message_id, created_at, error_message)
     select $4, $4, 'Person ' || n, 'person' || n || '@mail.example', 'Subject ' || n, $3::mail_status, 'id-' || n,
            now() - $5::interval + n * interval '1 second', case when $3 = 'failed' then '550 No such person' end
     from generate_series($1::int, $2::int) n`,
    [from, to, status, kind, ago],
  );

describe("the mail log", () => {
  test("[A-MAILLOG-11] an empty log says so", async () => {
    (await log()).getByText("No emails found matching your filters");
  });

  test("[A-MAILLOG-1, A-MAILLOG-2] the log shows the newest hundred mails, and older ones by paging, and back again", async () => {
    await insert(1, 130, "sent");
    const first = await log();
    const newest = Array.from({ length: 100 }, (_, index) => `Subject ${130 - index}`);
    expect(subjects(first)).toEqual(newest);
    const second = await log(search(first, "Older"));
    expect(subjects(second)).toEqual(Array.from({ length: 30 }, (_, index) => `Subject ${30 - index}`));
    expect(subjects(await log(search(second, "Newer")))).toEqual(newest);
  });

  test("[A-MAILLOG-3, K-FIND-2] the search covers name, email and subject of every mail, with its words in any order", async () => {
    expect(subjects(await log("?q=%407%20person"))).toEqual([]);
    expect(subjects(await log("?q=7@%20person"))).toEqual(
      Array.from({ length: 13 }, (_, index) => `Subject ${127 - index * 10}`),
    );
    expect(subjects(await log("?q=PERSON7%40mail"))).toEqual(["Subject 7"]);
    expect(subjects(await log("?q=subject%2012"))).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `Subject ${129 - index}`),
      "Subject 12",
    ]);
    expect(subjects(await log("?q=%25"))).toEqual([]);
  });

  describe("mails of every status and type", () => {
    let failed: Screen;
    beforeAll(async () => {
      await insert(201, 203, "failed", "application_started");
      await insert(204, 205, "pending", "contact_confirmation");
      await insert(206, 209, "delivered", "contact_admin_notification");
      await insert(210, 210, "sent", "application_submitted");
      failed = await log("?status=failed");
    });
    const values = (label: string) =>
      [...(failed.getByLabelText(label) as HTMLSelectElement).options].map(({ value }) => value);

    test("[A-MAILLOG-4] the log can be filtered by each status", async () => {
      expect(values("Status")).toEqual(expect.arrayContaining(["sent", "delivered", "failed", "pending"]));
      expect(subjects(failed)).toEqual(["Subject 203", "Subject 202", "Subject 201"]);
      expect(subjects(await log("?status=delivered"))).toEqual([9, 8, 7, 6].map((n) => `Subject 20${n}`));
    });

    test("[A-MAILLOG-5] the log can be filtered by each type, also together with a status", async () => {
      const types = ["contact_confirmation", "contact_admin_notification", "application_started"];
      expect(values("Type")).toEqual(expect.arrayContaining([...types, "application_submitted", "status_update"]));
      expect(subjects(await log("?type=contact_confirmation"))).toEqual(["Subject 205", "Subject 204"]);
      expect(subjects(await log("?type=application_submitted&status=sent"))).toEqual(["Subject 210"]);
      expect(subjects(await log("?type=application_submitted&status=failed"))).toEqual([]);
    });

    test("[A-MAILLOG-6, A-MAILLOG-7] the counts are exact whatever the filter, and delivered mails count as sent", () => {
      expect(["Total", "Sent", "Pending", "Failed"].map((label) => cardOf(failed, label))).toEqual([
        "140",
        "135",
        "2",
        "3",
      ]);
    });

    test("[A-MAILLOG-10] the log links to the dashboard and to the applications", () => {
      const main = inside(failed.getByRole("main"));
      expect(main.getByRole("link", { name: "Dashboard" }).getAttribute("href")).toBe("/admin");
      expect(main.getByRole("link", { name: "Applications" }).getAttribute("href")).toBe("/admin/applications");
    });

    test("[A-MAILLOG-8] Refresh shows a new mail", async () => {
      await insert(300, 300, "failed", "status_update", "1 minute");
      expect(subjects(await log(search(failed, "Refresh")))).toEqual(
        ["300", "203", "202", "201"].map((n) => `Subject ${n}`),
      );
    });
  });

  test("mails about an account are hidden from staff", async () => {
    await insert(400, 400, "sent", "password_reset");
    expect(subjects(await log("?q=subject%20400"))).toEqual([]);
    const [row] = await app.query<{ id: string }>("select id from email_notifications where subject = 'Subject 400'");
    expect((await desk.get(`/admin/emails/${row?.id}`)).status).toBe(302);
  });

  test("[A-MAILLOG-12] a failed query of the counts is logged without a message on the page", async () => {
    await app.query("alter table row_counts rename to row_counts_away");
    try {
      const screen = await log();
      expect(subjects(screen)).toHaveLength(100);
      expect(screen.queryByRole("alert")).toBeNull();
      expect(cardOf(screen, "Total")).toBe("0");
      await until("the log", () => app.output().includes("the counts of the emails could not be read"));
    } finally {
      await app.query("alter table row_counts_away rename to row_counts");
    }
  });
});

describe("one mail", () => {
  const sent = (kind: string) =>
    app.query<{ id: string; status: string; message_id: string; template_data: object; recipient_email: string }>(
      "select * from email_notifications where recipient_email = 'nadege@mail.example' and email_type = $1 order by created_at",
      [kind],
    );

  test("[A-MAILLOG-9, A-MAILLOG-13] the page of a mail shows its facts, and its text with [private link] in place of the link", async () => {
    await new HttpClient(app).start("nadege@mail.example");
    const mail = await until("the mail", async () =>
      (await sent("application_started")).find(({ status }) => status === "sent"),
    );
    const screen = screenOf(await (await desk.get(`/admin/emails/${mail.id}`)).text());
    for (const text of [
      "nadege@mail.example",
      "Application Started",
      "application_started",
      "Sent",
      "Attempts",
      mail.message_id.slice(1, -1),
    ])
      expect(screen.words).toContain(text);
    const frame = screen.getByTitle("The email");
    expect(frame.getAttribute("sandbox")).toBe("");
    expect(frame.getAttribute("srcdoc")).toContain("[private link]");
    expect(screen.element.outerHTML).not.toContain("/application/resume?token=");

    const [failed] = await app.query<{ id: string }>(
      "select id from email_notifications where subject = 'Subject 300'",
    );
    expect(await (await desk.get(`/admin/emails/${failed?.id}`)).text()).toContain("550 No such person");
  });

  test("a mail can be sent again as a new mail, which is recorded; a pending mail can't, and only staff may", async () => {
    const [first] = await sent("application_started");
    const again = await desk.post(`/admin/emails/${first?.id}?status=sent`, {});
    expect([again.status, again.headers.get("location")]).toEqual([302, "/admin/emails?status=sent"]);
    (await log()).getByText("The email is being sent again.");
    const both = await until("the second mail", async () => {
      const all = await sent("application_started");
      return all.length === 2 && all[1]?.status === "sent" ? all : null;
    });
    expect(both[1]).toMatchObject({ template_data: both[0]?.template_data, recipient_email: "nadege@mail.example" });
    expect(both[1]?.message_id).not.toBe(both[0]?.message_id);
    expect(
      await app.query(
        "select details->>'kind' as kind from admin_activity_log where action_type = 'email_resent' and subject_id = $1",
        [first?.id],
      ),
    ).toEqual([{ kind: "application_started" }]);

    await app.query("update email_notifications set status = 'pending' where id = $1", [both[1]?.id]);
    expect((await desk.post(`/admin/emails/${both[1]?.id}`, {})).status).toBe(409);
    expect((await desk.get(`/admin/emails/${crypto.randomUUID()}`)).headers.get("location")).toBe("/admin/emails");
    expect((await new HttpClient(app).post(`/admin/emails/${first?.id}`, {})).status).toBe(302);
    expect(await sent("application_started")).toHaveLength(2);
  });
});
