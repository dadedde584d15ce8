import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { calendarLongDate, daysAfter } from "~/core/time";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../test/harness/applicants/listed-steps";
import { inDays } from "../../../test/harness/in-days";
import { insertFile, requireDocuments, ruled } from "../../../test/harness/in-process/dated-documents";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { readReferenceDays } from "./file-dates.server";

const database = testDatabase();
let service = "";
let applicant: Applicant;
let id = "";
beforeAll(async () => {
  service = (await serviceOf(database, "canadian-eta")).id;
  await database.query("update visa_services set filing_days = 10 where id = $1", [service]);
  await requireDocuments(database, service, {
    old: { document_name: "Medical certificate", description: "Of a panel doctor.", ...ruled("30 days filing") },
    soon: { document_name: "Police certificate", ...ruled("30 days filing") },
    early: { document_name: "Insurance", ...ruled("3 months trip") },
    undated: { document_name: "Bank letter", ...ruled("6 months submission") },
    old_too: { document_name: "Photographs", ...ruled("6 months submission") },
    optional: { document_name: "Employer’s letter", is_required: false, ...ruled("1 months submission") },
    good: { document_name: "Proof of funds", ...ruled("30 days filing") },
    absent: { document_name: "Itinerary", ...ruled("30 days filing") },
    free: { document_name: "Passport copy" },
  });
});
beforeEach(async () => {
  applicant = new Applicant(database);
  id = await applicant.ready({}, { service });
  const { tripEnd } = await readReferenceDays(id);
  await insertFile(database, id, "old", { issued_on: inDays(-31) });
  await insertFile(database, id, "soon", { issued_on: inDays(-25) });
  await insertFile(database, id, "early", { expires_on: tripEnd });
  await insertFile(database, id, "undated");
  for (const day of [-400, -300]) await insertFile(database, id, "old_too", { issued_on: inDays(day) });
  await insertFile(database, id, "optional", { issued_on: inDays(-300) });
  for (const day of [-300, -5]) await insertFile(database, id, "good", { issued_on: inDays(day) });
  await insertFile(database, id, "free");
});

const long = (days: number) => calendarLongDate(inDays(days));
const review = async () => (await applicant.screen(id, "review_certification")).documents;

test("[U-AGE-9] the review lists documents that are or will be too old, expire too early or lack their date, each with its place", async () => {
  const { tripEnd } = await readReferenceDays(id);
  const documents = await review();
  expect(documents?.missing).toEqual(["Itinerary"]);
  expect(documents?.aged.flatMap(({ name, isDated }) => (isDated ? [] : [name]))).toEqual(["Bank letter"]);
  expect(documents?.aged.map(({ name, says }) => [name, says])).toEqual([
    [
      "Medical certificate",
      `Too old: it was issued on ${long(-31)}, and at most 30 days are allowed. Please upload a newer one.`,
    ],
    ["Police certificate", expect.stringMatching(/^It will be too old when we file: it is good until /)],
    ["Insurance", expect.stringMatching(/^It expires too early: it must be valid until /)],
    ["Bank letter", "Please give the date of issue: we need it to tell whether this is recent enough."],
    ["Photographs", expect.stringContaining(`it was issued on ${long(-300)}, and at most 6 months are allowed.`)],
    ["Employer’s letter", expect.stringMatching(/^Too old/)],
  ]);
  expect(tripEnd).not.toBeNull();
  const left = await applicant.save(id, { step: "review_certification", revision: "1", intent: "documents:old" });
  expect(left.outcome).toMatchObject({ kind: "leaving", to: "documents#old" });
  // A newer copy takes it off the list; an infected one doesn't count.
  await insertFile(database, id, "old", { issued_on: inDays(-1), scan: "infected" });
  expect((await review())?.aged).toHaveLength(6);
  await insertFile(database, id, "old", { issued_on: inDays(-1) });
  expect((await review())?.aged.map(({ name }) => name)).not.toContain("Medical certificate");
});

test.each([
  ["trip", "900 months", "expirationDate", /^It expires too early/],
  ["submission", "1 days", "issueDate", /^Too old/],
] as const)(
  "[U-AGE-9] the date of a passport page with a %s rule is an answer of step 2, where its entry leads",
  async (rule, amount, answer, says) => {
    const set = (columns: string) =>
      database.query(
        `update document_requirements set ${columns} where visa_service_id = $1 and document_type = 'free'`,
        [service],
      );
    const [number, unit] = amount.split(" ");
    await set(`purpose = 'passport_page', date_rule = '${rule}', date_amount = ${number}, date_unit = '${unit}'`);
    const last = (await review())?.aged.at(-1);
    await set("purpose = 'document', date_rule = null, date_amount = null, date_unit = null");
    expect(last).toMatchObject({ name: "Passport copy", answer, says: expect.stringMatching(says) });
  },
);

describe("submitting with documents that are too old", () => {
  const items = () =>
    database.query(
      `select i.name, i.description, i.reason, i.document_type as type, i.state, i.due_on as due, r.admin_email as by
       from case_request_items i join case_requests r on r.id = i.request_id where i.application_id = $1 order by i.position`,
      [id],
    );

  test("[U-AGE-10] requests a newer one of each required document that is too old today, in the request of the missing ones", async () => {
    expect(await applicant.submit(id)).toEqual({ ok: true });
    const open = { state: "open", due: null, by: null };
    const reason = (days: number) => `A newer one is needed: the one you sent was issued on ${long(days)}.`;
    const missing = { description: "", reason: "We need it before we can start work on your application." };
    expect(await items()).toEqual([
      { ...open, ...missing, name: "Itinerary", type: "absent" },
      { ...open, name: "Medical certificate", type: "old", description: "Of a panel doctor.", reason: reason(-31) },
      { ...open, name: "Photographs", type: "old_too", description: "", reason: reason(-300) },
    ]);
    const named = ["Itinerary", "Medical certificate (a newer one)", "Photographs (a newer one)"];
    for (const kind of ["application_submitted", "new_application"])
      expect(
        await database.query(
          "select template_data ->> 'missing' as missing from email_notifications where application_id = $1 and email_type = $2",
          [id, kind],
        ),
      ).toEqual([{ missing: named.join("\n") }]);
  });

  test("[U-AGE-10] the dialog after the submission names them under Still missing", async () => {
    expect((await review())?.newer).toEqual(["Medical certificate (a newer one)", "Photographs (a newer one)"]);
  });

  test("[U-AGE-10] requests nothing for what will only be too old when it is filed, lacks its date or was good on the day", async () => {
    await database.query("delete from documents where application_id = $1 and document_type in ('old', 'old_too')", [
      id,
    ]);
    for (const type of ["old", "absent"]) await insertFile(database, id, type, { issued_on: inDays(-30) });
    await insertFile(database, id, "old_too", { issued_on: daysAfter(inDays(0), -150) });
    expect(await applicant.submit(id)).toEqual({ ok: true });
    expect(await items()).toEqual([]);
  });
});
