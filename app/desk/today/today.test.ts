import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { listed as listedCases, readFilters } from "~/cases/desk/list/filters.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import { listMails, readMailFilters } from "~/desk/mails/log.server";
import { matching, readInquiryFilters } from "~/inquiries/desk/list/filters.server";
import { insertApplications } from "../../../test/harness/applicants/application-rows";
import { insertAppointment } from "../../../test/harness/desk/appointments";
import { insertInquiries } from "../../../test/harness/desk/inquiry-rows";
import { deactivated } from "../../../test/harness/desk/verbs";
import { inDays } from "../../../test/harness/in-days";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { folded, type GroupId, groups, lasting } from "./lines";
import { readAppointments } from "./read-appointments.server";
import { readOwnerless } from "./read-ownerless.server";
import { readToday } from "./read-today.server";

const database = testDatabase();
let me: StaffContext;
let otherAdmin: StaffContext;
beforeAll(async () => {
  me = await staffMember(database, "regular_admin");
  otherAdmin = await staffMember(database, "super_admin");
});
beforeEach(async () => {
  const tables = ["visa_applications", "visa_inquiries", "email_notifications", "troubles", "documents"];
  for (const table of tables) await database.query(`delete from ${table}`);
});

const today = async () => {
  const read = await readToday(me.staff.adminId);
  return Object.fromEntries(read.map((group) => [group.id, group.read])) as Record<
    GroupId,
    (typeof read)[number]["read"]
  >;
};
const countsOf = async () =>
  Object.fromEntries(Object.entries(await today()).map(([id, read]) => [id, read?.count ?? null]));
/** The number of rows in the list that a group's title links to. */
function listedBy(id: GroupId): Promise<number> {
  const search = new URL(groups[id].to, "http://lucaya.test").searchParams;
  if (groups[id].to.startsWith("/admin/inquiries"))
    return db.$count(visaInquiries, matching(readInquiryFilters(search)));
  return db.$count(visaApplications, listedCases(readFilters(search)));
}
const cases = async (n: number) => {
  await insertApplications(database, 1, n);
  return (await database.query<{ id: string }>("select id from visa_applications order by application_number")).map(
    ({ id }) => id,
  );
};
const item = (application: string, more: { due?: string; state?: string } = {}) =>
  database.query(
    `with r as (insert into case_requests (application_id) values ($1) returning id)
     insert into case_request_items (request_id, application_id, position, kind, name, reason, due_on, state)
     select id, $1, 0, 'question', 'Which bank?', 'So.', $2::date, $3::case_item_state from r returning id`,
    [application, more.due ?? null, more.state ?? "open"],
  );

test("[F-DESK-3, I-NAME-9] unfinished work of an inactive admin is a group of Today, and its list shows it page by page", async () => {
  const inactiveAdmin = await deactivated(database);
  await database.query("update admin_users set name = 'Anika Thompson' where id = $1", [inactiveAdmin.staff.adminId]);
  const [open = "", draft = "", done = "", ownId = ""] = await cases(5);
  await insertInquiries(database, 1, 3);
  const [openInquiry, closed] = await database.query<{ id: string }>("select id from visa_inquiries order by id");
  const give = (table: string, id: string, to: StaffContext, status: string) =>
    database.query(`update ${table} set owner_id = $2, status = $3 where id = $1`, [id, to.staff.adminId, status]);
  await give("visa_applications", open, inactiveAdmin, "under_review");
  await give("visa_applications", draft, inactiveAdmin, "draft");
  await give("visa_applications", done, inactiveAdmin, "approved");
  await give("visa_applications", ownId, me, "under_review");
  await give("visa_inquiries", openInquiry?.id ?? "", inactiveAdmin, "new");
  await give("visa_inquiries", closed?.id ?? "", inactiveAdmin, "not_qualified");
  const { ownerless } = await today();
  expect([ownerless?.count, ownerless?.lines.map(({ to }) => to).sort()]).toEqual([
    3,
    [`/admin/applications/${open}`, `/admin/applications/${draft}`, `/admin/inquiries/${openInquiry?.id}`].sort(),
  ]);
  for (const { says } of ownerless?.lines ?? [])
    expect(says).toContain(`of Anika Thompson (${inactiveAdmin.staff.email}), inactive · started `);
  const { adminId } = me.staff;
  const pages = await Promise.all([0, 1, 2, 3].map((offset) => readOwnerless({ adminId, limit: 1, offset })));
  expect(pages.flatMap(({ lines }) => lines)).toEqual(ownerless?.lines);
});

describe("the groups of Today", () => {
  test("[K-TODAY-2, F-DESK-10, X-REMIND-10] Today counts waiting work in its groups, in order", async () => {
    expect(Object.values(groups).map(({ title }) => title)).toEqual([
      "Requests answered",
      "Inquiries past their promised answer",
      "Replies to inquiries",
      "Invoices overdue",
      "Appointments today and tomorrow",
      "Our turn",
      "Requests overdue",
      "Documents getting too old",
      "Tasks due",
      "Ending soon",
      "Withdrawals asked for",
      "Unverified emails",
      "Failed emails",
      "Unverified replies",
      "Without an active owner",
      "Storage, scanner and mailbox",
      "Broken links and files",
      "Rules to check again",
    ]);
    expect((await readToday(me.staff.adminId)).map(({ id }) => id)).toEqual(Object.keys(groups));
    expect(Object.keys(groups).slice(-folded.size)).toEqual([...folded]);
    const [ours = "", otherId = "", answered = "", withdrawn = "", meeting = ""] = await cases(5);
    await database.query("update visa_applications set turn = 'applicant', turn_since = now() where id <> $1", [ours]);
    await item(otherId, { due: inDays(-1) });
    await item(otherId, { due: inDays(-3) });
    await item(withdrawn, { due: inDays(0) });
    const [sent] = await item(answered, { state: "sent" });
    for (let n = 0; n < 2; n++)
      await database.query("insert into case_item_answers (item_id, application_id) values ($1, $2)", [
        (sent as { id: string }).id,
        answered,
      ]);
    await database.query("update visa_applications set withdrawal_requested_at = now() where id = $1", [withdrawn]);
    await insertAppointment(database, meeting, { startsAt: new Date(`${inDays(0)}T16:00:00Z`) });
    await insertAppointment(database, meeting, { startsAt: new Date(`${inDays(1)}T16:00:00Z`) });
    await insertAppointment(database, meeting, { startsAt: new Date(`${inDays(2)}T16:00:00Z`) });
    const cancelled = await insertAppointment(database, meeting, { startsAt: new Date(`${inDays(1)}T17:00:00Z`) });
    await database.query("update appointments set state = 'cancelled' where id = $1", [cancelled]);
    await database.query(
      `insert into email_notifications (email_type, template_name, recipient_email, subject, message_id, status, application_id)
       select 'status_update', 'status_update', 'a@mail.example', 'S', 'm' || n, case when n < 3 then 'failed' else 'sent' end::mail_status, $1
       from generate_series(1, 4) n`,
      [ours],
    );
    await database.query("insert into troubles (subject, setting, words) values ('The scanner', 'CLAMAV_URL', 'no')");
    await database.query(
      `with d as (insert into documents (application_id, document_type, document_name, storage_key, content_type, byte_size, sha256)
         values ($1, 'passport', 'passport.pdf', 'k', 'application/pdf', 1, 'x') returning id)
       insert into missing_files (document_id) select id from d`,
      [ours],
    );
    await insertInquiries(database, 1, 1);
    await database.query("update visa_inquiries set promised_by = now() - interval '1 hour'");
    expect(await countsOf()).toEqual({
      ...{ promised: 1, turn: 1, answered: 1, overdue: 1, appointments: 2, withdrawals: 1 },
      ...{ invoices: 0, aging: 0, tasks: 0, ending: 0, replies: 0, ownerless: 0 },
      ...{ unverified: 5, mails: 2, received: 0, services: 1, broken: 1, rules: 3 },
    });
    for (const id of ["promised", "unverified", "turn", "answered", "overdue", "withdrawals"] as const)
      expect([id, await listedBy(id)]).toEqual([id, (await today())[id]?.count]);
    expect((await today()).broken?.lines).toMatchObject([{ name: "passport.pdf", to: `/admin/applications/${ours}` }]);
  });

  test("[K-TODAY-3] an inquiry is past its promise until it is answered or gets another status", async () => {
    await insertInquiries(database, 1, 6);
    await database.query(
      `update visa_inquiries set promised_by = case when full_name = 'Person 1' then now() + interval '1 hour'
         when full_name = 'Person 6' then null else now() - interval '1 minute' end`,
    );
    await database.query("update visa_inquiries set status = 'in_review' where full_name = 'Person 2'");
    await database.query("update visa_inquiries set status = 'qualified' where full_name = 'Person 3'");
    await database.query("update visa_inquiries set answered_at = now() where full_name = 'Person 4'");
    const { promised } = await today();
    expect(promised?.lines.map(({ name }) => name).sort()).toEqual(["Person 2", "Person 5"]);
    expect([promised?.count, await listedBy("promised")]).toEqual([2, 2]);
  });

  test("[K-TODAY-4] Our turn has submitted, undecided cases that wait for us, with their age, even from before turns existed", async () => {
    const ids = await cases(5);
    const set = (n: number, change: string) =>
      database.query(`update visa_applications set ${change} where id = $1`, [ids[n]]);
    await set(0, "turn = 'office', turn_since = now() - interval '75 hours'");
    await set(1, "turn = null, submitted_at = now() - interval '5 hours'");
    await set(2, "turn = 'authority', turn_since = now()");
    await set(3, "turn = null, status = 'approved'");
    await set(4, "turn = null, status = 'draft', submitted_at = null");
    const { turn } = await today();
    expect(turn?.lines.map(({ says }) => says.split(" · ").at(-1))).toEqual([
      "our turn for 3 days",
      "our turn for 5 hours",
    ]);
    expect([turn?.count, await listedBy("turn")]).toEqual([2, 2]);
    expect(lasting(new Date())).toBe("less than an hour");
    expect(lasting(new Date(Date.now() - 25 * 3_600_000))).toBe("1 day");
  });

  test("[F-DESK-10] a case that waits for an appointment becomes our turn on its day, not before", async () => {
    const [soon = "", now = "", requestedId = ""] = await cases(3);
    const tomorrow = { startsAt: new Date(`${inDays(1)}T16:00:00Z`), confirmed_at: new Date() };
    for (const id of [soon, requestedId]) await insertAppointment(database, id, tomorrow);
    await database.query(
      "insert into case_messages (application_id, side, body, answer_by) values ($1, 'applicant', 'Hello', now())",
      [requestedId],
    );
    const counted = async () => {
      for (const id of [soon, now, requestedId]) await db.transaction((tx) => updateTurn(tx, id));
      const { turn } = await today();
      const ours = turn?.lines.map(({ id }) => id) ?? [];
      expect([turn?.count, await listedBy("turn")]).toEqual([ours.length, ours.length]);
      return [soon, now, requestedId].map((id) => ours.includes(id));
    };
    expect(await counted()).toEqual([false, true, true]);
    await database.query("update visa_applications set waits_until = $1 where id = $2", [inDays(0), soon]);
    const { turn } = await today();
    expect([turn?.count, await listedBy("turn")]).toEqual([3, 3]);
    await database.query("update appointments set state = 'cancelled'");
    expect(await counted()).toEqual([true, true, true]);
  });

  test("[F-DESK-10] an applicant who writes again after our answer counts as a reply until it is answered", async () => {
    await insertInquiries(database, 1, 5);
    await database.query(
      "update visa_inquiries set email = 'nadege@mail.example', created_at = now() - interval '3 days' where full_name = 'Person 1'",
    );
    await database.query(
      "update visa_inquiries set email = 'Nadege@mail.example', created_at = now() where full_name = 'Person 2'",
    );
    await database.query(
      "update visa_inquiries set email = '', phone = '1' where full_name in ('Person 3', 'Person 4')",
    );
    const replies = async () => {
      const { replies: read } = await today();
      expect(await listedBy("replies")).toBe(read?.count);
      return read?.lines.map(({ name }) => name);
    };
    expect(await replies()).toEqual([]);
    await database.query(
      "update visa_inquiries set answered_at = now() - interval '1 day' where full_name in ('Person 1', 'Person 3')",
    );
    expect(await replies()).toEqual(["Person 2"]);
    const answeredBefore = (days: number) =>
      database.query(
        `update visa_inquiries set created_at = now() - interval '120 days', answered_at = now() - make_interval(days => $1)
         where full_name = 'Person 1'`,
        [days],
      );
    await answeredBefore(91);
    expect(await replies(), "an answer of more than 90 days ago").toEqual([]);
    await answeredBefore(89);
    expect(await replies()).toEqual(["Person 2"]);
    await database.query("update visa_inquiries set answered_at = now() where full_name = 'Person 2'");
    expect(await replies()).toEqual([]);
  });
});

describe("a group of Today", () => {
  test("[K-TODAY-5] with 1,200 items a group shows the first ten, counts all, and its list has exactly these", async () => {
    await insertApplications(database, 1, 600);
    await database.query("update visa_applications set application_number = 'U' || application_number");
    await insertApplications(database, 1, 600);
    await insertInquiries(database, 1, 1200);
    await database.query("update visa_inquiries set promised_by = now() - interval '1 day'");
    await database.query("update visa_applications set withdrawal_requested_at = now()");
    await database.query(
      `insert into appointments (application_id, kind, day, time, zone, starts_at, minutes, place, admin_email)
       select id, 'call', current_date, '12:00', 'America/Nassau', $1::timestamptz, 30, 'Uploaded', 'a@b.example' from visa_applications`,
      [`${inDays(0)}T16:00:00Z`],
    );
    const read = await today();
    for (const id of ["promised", "turn", "withdrawals"] as const) {
      expect([id, read[id]?.count, read[id]?.lines.length]).toEqual([id, 1200, 10]);
      expect(await listedBy(id)).toBe(1200);
    }
    const pages = [];
    for (let offset = 0; offset < 1300; offset += 100)
      pages.push(...(await readAppointments({ adminId: me.staff.adminId, limit: 100, offset })).lines);
    expect([read.appointments?.count, new Set(pages.map(({ id }) => id)).size]).toEqual([1200, 1200]);
  });

  test("[K-TODAY-5] the group of failed emails matches their list", async () => {
    await database.query(
      `insert into email_notifications (email_type, template_name, recipient_email, subject, message_id, status)
       select case when n = 1 then 'password_reset' else 'resume_link' end, 'x', 'a@mail.example', 'S', 'm' || n, 'failed'
       from generate_series(1, 3) n`,
    );
    const { rows } = await listMails(readMailFilters(new URL(groups.mails.to, "http://lucaya.test").searchParams));
    const { mails } = await today();
    expect(mails?.lines.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(mails?.count).toBe(2);
  });

  test("[K-TODAY-6] the admin's own items come first, marked, then nobody's, then others', the oldest first", async () => {
    const ids = await cases(12);
    const owners = [otherAdmin, null, me];
    for (const [n, id] of ids.entries())
      await database.query(
        "update visa_applications set owner_id = $2, turn = 'office', turn_since = now() - make_interval(days => $3) where id = $1",
        [id, owners[n % 3]?.staff.adminId ?? null, n + 1],
      );
    const { turn } = await today();
    const at = (n: number) => ids.indexOf(turn?.lines[n]?.id ?? "");
    expect(turn?.lines.map(({ isMine }) => isMine)).toEqual([...Array(4).fill(true), ...Array(6).fill(false)]);
    expect(turn?.lines.map((_, n) => at(n))).toEqual([11, 8, 5, 2, 10, 7, 4, 1, 9, 6]);
    await insertAppointment(database, ids[2] ?? "", { startsAt: new Date(`${inDays(1)}T16:00:00Z`) });
    await insertAppointment(database, ids[0] ?? "", { startsAt: new Date(`${inDays(0)}T16:00:00Z`) });
    await insertAppointment(database, ids[5] ?? "", { startsAt: new Date(`${inDays(0)}T18:00:00Z`) });
    const { appointments } = await today();
    expect(appointments?.lines.map(({ to, isMine }) => [ids.findIndex((id) => to.includes(id)), isMine])).toEqual([
      [5, true],
      [2, true],
      [0, false],
    ]);
  });

  test("[K-TODAY-7] a group that can't be read is reported, and the others are shown", async () => {
    await cases(1);
    await database.query("alter table troubles rename to troubles_away");
    await database.query("alter table appointments rename to appointments_away");
    try {
      const read = await today();
      expect([read.services, read.appointments]).toEqual([null, null]);
      expect(read.turn?.count).toBe(1);
    } finally {
      await database.query("alter table troubles_away rename to troubles");
      await database.query("alter table appointments_away rename to appointments");
    }
  });
});
