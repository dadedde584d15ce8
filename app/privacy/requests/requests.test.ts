import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nassauDay } from "~/core/time";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { address, erasureRequestsOf } from "../../../test/harness/in-process/erasure-requests";
import { runJob } from "../../../test/harness/in-process/jobs";
import { leaveStale, staffMember } from "../../../test/harness/in-process/staff";
import { madeFrom, newInquiry, storedFile } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { registerErasure } from "../erasure/erase.server";
import { beginErasureList } from "../erasure/erasure-list.server";
import { registerRestriction } from "../restricted/restrict.server";
import { requestErasure, withdrawErasureRequest } from "./ask-erasure.server";
import { confirmErasure, readErasureLink } from "./confirm-erasure.server";
import { daysLeftOf, formatDaysLeft } from "./days-left";
import { decideErasure } from "./decide-erasure.server";
import { listErasureRequests, ownRequest } from "./read-requests.server";

const database = testDatabase();
beforeAll(async () => {
  registerErasure();
  registerRestriction();
  await beginErasureList();
});
let applicant: Applicant;
beforeEach(async () => {
  applicant = new Applicant(database);
  for (const table of ["erasure_requests", "limit_counts"]) await database.query(`delete from ${table}`);
});

const { mailedToken, requestOf, confirmed, decidedCase } = erasureRequestsOf(database, () => applicant);
const inSevenYears = () => `${Number(nassauDay().slice(0, 4)) + 7}${nassauDay().slice(4)}`;
const untilThen = () =>
  new Date(`${inSevenYears()}T12:00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
const retentionMessage = () => `This must be kept until ${untilThen()}. It can be restricted.`;

describe("a person who requests erasure", () => {
  test("[V-ERASE-1] the person gets a mail, and only its link makes the request; asking twice makes one request", async () => {
    const id = await applicant.start();
    await requestErasure(applicant.context(id), id, "First.");
    const first = await mailedToken();
    await requestErasure(applicant.context(id), id, "Second.");
    expect(await requestOf(id)).toBeUndefined();
    expect(await ownRequest({ kind: "application", id })).toMatchObject({ state: "asked" });
    expect((await readErasureLink(first)).state, "the link of before").toBe("good");
    const token = await mailedToken();
    expect((await readErasureLink(token)).state).toBe("good");
    expect(await requestOf(id), "looking at it changes nothing").toBeUndefined();
    expect((await confirmErasure(token, address)).state).toBe("used");
    expect(await requestOf(id)).toMatchObject({ reason: "Second.", state: "open", daysLeft: 30 });
    await requestErasure(applicant.context(id), id, "Third.");
    expect((await listErasureRequests()).requests.filter(({ subject }) => subject.id === id)).toHaveLength(1);
  });

  test("[V-ERASE-1] a reason of more than 1,000 characters is refused, and a week-old link makes no request", async () => {
    const id = await applicant.start();
    expect(await requestErasure(applicant.context(id), id, "x".repeat(1001))).toMatchObject({
      ok: false,
      reason: "invalid",
    });
    await requestErasure(applicant.context(id), id, "x".repeat(1000));
    await database.query("update erasure_requests set created_at = now() - interval '7 days 1 minute'");
    const token = await mailedToken();
    expect((await confirmErasure(token, address)).state).toBe("expired");
    expect(await requestOf(id)).toBeUndefined();
  });

  test("[V-ERASE-1] only the person can cancel it, until it is decided", async () => {
    const id = await applicant.start();
    await confirmed(id);
    const otherApplicant = new Applicant(database);
    expect(await withdrawErasureRequest(otherApplicant.context(id), id)).toMatchObject({
      ok: false,
      reason: "forbidden",
    });
    expect(await withdrawErasureRequest(applicant.context(id), id)).toEqual({ ok: true });
    expect(await database.query("select from erasure_requests where application_id = $1", [id])).toEqual([]);
    const again = await confirmed(id);
    await decideErasure(await staffMember(database), { requestId: again, decision: "erase" });
    expect(await withdrawErasureRequest(applicant.context(id), id)).toMatchObject({ ok: false, reason: "closed" });
  });
});

test("[V-ERASE-1] a link sent to a former email confirms nothing", async () => {
  const id = await applicant.start();
  await requestErasure(applicant.context(id), id, "");
  const before = await mailedToken();
  await database.query("update visa_applications set user_email = 'new@mail.example' where id = $1", [id]);
  expect((await confirmErasure(before, address)).state).toBe("unknown");
  await requestErasure(applicant.context(id), id, "");
  expect((await confirmErasure(before, address)).state).toBe("unknown");
  expect(await requestOf(id)).toBeUndefined();
  expect((await confirmErasure(await mailedToken(), address)).state).toBe("used");
});

test("[V-ERASE-1, V-ATK-20] while its mail waits for the hourly limit, further requests of the email use that link", async () => {
  const email = `flooded${Date.now()}@mail.example`;
  const [one, two] = [await applicant.start(email), await applicant.start(email)];
  await database.query(
    `insert into email_notifications (email_type, template_name, recipient_email, subject, message_id, status, due_at)
     select 'resume_link', 'resume_link', $1, 'x', gen_random_uuid()::text, 'sent', now() from generate_series(1, 6)`,
    [email],
  );
  const requestErasureOf = async (id: string) =>
    expect(await requestErasure(applicant.context(id), id, "")).toEqual({ ok: true });
  await requestErasureOf(one);
  expect(await withdrawErasureRequest(applicant.context(one), one)).toEqual({ ok: true });
  await requestErasureOf(one);
  await requestErasureOf(two);
  const waiting = await database.query<{ data: { covers: string[] } }>(
    "select template_data as data from email_notifications where recipient_email = $1 and email_type = 'erasure_confirm'",
    [email],
  );
  expect(waiting.map(({ data }) => data.covers.length)).toEqual([2]);
  expect(await confirmErasure(await mailedToken(), address)).toMatchObject({ state: "used" });
  expect([(await requestOf(one))?.state, (await requestOf(two))?.state]).toEqual(["open", "open"]);
});

describe("erasure requests at the desk", () => {
  test("[V-ERASE-2] the desk lists them oldest first with the remaining days of 30, or as overdue", async () => {
    const [one, two] = [await applicant.start(), await applicant.start()];
    await confirmed(one);
    await confirmed(two);
    await database.query(
      `update erasure_requests set confirmed_at = (now() at time zone 'America/Nassau' - interval '32 days') at time zone 'America/Nassau'
       where application_id = $1`,
      [two],
    );
    const { requests: listed } = await listErasureRequests();
    expect(listed.map(({ subject }) => subject.id)).toEqual([two, one]);
    expect(listed.map(({ daysLeft }) => formatDaysLeft(daysLeft))).toEqual(["Overdue by 2 days", "30 days left"]);
    expect(listed[0]?.subject.label).toMatch(/^Application BV\d\d-/);
    expect(formatDaysLeft(daysLeftOf(new Date("2026-11-01T03:00:00Z"), "2026-11-29"))).toBe("1 day left");
  });

  test("[V-ERASE-2] desk and mail say that a case's inquiry is erased with it, and count the files of both", async () => {
    const id = await applicant.start();
    const inquiry = await newInquiry();
    await madeFrom(inquiry, id);
    await storedFile(id);
    const file = await storedFile(null);
    await database.query("update documents set inquiry_id = $2 where id = $1", [file.id, inquiry]);
    const requestId = await confirmed(id);
    const pattern = new RegExp(`, with the inquiry ${inquiry.slice(0, 12).toUpperCase()} that it was made from$`);
    expect(await requestOf(id)).toMatchObject({ files: 2, subject: { label: expect.stringMatching(pattern) } });
    const [mail] = await database.query<{ data: { covers: string[] } }>(
      "select template_data as data from email_notifications where email_type = 'erasure_confirm' order by created_at desc limit 1",
    );
    expect(mail?.data.covers).toEqual([expect.stringMatching(pattern)]);
    await decideErasure(await staffMember(database), { requestId, decision: "erase" });
    for (const data of await database.enqueued("privacy.erase")) await runJob("privacy.erase", data);
    for (const table of ["visa_inquiries", "visa_applications"])
      expect(await database.query(`select from ${table} where id = any($1)`, [[id, inquiry]]), table).toEqual([]);
  });

  test("[V-ERASE-2] the desk lists the hundred oldest and their total number", async () => {
    await database.query(
      `with made as (
         insert into visa_applications (application_number, user_email)
         select 'LIST-' || n, n || '@mail.example' from generate_series(1, 103) n returning id, user_email)
       insert into erasure_requests (group_id, application_id, email, state, confirmed_at)
       select gen_random_uuid(), id, user_email, 'open', now() - make_interval(hours => split_part(user_email, '@', 1)::int)
       from made`,
    );
    const { all, requests } = await listErasureRequests();
    expect([all, requests.length]).toEqual([103, 100]);
    expect(requests.map(({ email }) => email).slice(0, 2)).toEqual(["103@mail.example", "102@mail.example"]);
    await database.query("delete from visa_applications where application_number like 'LIST-%'");
  });

  test("[V-ERASE-2] a super admin erases what is allowed, recorded; a regular admin gets 403", async () => {
    const id = await applicant.start();
    const { application } = await applicant.found(id);
    const requestId = await confirmed(id);
    const regular = await staffMember(database, "regular_admin");
    expect(await decideErasure(regular, { requestId, decision: "erase" })).toMatchObject({
      ok: false,
      reason: "forbidden",
    });
    const superAdmin = await staffMember(database);
    const stale = await staffMember(database);
    await leaveStale(database, stale);
    for (const decision of ["erase", "restrict", "refuse"])
      expect(await decideErasure(stale, { requestId, decision, reason: "x" })).toMatchObject({ reason: "fresh" });
    expect(await decideErasure(superAdmin, { requestId, decision: "erase" })).toEqual({ ok: true });
    expect(await decideErasure(superAdmin, { requestId, decision: "erase" })).toMatchObject({
      ok: false,
      reason: "conflict",
    });
    for (const data of await database.enqueued("privacy.erase")) await runJob("privacy.erase", data);
    expect(await database.query("select from visa_applications where id = $1", [id])).toHaveLength(0);
    const mails = await database.query(
      "select recipient_email as to from email_notifications where email_type = 'data_erased'",
    );
    expect(mails).toContainEqual({ to: application.userEmail });
    const [entry] = await database.query(
      "select admin_email as by, subject_name as name from admin_activity_log where action_type = 'erasure_decided' and subject_id = $1",
      [id],
    );
    expect(entry).toEqual({ by: superAdmin.staff.email, name: application.applicationNumber });
  });

  test("[V-ERASE-2] a refusal needs a reason of 1 to 1,000 characters, which is recorded and mailed", async () => {
    const id = await applicant.start();
    const requestId = await confirmed(id);
    const superAdmin = await staffMember(database);
    for (const reason of ["", "x".repeat(1001)])
      expect(await decideErasure(superAdmin, { requestId, decision: "refuse", reason })).toMatchObject({
        reason: "invalid",
      });
    expect(await decideErasure(superAdmin, { requestId, decision: "refuse", reason: "A claim is pending." })).toEqual({
      ok: true,
    });
    const [mail] = await database.query<{ data: object }>(
      "select template_data as data from email_notifications where email_type = 'erasure_refused'",
    );
    expect(mail?.data).toMatchObject({ reason: "A claim is pending.", mustKeep: null });
    expect(await ownRequest({ kind: "application", id })).toEqual({ state: "refused", answer: "A claim is pending." });
  });

  test("[V-ERASE-3] erasing a case within 7 years of its decision is refused with the day, also in the mail; an open case has to be closed first", async () => {
    const superAdmin = await staffMember(database);
    const decided = await decidedCase();
    const requestId = await confirmed(decided);
    expect(await decideErasure(superAdmin, { requestId, decision: "erase" })).toMatchObject({
      ok: false,
      message: retentionMessage(),
    });
    await decideErasure(superAdmin, { requestId, decision: "refuse", reason: "The law." });
    const [mail] = await database.query<{ data: { mustKeep: string } }>(
      "select template_data as data from email_notifications where email_type = 'erasure_refused' order by created_at desc limit 1",
    );
    expect(mail?.data.mustKeep).toContain(`to keep it until ${untilThen()}. Until then we can lock it away`);
    const open = await applicant.ready();
    await applicant.submit(open);
    const ofOpen = await confirmed(open);
    for (const decision of ["erase", "restrict"])
      expect(await decideErasure(superAdmin, { requestId: ofOpen, decision })).toMatchObject({
        ok: false,
        message: "Close the case before you decide.",
      });
    const old = await decidedCase(8);
    expect(await decideErasure(superAdmin, { requestId: await confirmed(old), decision: "erase" })).toEqual({
      ok: true,
    });
  });
});
