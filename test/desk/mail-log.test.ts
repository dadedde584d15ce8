import { beforeAll, describe, expect, test } from "vitest";
import { admin, type Program } from "../harness/program";
import { sharedProgram } from "../harness/shared";
import { until, Visitor } from "../harness/visitor";

let program: Program;
let desk: Visitor;
beforeAll(async () => {
  program = await sharedProgram();
  desk = new Visitor(program);
  await desk.post("/admin/login", admin);
});

const log = async (search = "") => (await (await desk.get(`/admin/emails${search}`)).text()).replaceAll("<!-- -->", "");
const subjects = (html: string) => [...html.matchAll(/of “([^”]+)”/g)].map(([, subject]) => subject);
const card = (html: string, label: string) => new RegExp(`>${label}<.*?([\\d,]+)<`, "s").exec(html)?.[1];
/** Mails as if sent long ago: number 1 is the oldest. */
const insert = (from: number, to: number, status: string, kind = "status_update", ago = "1 hour") =>
  program.query(
    `insert into email_notifications (email_type, template_name, recipient_name, recipient_email, subject, status, message_id, created_at, error_message)
     select $4, $4, 'Person ' || n, 'person' || n || '@mail.example', 'Subject ' || n, $3::mail_status, 'id-' || n,
            now() - $5::interval + n * interval '1 second', case when $3 = 'failed' then '550 No such person' end
     from generate_series($1::int, $2::int) n`,
    [from, to, status, kind, ago],
  );

describe("the log", () => {
  test("[A-MAILLOG-11] with nothing to list it says so", async () => {
    expect(await log()).toContain("No emails found matching your filters");
  });

  test("[A-MAILLOG-1, A-MAILLOG-2] the newest hundred first, older ones by paging, and back again", async () => {
    await insert(1, 130, "sent");
    const first = await log();
    expect(subjects(first)).toEqual(Array.from({ length: 100 }, (_, at) => `Subject ${130 - at}`));
    const older = /href="\/admin\/emails(\?before=[^"]+)"/.exec(first)?.[1] ?? "";
    const second = await log(older);
    expect(subjects(second)).toEqual(Array.from({ length: 30 }, (_, at) => `Subject ${30 - at}`));
    const newer = /href="\/admin\/emails(\?after=[^"]+)"/.exec(second)?.[1] ?? "";
    expect(subjects(await log(newer))).toEqual(subjects(first));
  });

  test("[A-MAILLOG-3] the search reads name, address and subject of every mail, as typed", async () => {
    expect(subjects(await log("?q=person%207@"))).toEqual([]);
    expect(subjects(await log("?q=PERSON7%40mail"))).toEqual(["Subject 7"]);
    expect(subjects(await log("?q=subject%2012"))).toEqual([
      ...Array.from({ length: 10 }, (_, at) => `Subject ${129 - at}`),
      "Subject 12",
    ]);
    expect(subjects(await log("?q=%25"))).toEqual([]);
  });

  test("[A-MAILLOG-4, A-MAILLOG-5, A-MAILLOG-6, A-MAILLOG-7] filters by status and type; the cards count them all, delivered among the sent", async () => {
    await insert(201, 203, "failed", "application_started");
    await insert(204, 205, "pending", "contact_confirmation");
    await insert(206, 209, "delivered", "contact_admin_notification");
    await insert(210, 210, "sent", "application_submitted");
    expect(subjects(await log("?status=failed"))).toEqual(["Subject 203", "Subject 202", "Subject 201"]);
    expect(subjects(await log("?type=contact_confirmation"))).toEqual(["Subject 205", "Subject 204"]);
    expect(subjects(await log("?type=application_submitted&status=sent"))).toEqual(["Subject 210"]);
    expect(subjects(await log("?type=application_submitted&status=failed"))).toEqual([]);
    const html = await log("?status=failed");
    expect(["Total", "Sent", "Pending", "Failed"].map((label) => card(html, label))).toEqual(["140", "135", "2", "3"]);
    for (const value of ["sent", "delivered", "failed", "pending"]) expect(html).toContain(`<option value="${value}"`);
    for (const kind of [
      "contact_confirmation",
      "contact_admin_notification",
      "application_started",
      "application_submitted",
      "status_update",
    ])
      expect(html).toContain(`<option value="${kind}"`);
  });

  test("[A-MAILLOG-8, A-MAILLOG-10] Refresh leads to the same list, where a new mail stands; buttons lead to the other screens", async () => {
    const html = await log("?status=failed");
    expect(html).toMatch(/href="\/admin\/emails\?status=failed"[^>]*>(?:(?!<\/a>).)*Refresh/s);
    expect(html).toMatch(/href="\/admin"[^>]*>(?:(?!<\/a>).)*Dashboard/s);
    expect(html).toMatch(/href="\/admin\/applications"[^>]*>(?:(?!<\/a>).)*Applications/s);
    await insert(300, 300, "failed", "status_update", "1 minute");
    expect(subjects(await log("?status=failed"))[0]).toBe("Subject 300");
  });

  test("mails about an account are not the staff's to read", async () => {
    await insert(400, 400, "sent", "password_reset");
    expect(subjects(await log("?q=subject%20400"))).toEqual([]);
    const [row] = await program.query<{ id: string }>(
      "select id from email_notifications where subject = 'Subject 400'",
    );
    expect((await desk.get(`/admin/emails/${row?.id}`)).status).toBe(302);
  });

  test("[A-MAILLOG-12] a failed read is logged and shows no message", async () => {
    await program.query("alter table row_counts rename to row_counts_away");
    try {
      const html = await log();
      expect(subjects(html).length).toBe(100);
      expect(html).not.toContain('role="alert"');
      expect(card(html, "Total")).toBe("0");
      await until("the log", () => program.output().includes("the counts of the emails could not be read"));
    } finally {
      await program.query("alter table row_counts_away rename to row_counts");
    }
  });
});

describe("one mail", () => {
  const sent = (kind: string) =>
    program.query<{ id: string; status: string; message_id: string; template_data: object; recipient_email: string }>(
      "select * from email_notifications where recipient_email = 'nadege@mail.example' and email_type = $1 order by created_at",
      [kind],
    );

  test("[A-MAILLOG-9, A-MAILLOG-13] its facts, and its words with [private link] in place of the link", async () => {
    await new Visitor(program).start("nadege@mail.example");
    const mail = await until("the mail", async () =>
      (await sent("application_started")).find(({ status }) => status === "sent"),
    );
    const html = await (await desk.get(`/admin/emails/${mail.id}`)).text();
    for (const words of [
      "nadege",
      "nadege@mail.example",
      "Application Started",
      "application_started",
      "Sent",
      "Tries",
      mail.message_id.slice(1, -1),
    ])
      expect(html).toContain(words);
    expect(html).toContain("[private link]");
    expect(html).not.toContain("/application/resume?token=");
    expect(html).toMatch(/<iframe sandbox=""/);

    const [failed] = await program.query<{ id: string }>(
      "select id from email_notifications where subject = 'Subject 300'",
    );
    expect(await (await desk.get(`/admin/emails/${failed?.id}`)).text()).toContain("550 No such person");
  });

  test("it is sent again as a mail of its own, recorded; a pending one is not, and nobody else may", async () => {
    const [first] = await sent("application_started");
    const again = await desk.post(`/admin/emails/${first?.id}?status=sent`, {});
    expect([again.status, again.headers.get("location")]).toEqual([302, "/admin/emails?status=sent"]);
    expect(await log()).toContain("The email is on its way once more.");
    const both = await until("the second mail", async () => {
      const all = await sent("application_started");
      return all.length === 2 && all[1]?.status === "sent" ? all : null;
    });
    expect(both[1]).toMatchObject({ template_data: both[0]?.template_data, recipient_email: "nadege@mail.example" });
    expect(both[1]?.message_id).not.toBe(both[0]?.message_id);
    expect(
      await program.query(
        "select details->>'kind' as kind from admin_activity_log where action_type = 'email_resent' and subject_id = $1",
        [first?.id],
      ),
    ).toEqual([{ kind: "application_started" }]);

    await program.query("update email_notifications set status = 'pending' where id = $1", [both[1]?.id]);
    expect((await desk.post(`/admin/emails/${both[1]?.id}`, {})).status).toBe(409);
    expect((await desk.get(`/admin/emails/${crypto.randomUUID()}`)).headers.get("location")).toBe("/admin/emails");
    expect((await new Visitor(program).post(`/admin/emails/${first?.id}`, {})).status).toBe(302);
    expect(await sent("application_started")).toHaveLength(2);
  });
});
