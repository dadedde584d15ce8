import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listApplications, readFilters } from "~/applications/desk/list/list.server";
import { findRestrictedCase } from "~/applications/restricted/find-restricted.server";
import { nassauDay } from "~/ground/time";
import { makeLinks } from "~/mail/links/make-links.server";
import { Applicant, mailsOf } from "../../../test/harness/applicants/in-process";
import { runJob } from "../../../test/harness/in-process/jobs";
import { ownDatabase } from "../../../test/harness/in-process/own-database";
import { leaveStale, openSession, staffMember } from "../../../test/harness/in-process/staff";
import { registerErasure } from "../erasure/erase.server";
import { beginErasureList } from "../erasure/erasure-list.server";
import { findRestricted, hasOpened, openRestricted, readPutAway } from "../restricted/open-restricted.server";
import { registerRestriction } from "../restricted/restrict.server";
import { sweepPrivacy } from "../sweep.server";
import { askErasure, takeBackErasure } from "./ask-erasure.server";
import { confirmErasure, readErasureLink } from "./confirm-erasure.server";
import { daysLeftOf, daysLeftWords } from "./days-left";
import { decideErasure } from "./decide-erasure.server";
import { listErasureRequests, ownRequest } from "./read-requests.server";

const database = ownDatabase();
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

const address = "203.0.113.5";
/** The token of the newest mail that asks for a confirmation. */
async function mailedToken(): Promise<string> {
  const [mail] = await database.query<{ to: string; data: { group: string } }>(
    `select recipient_email as "to", template_data as data from email_notifications
     where email_type = 'erasure_confirm' order by created_at desc limit 1`,
  );
  const links = await makeLinks(
    ["erase"],
    { recipientEmail: mail?.to ?? "", templateData: mail?.data ?? {} },
    undefined,
  );
  if (typeof links === "string") throw new Error(links);
  return new URL(links.erase).searchParams.get("token") ?? "";
}
const requestOf = async (id: string) => (await listErasureRequests()).find(({ subject }) => subject.id === id);

/** Asked for and confirmed; the request's key. */
async function confirmed(id: string, reason = ""): Promise<string> {
  expect(await askErasure(applicant.context(id), id, reason)).toEqual({ ok: true });
  expect(await confirmErasure(await mailedToken(), address)).toMatchObject({ state: "used" });
  return (await requestOf(id))?.id ?? "";
}

/** A case as staff decided it so many years ago. */
async function decidedCase(years = 0, status = "approved") {
  const id = await applicant.ready();
  await applicant.submit(id);
  await database.query("update visa_applications set status = $2::application_status where id = $1", [id, status]);
  await database.query(
    `insert into application_status_history (application_id, from_status, to_status, created_at)
     values ($1, 'submitted', $2::application_status, now() - make_interval(years => $3))`,
    [id, status, years],
  );
  return id;
}
const inSevenYears = () => `${Number(nassauDay().slice(0, 4)) + 7}${nassauDay().slice(4)}`;
const keptWords = () =>
  `This must be kept until ${new Date(`${inSevenYears()}T12:00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" })}. It can be restricted.`;

describe("who asks for erasure", () => {
  test("[V-ERASE-1] gets a mail, and only its link makes it a request; asked twice it is one", async () => {
    const id = await applicant.start();
    await askErasure(applicant.context(id), id, "First.");
    const first = await mailedToken();
    await askErasure(applicant.context(id), id, "Second.");
    expect(await requestOf(id)).toBeUndefined();
    expect(await ownRequest({ kind: "application", id })).toMatchObject({ state: "asked" });
    expect((await readErasureLink(first)).state, "the link of before").toBe("good");
    const token = await mailedToken();
    expect((await readErasureLink(token)).state).toBe("good");
    expect(await requestOf(id), "looking at it changes nothing").toBeUndefined();
    expect((await confirmErasure(token, address)).state).toBe("used");
    expect(await requestOf(id)).toMatchObject({ reason: "Second.", state: "open", daysLeft: 30 });
    await askErasure(applicant.context(id), id, "Third.");
    expect((await listErasureRequests()).filter(({ subject }) => subject.id === id)).toHaveLength(1);
  });

  test("[V-ERASE-1] a reason of more than 1,000 characters is refused, a link of a week ago makes no request", async () => {
    const id = await applicant.start();
    expect(await askErasure(applicant.context(id), id, "x".repeat(1001))).toMatchObject({
      ok: false,
      reason: "invalid",
    });
    await askErasure(applicant.context(id), id, "x".repeat(1000));
    await database.query("update erasure_requests set created_at = now() - interval '7 days 1 minute'");
    const token = await mailedToken();
    expect((await confirmErasure(token, address)).state).toBe("expired");
    expect(await requestOf(id)).toBeUndefined();
  });

  test("[V-ERASE-1] takes it back until it is decided; nobody else can", async () => {
    const id = await applicant.start();
    await confirmed(id);
    const other = new Applicant(database);
    expect(await takeBackErasure(other.context(id), id)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await takeBackErasure(applicant.context(id), id)).toEqual({ ok: true });
    expect(await requestOf(id)).toBeUndefined();
    const again = await confirmed(id);
    await decideErasure(await staffMember(database), { requestId: again, decision: "erase" });
    expect(await takeBackErasure(applicant.context(id), id)).toMatchObject({ ok: false, reason: "closed" });
  });
});

describe("the desk", () => {
  test("[V-ERASE-2] lists them oldest first with the days left of 30, or overdue", async () => {
    const [one, two] = [await applicant.start(), await applicant.start()];
    await confirmed(one);
    await confirmed(two);
    await database.query(
      "update erasure_requests set confirmed_at = now() - interval '32 days' where application_id = $1",
      [two],
    );
    const listed = await listErasureRequests();
    expect(listed.map(({ subject }) => subject.id)).toEqual([two, one]);
    expect(listed.map(({ daysLeft }) => daysLeftWords(daysLeft))).toEqual(["Overdue by 2 days", "30 days left"]);
    expect(listed[0]?.subject.words).toMatch(/^Application BV26-/);
    expect(daysLeftWords(daysLeftOf(new Date("2026-11-01T03:00:00Z"), "2026-11-29"))).toBe("1 day left");
  });

  test("[V-ERASE-2] a super admin erases what may go, and it is recorded; a regular admin gets 403", async () => {
    const id = await applicant.start();
    const { application } = await applicant.found(id);
    const requestId = await confirmed(id);
    const regular = await staffMember(database, "regular_admin");
    expect(await decideErasure(regular, { requestId, decision: "erase" })).toMatchObject({
      ok: false,
      reason: "forbidden",
    });
    const boss = await staffMember(database);
    await leaveStale(database, boss);
    for (const decision of ["erase", "restrict", "refuse"])
      expect(await decideErasure(boss, { requestId, decision, reason: "x" })).toMatchObject({ reason: "fresh" });
    expect(await requestOf(id)).toMatchObject({ state: "open" });
    await database.query("update session set fresh_at = now() where id = $1", [boss.staff.sessionId]);
    expect(await decideErasure(boss, { requestId, decision: "erase" })).toEqual({ ok: true });
    expect(await decideErasure(boss, { requestId, decision: "erase" })).toMatchObject({
      ok: false,
      reason: "conflict",
    });
    for (const data of await database.enqueued("privacy.erase")) await runJob("privacy.erase", data);
    expect(await database.query("select from visa_applications where id = $1", [id])).toHaveLength(0);
    const told = await database.query(
      "select recipient_email as to from email_notifications where email_type = 'data_erased'",
    );
    expect(told).toContainEqual({ to: application.userEmail });
    const [entry] = await database.query(
      "select admin_email as by, subject_name as name from admin_activity_log where action_type = 'erasure_decided' and subject_id = $1",
      [id],
    );
    expect(entry).toEqual({ by: boss.staff.email, name: application.applicationNumber });
  });

  test("[V-ERASE-2] refuses with a reason of 1 to 1,000 characters, which is recorded and mailed", async () => {
    const id = await applicant.start();
    const requestId = await confirmed(id);
    const boss = await staffMember(database);
    for (const reason of ["", "x".repeat(1001)])
      expect(await decideErasure(boss, { requestId, decision: "refuse", reason })).toMatchObject({ reason: "invalid" });
    expect(await decideErasure(boss, { requestId, decision: "refuse", reason: "A claim is pending." })).toEqual({
      ok: true,
    });
    const [mail] = await database.query<{ data: object }>(
      "select template_data as data from email_notifications where email_type = 'erasure_refused'",
    );
    expect(mail?.data).toMatchObject({ reason: "A claim is pending.", mustKeep: null });
    expect(await ownRequest({ kind: "application", id })).toEqual({ state: "refused", answer: "A claim is pending." });
  });

  test("[V-ERASE-3] of a case within 7 years of its decision erasure is refused with the day, also in the answer; an open one has to be closed", async () => {
    const boss = await staffMember(database);
    const decided = await decidedCase();
    const requestId = await confirmed(decided);
    expect(await decideErasure(boss, { requestId, decision: "erase" })).toMatchObject({
      ok: false,
      message: keptWords(),
    });
    await decideErasure(boss, { requestId, decision: "refuse", reason: "The law." });
    const [mail] = await database.query<{ data: { mustKeep: string } }>(
      "select template_data as data from email_notifications where email_type = 'erasure_refused' order by created_at desc limit 1",
    );
    expect(mail?.data.mustKeep).toBe(keptWords());
    const open = await applicant.ready();
    await applicant.submit(open);
    const ofOpen = await confirmed(open);
    for (const decision of ["erase", "restrict"])
      expect(await decideErasure(boss, { requestId: ofOpen, decision })).toMatchObject({
        ok: false,
        message: "Close the case before you decide.",
      });
    const old = await decidedCase(8);
    expect(await decideErasure(boss, { requestId: await confirmed(old), decision: "erase" })).toEqual({ ok: true });
  });
});

describe("a restricted case", () => {
  async function restricted() {
    const id = await decidedCase(2, "denied");
    const { application } = await applicant.found(id);
    await database.query(
      "insert into case_messages (application_id, side, body) values ($1, 'applicant', 'Please be kind')",
      [id],
    );
    const requestId = await confirmed(id);
    expect(await decideErasure(await staffMember(database), { requestId, decision: "restrict" })).toEqual({ ok: true });
    for (const data of await database.enqueued("privacy.restrict")) await runJob("privacy.restrict", data);
    return { id, application };
  }

  test("[V-ERASE-4] is in no list, search, person, export or report, and shows number, service, status and day", async () => {
    const { id, application } = await restricted();
    const until = `${Number(nassauDay().slice(0, 4)) + 5}${nassauDay().slice(4)}`;
    expect(await findRestrictedCase(id)).toMatchObject({
      number: application.applicationNumber,
      status: "denied",
      until,
    });
    const list = await listApplications(readFilters(new URLSearchParams({ q: application.applicationNumber })));
    expect(list.rows).toEqual([]);
    for (const table of [
      "visa_applications",
      "person_records",
      "case_messages",
      "ledger_entries",
      "email_notifications",
    ]) {
      const column = table === "visa_applications" ? "id" : "application_id";
      expect(await database.query(`select from ${table} where ${column} = $1`, [id]), table).toHaveLength(0);
    }
    expect(await mailsOf(database, id)).toEqual([]);
  });

  test("[V-ERASE-4, V-FRESH-6] a super admin opens it with a reason that is recorded, for a while", async () => {
    const { id } = await restricted();
    const found = await findRestricted(id);
    const boss = await staffMember(database);
    expect(await openRestricted(await staffMember(database, "regular_admin"), { id, reason: "x" })).toMatchObject({
      reason: "forbidden",
    });
    expect(await openRestricted(boss, { id, reason: " " })).toMatchObject({ ok: false, reason: "invalid" });
    expect(await hasOpened(boss.staff, id)).toBe(false);
    await leaveStale(database, boss);
    expect(await openRestricted(boss, { id, reason: "A court asks." })).toMatchObject({ reason: "fresh" });
    expect(await hasOpened(boss.staff, id)).toBe(false);
    await database.query("update session set fresh_at = now() where id = $1", [boss.staff.sessionId]);
    expect(await openRestricted(boss, { id, reason: "A court asks." })).toEqual({ ok: true });
    expect(await hasOpened(boss.staff, id)).toBe(true);
    const sessionId = await openSession(database, boss.staff.userId);
    await database.query("update session set fresh_at = now() - interval '1 hour' where id = $1", [sessionId]);
    expect(await hasOpened({ ...boss.staff, sessionId }, id), "a session that nobody confirmed").toBe(false);
    const data = await readPutAway(found?.dataDocumentId ?? "");
    expect(data.steps.length).toBeGreaterThan(5);
    expect(data.messages.map(({ text }) => text)).toContain("Please be kind");
    const [entry] = await database.query(
      "select details, admin_email as by from admin_activity_log where action_type = 'restricted_case_opened' and subject_id = $1",
      [id],
    );
    expect(entry).toEqual({ details: { reason: "A court asks." }, by: boss.staff.email });
  });

  test("[V-ERASE-4] is erased on its day", async () => {
    const { id, application } = await restricted();
    await sweepPrivacy();
    const found = await findRestricted(id);
    expect(found).not.toBeNull();
    await database.query(
      "update restricted_cases set restricted_until = (now() at time zone 'America/Nassau')::date where id = $1",
      [id],
    );
    await sweepPrivacy();
    expect(await findRestricted(id)).toBeNull();
    expect(await database.query("select number from erasures where id = $1", [id])).toEqual([
      { number: application.applicationNumber },
    ]);
    const files = [found?.documentId, found?.dataDocumentId];
    expect(await database.query("select from documents where id = any($1)", [files])).toEqual([]);
  });
});
