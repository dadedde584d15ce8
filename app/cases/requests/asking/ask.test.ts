import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { readForApplicant } from "~/cases/requests/read-requests.server";
import { setStatus } from "~/cases/status/desk/set-status.server";
import { insertApplications } from "../../../../test/harness/applicants/application-rows";
import { letUndoPass } from "../../../../test/harness/desk/undo";
import { entry, recordOf, whileNothingIsInserted, withoutChange } from "../../../../test/harness/desk/verbs";
import { inDays } from "../../../../test/harness/in-days";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { requestItems } from "./ask.server";
import { changeItemDueDate, withdrawItem } from "./change-item.server";
import { emptyItem, type TypedItem } from "./check-items";

const database = testDatabase();
let staff: StaffContext;
let id = "";
beforeAll(async () => {
  staff = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  for (const table of ["visa_applications", "email_notifications", "admin_activity_log", "pgboss.job"])
    await database.query(`delete from ${table}`);
  await insertApplications(database, 1, 1);
  const [row] = await database.query<{ id: string }>("select id from visa_applications");
  id = row?.id ?? "";
  await database.query(
    "update visa_applications set visa_service_id = (select id from visa_services where slug = 'us-travel-b1-b2-visa') where id = $1",
    [id],
  );
});

const passport: TypedItem = { ...emptyItem, what: "document:passport_copy", reason: "The scan is too dark." };
const letter: TypedItem = {
  ...emptyItem,
  what: "document",
  name: "Letter of your employer",
  reason: "It shows your leave.",
};
const question: TypedItem = {
  ...emptyItem,
  what: "question",
  name: "Who pays for the trip?",
  reason: "It was left open.",
};
const request = (items: TypedItem[], more: object = {}, as = staff) =>
  requestItems(as, { applicationId: id, items, setStatus: true, ...more });
const items = () =>
  database.query("select * from case_request_items where application_id = $1 order by created_at, position", [id]);
const mails = () =>
  database.query<{ kind: string; data: Record<string, string> }>(
    "select email_type as kind, template_data as data from email_notifications order by created_at",
  );
const caseRow = async () => (await database.query("select status, turn from visa_applications where id = $1", [id]))[0];
const problemsOf = async (items: TypedItem[]) => {
  const result = await withoutChange(database, () => request(items));
  if (result.ok || result.reason !== "invalid") throw new Error("It was not refused as invalid");
  return result.detail?.problems.map(({ index, field, message }) => [index, field, message]);
};

describe("requesting items", () => {
  test("[C-REQ-1, C-REQ-2] a document of the service, one named by staff and a question can be requested at once", async () => {
    expect(await request([passport, letter, question])).toEqual({ ok: true, mailed: true });
    const [required] = await database.query<{ document_name: string; description: string }>(
      "select document_name, description from document_requirements where document_type = 'passport_copy' and visa_service_id = (select visa_service_id from visa_applications where id = $1)",
      [id],
    );
    expect((await items()).map((row) => [row.kind, row.document_type, row.name, row.description, row.state])).toEqual([
      ["document", "passport_copy", required?.document_name, required?.description, "open"],
      ["document", null, letter.name, "", "open"],
      ["question", null, question.name, "", "open"],
    ]);
    const refused = await withoutChange(database, () => request([emptyItem, emptyItem]));
    expect(refused).toMatchObject({ reason: "invalid", message: "Add at least one thing that you need." });
    expect(await withoutChange(database, () => request(Array.from({ length: 21 }, () => question)))).toMatchObject({
      ok: false,
    });
    expect(await request(Array.from({ length: 20 }, () => question))).toMatchObject({ ok: true });
  });

  test("[C-REQ-2, C-REQ-4] an item's problems are shown at its fields, and nothing is stored", async () => {
    const reason = "Say why you need it: the applicant reads this.";
    const wrongDay = "Choose today or a later day, at most a year ahead.";
    expect(
      await problemsOf([
        { ...passport, reason: " " },
        emptyItem,
        { ...letter, name: "n".repeat(121), dueOn: inDays(-1) },
        { ...question, name: "q".repeat(501), reason: "r".repeat(25_000), ifLate: "l".repeat(301) },
        { ...passport, what: "document:of_another_service", dueOn: "" },
      ]),
    ).toEqual([
      [0, "reason", reason],
      [2, "name", "Please use at most 120 characters; this has 121."],
      [2, "dueOn", wrongDay],
      [3, "name", "Please use at most 500 characters; this has 501."],
      [3, "reason", "Please use at most 500 characters; this has more than 10,000."],
      [3, "ifLate", "Please use at most 300 characters; this has 301."],
      [4, "what", "Choose what you need."],
    ]);
    expect(await problemsOf([{ ...question, dueOn: inDays(366) }])).toEqual([[0, "dueOn", wrongDay]]);
    expect(
      await request([
        { ...question, dueOn: inDays(0) },
        { ...question, dueOn: inDays(365) },
      ]),
    ).toMatchObject({ ok: true });
  });

  test("[C-REQ-6] an open document can't be requested again, nor twice at once", async () => {
    await request([passport]);
    const [row] = await items();
    expect(await problemsOf([passport])).toEqual([[0, "what", `This is open already: ${row?.name}.`]]);
    expect(await problemsOf([letter, letter])).toEqual([[1, "what", `This is open already: ${letter.name}.`]]);
    await withdrawItem(staff, { applicationId: id, item: row?.id, reason: "It was there." });
    expect(await request([passport])).toMatchObject({ ok: true });
  });

  test("[C-REQ-7, C-REQ-8] a request writes status, history and record, passes the turn, and sends one status mail that names every item", async () => {
    await request([
      { ...passport, dueOn: "", ifLate: "" },
      { ...question, dueOn: inDays(7), ifLate: "We ask for another date." },
    ]);
    expect(await caseRow()).toEqual({ status: "additional_info_required", turn: "applicant" });
    const [mail, ...moreMails] = await mails();
    expect(moreMails).toEqual([]);
    expect(mail).toMatchObject({ kind: "status_update", data: { newStatus: "additional_info_required" } });
    for (const text of ["We need 2 things from you:", passport.reason, question.name, "We ask for another date."])
      expect(mail?.data.statusMessage).toContain(text);
    const history = await database.query(
      "select from_status, to_status, message, admin_email from application_status_history where application_id = $1",
      [id],
    );
    expect(history).toEqual([
      {
        from_status: "submitted",
        to_status: "additional_info_required",
        message: mail?.data.statusMessage,
        admin_email: staff.staff.email,
      },
    ]);
    expect(await recordOf(database, id)).toEqual([
      entry(staff, "applicant_asked", "application", { number: "T-001", items: 2 }),
    ]);
    await request([letter]);
    expect(
      (await mails()).map(({ kind }) => kind),
      "the status is set already",
    ).toEqual(["status_update", "case_request"]);
  });

  test("[C-REQ-5, C-REQ-8] without the checkbox the status stays, and the mail states the consequence in the default words", async () => {
    await request([{ ...letter, dueOn: inDays(7) }], { setStatus: false });
    expect(await caseRow()).toEqual({ status: "submitted", turn: "applicant" });
    const [mail] = await mails();
    expect(mail?.kind).toBe("case_request");
    expect(mail?.data.items).toContain("If it comes later, our work on your application waits until it is here.");
  });

  test("[F-APPL-13] the mail of a second request counts and names what is still open, and explains only the new items", async () => {
    await request([{ ...question, reason: "It was left open." }, passport]);
    await request([letter]);
    const text = (await mails()).at(-1)?.data.items ?? "";
    expect(text).toMatch(/^We need 3 things from you:/);
    const [first = "", earlier = ""] = text.split("Still open from before: ");
    expect(first).toContain(letter.name);
    expect(first).not.toContain(question.name);
    expect(earlier.split("; ")).toContain(question.name);
    expect(earlier.split("; ")).toHaveLength(2);
  });

  test.each(["case_request_items", "application_status_history", "admin_activity_log", "email_notifications"])(
    "[C-REQ-7] a failure in %s rolls everything back",
    async (table) => {
      await whileNothingIsInserted(database, table, async () => {
        expect(await withoutChange(database, () => request([passport]))).toMatchObject({ reason: "failed" });
      });
    },
  );

  test("[C-REQ-10] a closed case and a draft can't get requests", async () => {
    for (const status of ["approved", "denied", "withdrawn"]) {
      await database.query("update visa_applications set status = $2::application_status where id = $1", [id, status]);
      expect(await withoutChange(database, () => request([passport]))).toMatchObject({
        reason: "closed",
        message: "This case is closed. Change its status before you ask for something.",
      });
    }
    await database.query("update visa_applications set status = 'draft' where id = $1", [id]);
    expect(await withoutChange(database, () => request([passport]))).toMatchObject({ reason: "closed" });
  });

  test("[C-BOTH-5] fifty identical requests with one key count as one, with one mail", async () => {
    const attempt = crypto.randomUUID();
    const all = await Promise.all(Array.from({ length: 50 }, () => request([passport, question], { attempt })));
    expect(all.every(({ ok }) => ok)).toBe(true);
    expect(await items()).toHaveLength(2);
    expect(await mails()).toHaveLength(1);
  });
});

describe("the status form", () => {
  const more = { status: "additional_info_required" };
  test("[C-REQ-9] with nothing open, its message becomes one open question; without a message it is refused", async () => {
    expect(await withoutChange(database, () => setStatus(staff, { applicationId: id, ...more }))).toMatchObject({
      message: "Say what you need: ask for something, or write a message.",
    });
    const message = "Which hotel do you stay at?";
    expect(await setStatus(staff, { applicationId: id, ...more, message })).toMatchObject({ ok: true });
    await letUndoPass(database);
    const { open } = await readForApplicant(id);
    expect(open.map(({ kind, name }) => [kind, name])).toEqual([["question", message]]);
    expect((await mails()).map(({ kind }) => kind)).toEqual(["status_update"]);
    expect((await caseRow())?.turn).toBe("applicant");
  });

  test("[C-REQ-9] with something open, it needs no message and requests nothing else", async () => {
    await request([passport], { setStatus: false });
    expect(await setStatus(staff, { applicationId: id, ...more })).toMatchObject({ ok: true });
    expect((await readForApplicant(id)).open).toHaveLength(1);
  });
});

describe("changes of an open item", () => {
  test("[C-REQ-11, C-ANS-10] withdrawing an item with a reason sends one mail, lists it under Done, and sets the case under review again", async () => {
    await request([passport]);
    const [item] = await items();
    const back = (reason: string) => withdrawItem(staff, { applicationId: id, item: item?.id, reason });
    expect(await withoutChange(database, () => back(""))).toMatchObject({ reason: "invalid" });
    expect(await back("We found it.")).toEqual({ ok: true });
    const { open, done } = await readForApplicant(id);
    expect(open).toEqual([]);
    expect(done).toMatchObject([{ state: "taken_back", stateReason: "We found it." }]);
    expect((await mails()).map(({ kind }) => kind)).toEqual(["status_update", "case_request_changed"]);
    expect(await caseRow()).toEqual({ status: "under_review", turn: "office" });
    expect((await recordOf(database, id)).map(({ what }) => what)).toContain("request_item_taken_back");
    expect(await withoutChange(database, () => back("Once more."))).toMatchObject({ reason: "conflict" });
  });

  test("[C-REQ-11] moving its due day is recorded and sends one mail, once", async () => {
    await request([{ ...passport, dueOn: inDays(3) }]);
    const [item] = await items();
    const move = (dueOn: string) => changeItemDueDate(staff, { applicationId: id, item: item?.id, dueOn });
    expect(await withoutChange(database, () => move(inDays(-1)))).toMatchObject({
      message: "Choose today or a later day, at most a year ahead.",
    });
    expect(await move(inDays(9))).toEqual({ ok: true });
    expect((await readForApplicant(id)).open).toMatchObject([{ dueOn: inDays(9) }]);
    expect(await move(inDays(9))).toEqual({ ok: true });
    expect((await mails()).map(({ kind }) => kind)).toEqual(["status_update", "case_request_changed"]);
  });
});
