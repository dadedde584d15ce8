import { describe, expect, test } from "vitest";
import { serviceId } from "../harness/applicants/listed-steps";
import { upload } from "../harness/applicants/uploads";
import { plain, signIn } from "../harness/desk/desk";
import { form, HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const desk = await signIn(app);

const list = "/admin/applications";
const count = async (table: string, where: string, values: unknown[]) =>
  (await app.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`, values))[0]?.n;
const activities = (id: string) =>
  app.query<{ action_type: string; admin_email: string; details: Record<string, unknown> }>(
    "select action_type, admin_email, details from admin_activity_log where subject_id = $1 order by created_at",
    [id],
  );

let people = 0;
async function draft(): Promise<{ id: string; number: string; applicant: HttpClient }> {
  const applicant = new HttpClient(app);
  const service = await serviceId(app, "us-travel-b1-b2-visa");
  const id = await applicant.start(`drafter${++people}@mail.example`, { service });
  const [row] = await app.query<{ number: string }>(
    "select application_number as number from visa_applications where id = $1",
    [id],
  );
  return { id, number: row?.number ?? "", applicant };
}

const deleting = (ids: string[]) => {
  const body = new URLSearchParams({ intent: "delete-drafts" });
  for (const id of ids) body.append("draft", id);
  return desk.post(list, body);
};

describe("lists of the desk", () => {
  /** Three-byte characters, twice what PostgreSQL stores in a row. */
  const long = "長".repeat(5_000);

  test("[V-ATK-9] no list is larger than 750 KB with 100 drafts of the longest names and 20 from before the limits", async () => {
    await app.query(
      `insert into visa_applications (application_number, user_email, metadata, application_type)
       select 'LONG-' || n, repeat('a', 240) || n || '@mail.example',
         jsonb_build_object('step1', jsonb_build_object('firstName', repeat('長', case when n <= 20 then 200000 else 120 end),
           'lastName', repeat('長', 120))), repeat('t', 5000)
       from generate_series(1, 100) n`,
    );
    await app.query(
      `insert into visa_inquiries (full_name, email, phone, visa_service, nationality, residence_country,
         passport_expiry_date, travel_date, purpose, privacy_consent)
       select $1, repeat('a', 240) || '@mail.example', '+1 242 555 0100', 'Canadian eTA', 'BS', 'BS', '2031-05-01', '2027-08-20', 'x', true
       from generate_series(1, 100)`,
      [long],
    );
    await app.query(
      `insert into email_notifications (recipient_email, recipient_name, subject, email_type, template_name, status, message_id)
       select repeat('a', 240) || '@mail.example', $1, $1, 'draft_exists', 'draft_exists', 'sent', gen_random_uuid()::text
       from generate_series(1, 100)`,
      [long],
    );
    await app.query(
      `insert into google_reviews (google_id, author_name, rating, review_text, business_response, review_date)
       select 'long-' || n, $1, 5, repeat('w', 5000), repeat('w', 5000), now() from generate_series(1, 100) n`,
      [long],
    );
    await app.query(
      `insert into admin_activity_log (action_type, admin_email, target_admin_email)
       select 'signed_in', $1, $1 from generate_series(1, 100)`,
      [long],
    );
    for (const path of [
      list,
      "/admin/inquiries",
      "/admin/emails",
      "/admin/services",
      "/admin/reviews",
      "/admin/users",
      "/admin",
    ])
      for (const url of [path, path === "/admin" ? "/admin.data" : `${path}.data`]) {
        const response = await desk.get(url);
        const bytes = Buffer.byteLength(await response.text());
        expect([url, response.status]).toEqual([url, 200]);
        expect(bytes, url).toBeLessThan(750_000);
      }
    const html = await (await desk.get(list)).text();
    expect(html).toContain("LONG-1");
    expect(html).toContain(`${"長".repeat(79)}…`);
    expect(html).not.toContain("長".repeat(81));
    await app.query("delete from visa_applications where application_number like 'LONG-%'");
  });
});

describe("deleting drafts", () => {
  test("[V-ATK-10] staff delete one draft on its detail page after a confirmation with its own URL, with its files and every access, and it is recorded", async () => {
    const { id, number, applicant } = await draft();
    await applicant.save(id, form("applicant_info", "Applicant Information"));
    expect((await upload(applicant, id)).status).toBe(200);
    const detail = await (await desk.get(`${list}/${id}?status=draft`)).text();
    const link = /href="([^"]*ask=delete[^"]*)"/.exec(detail)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(detail).toContain("Delete this draft");

    const html = await (await desk.get(link)).text();
    const text = plain(html);
    expect(text).toContain("Delete 1 draft?");
    expect(text).toContain("Are you sure you want to delete this draft?");
    expect(text).toContain(number);
    expect(html).toContain('role="alertdialog"');
    expect(html).toContain(`href="${list}/${id}?status=draft"`);
    expect(await count("visa_applications", "id = $1", [id]), "a question deletes nothing").toBe(1);

    const done = await deleting([id]);
    expect([done.status, done.headers.get("location")]).toEqual([302, list]);
    expect(plain(await (await desk.get(list)).text())).toContain("1 draft deleted.");
    for (const table of ["application_holders", "documents", "applicant_information"])
      expect(await count(table, "application_id = $1", [id]), table).toBe(0);
    expect(await count("visa_applications", "id = $1", [id])).toBe(0);
    const record = await activities(id);
    expect(record.at(-1)).toMatchObject({
      action_type: "draft_deleted",
      admin_email: "desk@lucaya.example",
      details: { number, files: 1, together: 1 },
    });
    expect(JSON.stringify(record.at(-1)?.details)).not.toMatch(/Nad|@mail/);
    await until("its bytes go", async () => {
      const rows = await app.query(
        "select 1 from pgboss.job where name = 'documents.remove-bytes' and state <> 'completed'",
      );
      return rows.length === 0;
    });
    const response = await applicant.get(`/apply/${id}`);
    expect([response.status, response.headers.get("location")]).toEqual([302, `/apply/start?gone=${id}`]);
  });

  test("[V-ATK-10] deleting many drafts leaves out those submitted or withdrawn in the meantime, and says so", async () => {
    const [first, two, sent, withdrawn] = [await draft(), await draft(), await draft(), await draft()];
    await sent.applicant.fillIn(sent.id);
    const html = plain(
      await (
        await desk.get(`${list}?ask=delete&draft=${first.id}&draft=${two.id}&draft=${sent.id}&sort=oldest`)
      ).text(),
    );
    expect(html).toContain("Delete 3 drafts?");
    expect((await sent.applicant.submit(sent.id)).status).toBe(200);
    await app.query("update visa_applications set status = 'withdrawn' where id = $1", [withdrawn.id]);
    const whole = async () =>
      app.query(
        `select md5(a::text) as row, (select count(*) from application_submissions s where s.application_id = a.id) as signed
         from visa_applications a where id in ($1, $2) order by id`,
        [sent.id, withdrawn.id],
      );
    const before = await whole();
    expect((await deleting([first.id, two.id, sent.id, withdrawn.id, crypto.randomUUID()])).status).toBe(302);
    expect(plain(await (await desk.get(list)).text())).toContain(
      "2 drafts deleted; 2 have since been submitted or withdrawn and were not deleted.",
    );
    expect(await whole()).toEqual(before);
    for (const { id } of [first, two]) {
      expect(await count("visa_applications", "id = $1", [id])).toBe(0);
      expect((await activities(id)).map(({ action_type }) => action_type)).toContain("draft_deleted");
    }
    expect((await activities(sent.id)).map(({ action_type }) => action_type)).not.toContain("draft_deleted");
    const refusal = plain(await (await desk.get(`${list}?ask=delete&draft=${sent.id}`)).text());
    expect(refusal).toContain("No draft selected");
    expect(refusal).toContain("1 has since been submitted or withdrawn and won’t be deleted.");
  });

  test("[V-ATK-10] a concurrent submission wins: the deletion waits for it and then leaves the application", async () => {
    const { id } = await draft();
    // Another transaction locks the row, as a submission does, until the deletion waits for it; then it submits.
    const waits = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%visa_applications%'";
    const submission = app.query(`do $submission$ begin
      perform 1 from visa_applications where id = '${id}' for update;
      perform pg_advisory_lock(815);
      while not exists (${waits}) loop perform pg_sleep(0.02); perform pg_stat_clear_snapshot(); end loop;
      update visa_applications set status = 'submitted', submitted_at = now() where id = '${id}';
      perform pg_advisory_unlock(815);
    end $submission$`);
    await until("the row is held", async () => {
      return (
        (await app.query("select 1 from pg_locks where locktype = 'advisory' and objid = 815 and granted")).length > 0
      );
    });
    expect((await deleting([id])).status).toBe(302);
    await submission;
    expect(await count("visa_applications", "id = $1 and status = 'submitted'", [id])).toBe(1);
    expect(plain(await (await desk.get(list)).text())).toContain(
      "No draft was deleted; 1 has since been submitted or withdrawn and was not deleted.",
    );
  });

  test("[V-ATK-10] no selection, too many drafts or an invalid id gets 400, and nothing is deleted", async () => {
    const { id } = await draft();
    const before = await count("visa_applications", "true", []);
    for (const ids of [[], ["x"], [`${id}'`], Array.from({ length: 101 }, () => id)]) {
      const response = await deleting(ids);
      expect(response.status).toBe(400);
      expect(plain(await response.text())).toContain("Select from 1 to 100 drafts.");
    }
    expect((await desk.post(list, { intent: "else", draft: id })).status).toBe(400);
    expect(await count("visa_applications", "true", [])).toBe(before);
  });
});
