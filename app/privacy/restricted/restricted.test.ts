import { buffer } from "node:stream/consumers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findRestrictedCase } from "~/applications/access/find-restricted.server";
import { restrictedBy } from "~/applications/access/resume.server";
import { listApplications, readFilters } from "~/cases/desk/list/list.server";
import { holdsOf, placeHold, removeHold } from "~/cases/legal-hold/holds.server";
import { nassauDay } from "~/core/time";
import { Applicant, mailsOf } from "../../../test/harness/applicants/in-process";
import { filesIn } from "../../../test/harness/case/zip";
import { linkTo } from "../../../test/harness/in-process/draft";
import { dumpOf } from "../../../test/harness/in-process/dump";
import { erasureRequestsOf } from "../../../test/harness/in-process/erasure-requests";
import { runJob } from "../../../test/harness/in-process/jobs";
import { nightsIn } from "../../../test/harness/in-process/nights";
import { leaveStale, staffMember } from "../../../test/harness/in-process/staff";
import { madeFrom, newInquiry, storedFile } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { registerErasure } from "../erasure/erase.server";
import { eraseAgain } from "../erasure/erase-again.server";
import { beginErasureList, readErasureList } from "../erasure/erasure-list.server";
import { decideErasure } from "../requests/decide-erasure.server";
import { readRetention } from "../retention/read-runs.server";
import { readTonight } from "../retention/tonight.server";
import { sweepPrivacy } from "../sweep.server";
import {
  findRestricted,
  hasOpened,
  openRestricted,
  openRestrictedFile,
  readRestrictedData,
} from "./open-restricted.server";
import { registerRestriction } from "./restrict.server";

const database = testDatabase();
const nights = nightsIn(database);
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

const { confirmed, decidedCase } = erasureRequestsOf(database, () => applicant);

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

describe("a restricted case", () => {
  test("[V-ERASE-4] a restricted case is in no list, search, person, export or report, and shows number, service, status and day", async () => {
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
    const retainedTables = ["restricted_cases", "kept_receipts", "admin_activity_log"];
    const remaining = (await dumpOf(database, retainedTables)).split("\n");
    const values = [application.userEmail, application.applicationNumber];
    const last = remaining.filter(
      (row) => values.some((value) => row.includes(value)) && !row.includes("privacy.erase-late"),
    );
    expect(last, "but for the last mail, which waits to be sent").toEqual([expect.stringContaining("case_restricted")]);
    const record = JSON.stringify(await database.query("select * from admin_activity_log where subject_id = $1", [id]));
    for (const value of [application.userEmail, "Please be kind"]) expect(record).not.toContain(value);
  });

  test("[V-ERASE-4] a super admin can open a restricted case for ten minutes with a reason, which is recorded", async () => {
    const { id } = await restricted();
    const found = await findRestricted(id);
    const superAdmin = await staffMember(database);
    expect(await openRestricted(await staffMember(database, "regular_admin"), { id, reason: "x" })).toMatchObject({
      reason: "forbidden",
    });
    expect(await openRestricted(superAdmin, { id, reason: " " })).toMatchObject({ ok: false, reason: "invalid" });
    expect(await hasOpened(superAdmin.staff, id)).toBe(false);
    expect(await openRestricted(superAdmin, { id, reason: "A court asks." })).toEqual({ ok: true });
    expect(await hasOpened(superAdmin.staff, id)).toBe(true);
    const older = (interval: string) =>
      database.query(
        `update admin_activity_log set created_at = now() - $2::interval
         where action_type = 'restricted_case_opened' and subject_id = $1`,
        [id, interval],
      );
    await older("9 minutes 50 seconds");
    expect(await hasOpened(superAdmin.staff, id)).toBe(true);
    await older("10 minutes");
    expect(await hasOpened(superAdmin.staff, id)).toBe(false);
    await older("1 minute");
    await leaveStale(database, superAdmin);
    expect(await hasOpened(superAdmin.staff, id), "in a session that is not fresh").toBe(false);
    expect(await openRestricted(superAdmin, { id, reason: "A court asks." })).toMatchObject({
      ok: false,
      reason: "fresh",
    });
    const data = await readRestrictedData(found?.dataDocumentId ?? "");
    expect(data.steps.length).toBeGreaterThan(5);
    expect(data.messages.map(({ text }) => text)).toContain("Please be kind");
    const [entry] = await database.query(
      "select details, admin_email as by from admin_activity_log where action_type = 'restricted_case_opened' and subject_id = $1",
      [id],
    );
    expect(entry).toEqual({ details: { reason: "A court asks." }, by: superAdmin.staff.email });
  });

  test("[V-ERASE-7] a restored backup with a restricted case in its tables restricts it again, even under a legal hold; on its day it is erased again", async () => {
    const [one, two, three] = [await decidedCase(), await decidedCase(8), (await restricted()).id];
    const { application } = await applicant.found(one);
    await database.query(
      "insert into legal_holds (application_id, reason, placed_by) values ($1, 'A claim', 'a@b.example')",
      [two],
    );
    const mails = await database.query("select from email_notifications");
    const at = new Date().toISOString();
    await eraseAgain([
      { id: one, kind: "restriction", at, until: "2031-05-04" },
      { id: two, kind: "application", at },
      { id: three, kind: "application", at },
    ]);
    expect(await findRestrictedCase(one)).toMatchObject({ number: application.applicationNumber, until: "2031-05-04" });
    expect(await database.query("select from visa_applications where id = any($1)", [[one, two]])).toEqual([]);
    expect(await findRestricted(three)).toBeNull();
    expect((await readRestrictedData((await findRestricted(one))?.dataDocumentId ?? "")).steps.length).toBeGreaterThan(
      5,
    );
    expect((await database.query("select from email_notifications")).length).toBeLessThanOrEqual(mails.length);
  });

  test("[V-ERASE-4] a restricted case's private link opens its page, which says that it is restricted, and nothing else", async () => {
    const id = await decidedCase();
    const [token] = await database.query<{ id: string; token: string }>(
      "select id, resume_token as token from visa_applications where id = $1",
      [id],
    );
    const link = linkTo(token ?? { id: "", token: "" });
    expect(await restrictedBy(link)).toBeUndefined();
    await eraseAgain([{ id, kind: "restriction", at: new Date().toISOString(), until: "2031-05-04" }]);
    expect(await restrictedBy(link)).toBe(id);
    expect(await restrictedBy(`${link.slice(0, -4)}AAAA`)).toBeUndefined();
  });

  test("[V-ERASE-4] a case is not restricted while one of its files can't be read, and is once it can", async () => {
    const id = await decidedCase();
    const file = await storedFile(id);
    await database.query("update documents set scan = 'waiting' where id = $1", [file.id]);
    await confirmed(id);
    await database.query("update erasure_requests set state = 'restricting' where application_id = $1", [id]);
    await expect(runJob("privacy.restrict", { applicationId: id })).rejects.toThrow();
    expect(await database.query("select from documents where id = $1", [file.id])).toHaveLength(1);
    const isListed = async () => (await readErasureList())?.some((entry) => entry.id === id);
    expect(await isListed(), "in the list of erasures").toBe(false);
    await database.query("update documents set scan = 'clean' where id = $1", [file.id]);
    // Fails at the very end, after the list entry was written.
    await database.query(`create function break_off() returns trigger language plpgsql as $$
      begin raise exception 'broken off'; end $$`);
    await database.query(
      `create constraint trigger break_off after insert on restricted_cases deferrable initially deferred
       for each row execute function break_off()`,
    );
    await expect(runJob("privacy.restrict", { applicationId: id })).rejects.toThrow();
    await database.query("drop trigger break_off on restricted_cases");
    expect(await isListed(), "what failed at its end").toBe(false);
    await runJob("privacy.restrict", { applicationId: id });
    expect(await findRestricted(id)).not.toBeNull();
  });
});

describe("a case moved to restricted storage", () => {
  test("[V-ERASE-4, V-RET-13] the nightly run erases a restricted case on its day, but not under a legal hold", async () => {
    const { id, application } = await restricted();
    expect(await nights.run()).not.toHaveProperty("restricted-cases");
    const found = await findRestricted(id);
    await database.query(
      "update restricted_cases set restricted_until = (now() at time zone 'America/Nassau')::date where id = $1",
      [id],
    );
    const superAdmin = await staffMember(database);
    expect(await placeHold(superAdmin, { applicationId: id, reason: "A bank asks." })).toEqual({ ok: true });
    expect(await placeHold(superAdmin, { applicationId: id, reason: "Again." })).toMatchObject({ reason: "conflict" });
    expect((await readRetention()).holds).toMatchObject([{ id, number: application.applicationNumber }]);
    const tonight = async () => (await readTonight()).counts.find(({ kind }) => kind === "restricted-cases")?.numbers;
    expect(await tonight()).toEqual([]);
    expect(await nights.run()).not.toHaveProperty("restricted-cases");
    await expect(database.query("delete from restricted_cases where id = $1", [id])).rejects.toThrow(
      "a case under a legal hold is not deleted",
    );
    expect(await removeHold(superAdmin, { applicationId: id, reason: "The bank is done." })).toEqual({ ok: true });
    expect(await tonight()).toEqual([application.applicationNumber]);
    expect(await nights.run()).toMatchObject({ "restricted-cases": 1 });
    expect(await findRestricted(id)).toBeNull();
    expect(await database.query("select number from erasures where id = $1", [id])).toEqual([
      { number: application.applicationNumber },
    ]);
    const files = [found?.documentId, found?.dataDocumentId];
    expect(await database.query("select from documents where id = any($1)", [files])).toEqual([]);
    expect(await dumpOf(database), "reasons of holds").not.toMatch(/A bank asks\.|The bank is done\./);
    expect((await readErasureList())?.find((entry) => entry.id === id)).toMatchObject({ kind: "application" });
  });

  test("[V-ERASE-4, V-RET-13] a restricted case keeps its earlier legal holds, and its inquiry with its files", async () => {
    const id = await decidedCase();
    const superAdmin = await staffMember(database);
    await placeHold(superAdmin, { applicationId: id, reason: "A first claim." });
    await removeHold(superAdmin, { applicationId: id, reason: "It was settled." });
    const inquiry = await newInquiry();
    await madeFrom(inquiry, id);
    const file = await storedFile(null);
    await database.query("update documents set inquiry_id = $2, document_name = 'asked.pdf' where id = $1", [
      file.id,
      inquiry,
    ]);
    const requestId = await confirmed(id);
    await decideErasure(superAdmin, { requestId, decision: "restrict" });
    await runJob("privacy.restrict", { applicationId: id });
    expect(await holdsOf(id)).toMatchObject([{ reason: "A first claim.", removalReason: "It was settled." }]);
    const files = filesIn(
      await buffer((await openRestrictedFile((await findRestricted(id))?.documentId ?? "")).stream),
    );
    expect([...files.keys()]).toContain("asked.pdf");
    expect(JSON.parse(files.get("data.json")?.toString() ?? "")).toMatchObject({
      inquiry: { inquiry: { fullName: "Nadège" } },
    });
    expect(await database.query("select from visa_inquiries where id = $1", [inquiry])).toEqual([]);
    expect((await readErasureList())?.find((entry) => entry.id === inquiry)).toMatchObject({
      kind: "inquiry",
      with: id,
    });
  });
});

describe("a restricted case of a restored backup", () => {
  test("[V-ERASE-7, F-SAFE-5] restricting it again includes the inquiry that was restricted with it, and none that stayed or was erased separately", async () => {
    const at = new Date().toISOString();
    const until = "2031-05-04";
    const inquiryExists = async (inquiry: string) =>
      (await database.query("select from visa_inquiries where id = $1", [inquiry])).length > 0;
    const otherCase = await decidedCase();
    const erased = (id: string, seconds: number) =>
      ({ id, kind: "inquiry", at: new Date(Date.parse(at) + seconds * 1_000).toISOString() }) as const;
    // In the backup all cases have their inquiry's email, and all inquiries exist.
    const entryOf = {
      "stayed, as it was another person’s": () => [],
      "went with it": (id: string, inquiry: string) => [{ id: inquiry, kind: "inquiry", at, with: id } as const],
      "was erased by itself before": (_id: string, inquiry: string) => [erased(inquiry, -60)],
      "was erased by itself later": (_id: string, inquiry: string) => [erased(inquiry, 3600)],
      "went with another case": (_id: string, inquiry: string) => [
        { id: inquiry, kind: "inquiry", at, with: otherCase } as const,
      ],
    };
    const results: Record<string, unknown> = {};
    for (const [how, listed] of Object.entries(entryOf)) {
      const [id, inquiry] = [await decidedCase(), await newInquiry()];
      await madeFrom(inquiry, id);
      await eraseAgain([{ id, kind: "restriction", at, until }, ...listed(id, inquiry)]);
      const files = filesIn(
        await buffer((await openRestrictedFile((await findRestricted(id))?.documentId ?? "")).stream),
      );
      const retained = JSON.parse(files.get("data.json")?.toString() ?? "").inquiry;
      results[how] = { there: await inquiryExists(inquiry), inItsFiles: retained?.inquiry.fullName ?? null };
    }
    expect(results).toEqual({
      "stayed, as it was another person’s": { there: true, inItsFiles: null },
      "went with it": { there: false, inItsFiles: "Nadège" },
      "was erased by itself before": { there: false, inItsFiles: null },
      "was erased by itself later": { there: false, inItsFiles: null },
      "went with another case": { there: false, inItsFiles: null },
    });
  });

  test("[V-ERASE-7] a restricted case of a restored backup is listed with its day", async () => {
    const { id } = await restricted();
    const [row] = await database.query<{ until: string }>(
      "select restricted_until::text as until from restricted_cases where id = $1",
      [id],
    );
    const listed = (await readErasureList())?.find((entry) => entry.id === id);
    expect(listed).toEqual({ id, kind: "restriction", at: expect.any(String), until: row?.until });
  });
});

describe("a decided erasure", () => {
  test("[V-RET-13, V-ERASE-2] an erasure that a legal hold prevented runs once the hold is removed", async () => {
    const id = await applicant.start();
    const requestId = await confirmed(id);
    await decideErasure(await staffMember(database), { requestId, decision: "erase" });
    await database.query(
      "insert into legal_holds (application_id, reason, placed_by) values ($1, 'A claim', 'a@b.example')",
      [id],
    );
    await runJob("privacy.erase", { kind: "application", id });
    await database.query("update erasure_requests set decided_at = now() - interval '2 hours' where id = $1", [
      requestId,
    ]);
    await sweepPrivacy();
    const rows = () => database.query("select from visa_applications where id = $1", [id]);
    expect(await rows()).toHaveLength(1);
    await database.query("delete from legal_holds");
    await sweepPrivacy();
    expect(await rows()).toHaveLength(0);
  });

  test("[V-ERASE-3] a draft submitted since the decision waits for a decision again", async () => {
    const id = await applicant.ready();
    const requestId = await confirmed(id);
    expect(await decideErasure(await staffMember(database), { requestId, decision: "erase" })).toEqual({ ok: true });
    await applicant.submit(id);
    await runJob("privacy.erase", { kind: "application", id });
    expect(await database.query("select state from erasure_requests where id = $1", [requestId])).toEqual([
      { state: "open" },
    ]);
  });
});
