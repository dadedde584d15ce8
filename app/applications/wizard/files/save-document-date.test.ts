import { beforeEach, describe, expect, test } from "vitest";
import { calendarLongDate, daysAfter, nassauDay } from "~/core/time";
import { sentenceOf } from "~/documents/dates/date-rule";
import { datePartsOf } from "~/form-engine/typed/dates";
import { todayAround } from "~/form-engine/validate";
import { ownDataFile } from "~/privacy/copies/own-data.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { withoutChange } from "../../../../test/harness/desk/verbs";
import { form } from "../../../../test/harness/http-client";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { filesByRequirement } from "../../required-files/requirements.server";
import { attachDocument } from "./attach-document.server";
import { intentIn } from "./intents.server";

const database = testDatabase();
let applicant: Applicant;
let service: string;
let id: string;
beforeEach(async () => {
  applicant = new Applicant(database);
  service = (await serviceOf(database, "permit-to-reside")).id;
  id = await applicant.start(undefined, { service });
});

const today = nassauDay();

async function attach(type: string, name = `${type}.pdf`): Promise<string> {
  const form = new FormData();
  form.set("attempt", crypto.randomUUID());
  form.set("file", pdfFile(name));
  const { application } = await applicant.found(id);
  const stored = await attachDocument(applicant.context(id), application, { type }, form);
  if (!stored.ok) throw new Error(stored.message);
  return stored.id;
}

/** Sends a date as the form of a file does, in the boxes `day`, `month` and `year`. */
function send(document: string, day: string, more: Record<string, string> = {}, context = applicant.context(id)) {
  const form = new FormData();
  const parts = datePartsOf(day);
  const fields = { intent: "date", document, kind: "issued", ...more };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [part, value] of Object.entries(parts)) if (!form.has(`date.${part}`)) form.set(`date.${part}`, value);
  const act = intentIn(form);
  if (!act) throw new Error("The documents page knows no dates");
  return act({ context, applicationId: id, form });
}

const slot = async (type: string) => {
  const { slots } = await filesByRequirement((await applicant.found(id)).application);
  return slots.find((candidate) => candidate.type === type);
};
const sentences = async (type = "medical_certificate") =>
  (await slot(type))?.files.map(({ date }) => date && sentenceOf(date.condition));
const stored = async (document: string) =>
  (
    await database.query<{ issued: string | null; expires: string | null }>(
      "select issued_on::text as issued, expires_on::text as expires from documents where id = $1",
      [document],
    )
  )[0];
const setRule = (type: string, rule: string, amount: number, unit: string) =>
  database.query(
    "update document_requirements set date_rule = $3, date_amount = $4, date_unit = $5 where visa_service_id = $1 and document_type = $2",
    [service, type, rule, amount, unit],
  );

describe("the date of a file", () => {
  test("[U-AGE-4] each file has its own date, which can be changed and removed while the application is a draft", async () => {
    const [first, second] = [await attach("medical_certificate"), await attach("medical_certificate", "again.pdf")];
    expect(await send(first, daysAfter(today, -40))).toEqual({ ok: true });
    expect(await send(second, daysAfter(today, -3))).toEqual({ ok: true });
    expect([await stored(first), await stored(second)]).toMatchObject([
      { issued: daysAfter(today, -40), expires: null },
      { issued: daysAfter(today, -3), expires: null },
    ]);
    expect(await sentences()).toEqual([
      expect.stringMatching(/^Issued on .+ The newer one is good until /),
      expect.stringMatching(/^Good until /),
    ]);
    expect(await send(first, daysAfter(today, -2))).toEqual({ ok: true });
    expect((await stored(first))?.issued).toBe(daysAfter(today, -2));
    expect(await send(first, "")).toEqual({ ok: true });
    expect((await stored(first))?.issued).toBeNull();
  });

  test("[U-AGE-4] nobody else can date a file, nor the applicant once it is submitted", async () => {
    const file = await attach("medical_certificate");
    const stranger = { address: "10.9.9.9", holder: "0".repeat(64) };
    expect(await withoutChange(database, () => send(file, today, {}, stranger))).toMatchObject({ reason: "forbidden" });
    const other = new Applicant(database);
    const foreign = await other.start(undefined, { service });
    const act = intentIn(formOf({ intent: "date" }));
    const form = formOf({
      intent: "date",
      document: file,
      kind: "issued",
      "date.day": "1",
      "date.month": "5",
      "date.year": "2020",
    });
    expect(
      await withoutChange(database, async () =>
        act?.({ context: other.context(foreign), applicationId: foreign, form }),
      ),
    ).toMatchObject({ reason: "not-found" });
    await database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
    expect(await withoutChange(database, () => send(file, today))).toMatchObject({ reason: "closed" });
  });

  test("[U-AGE-4] a document without a rule has no date, and the passport page takes that of step 2", async () => {
    const bank = await attach("bank_reference");
    expect((await slot("bank_reference"))?.files[0]?.date).toBeNull();
    expect(await withoutChange(database, () => send(bank, today))).toMatchObject({ reason: "not-found" });
    await setRule("passport_copy", "trip", 6, "months");
    const passport = await attach("passport_copy");
    await applicant.fillIn(id, {
      passport_info: { expirationDate: "2031-05-04" },
      trip_details: { intendedArrivalDate: daysAfter(today, 100), intendedDepartureDate: daysAfter(today, 110) },
    });
    expect(await withoutChange(database, () => send(passport, today, { kind: "expires" }))).toMatchObject({
      reason: "not-found",
    });
    expect((await slot("passport_copy"))?.files[0]?.date).toMatchObject({ isAsked: false, day: "2031-05-04" });
    expect(await sentences("passport_copy")).toEqual(["Good until May 4, 2031."]);
    await setRule("passport_copy", "trip", 999, "months");
    expect(await sentences("passport_copy")).toEqual([expect.stringMatching(/^It expires too early: /)]);
    await database.query(
      "update document_requirements set date_rule = null, date_amount = null, date_unit = null where document_type = 'passport_copy'",
    );
  });

  test("[U-AGE-4] the date is not part of the signed record, which is made of the answers", async () => {
    const answers = () =>
      database.query("select metadata, revisions, answer_digests from visa_applications where id = $1", [id]);
    const file = await attach("medical_certificate");
    const [before, seen] = [await answers(), await applicant.seen(id)];
    expect(await send(file, "2026-05-04")).toEqual({ ok: true });
    expect([await answers(), await applicant.seen(id)]).toEqual([before, seen]);
  });
});

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

describe("a refused date", () => {
  const { latest } = todayAround();
  const boxes = (day: string, month: string, year: string) => ({
    "date.day": day,
    "date.month": month,
    "date.year": year,
  });
  test.each<[string, "issued" | "expires", Record<string, string>, string]>([
    ["in the future", "issued", boxesOf(daysAfter(latest, 1)), "Date of issue can’t be in the future"],
    ["before 1950", "issued", boxes("31", "12", "1949"), "Date of issue: please check the year"],
    ["after 2200", "expires", boxes("1", "Jan", "2201"), "Expiry date: please check the year"],
    ["long past", "expires", boxes("31", "12", "1949"), "Expiry date: please check the year"],
    ["half", "issued", boxes("14", "may", ""), "Date of issue: the year is missing"],
    ["a day that does not exist", "expires", boxes("30", "2", "2027"), "Expiry date: February 2027 has only 28 days"],
    [
      "a year of two digits",
      "issued",
      boxes("1", "3", "26"),
      "Date of issue: please write the year with four digits, such as 1990",
    ],
  ])(
    "[U-AGE-5] %s is refused with what was typed, and the date saved before still counts",
    async (_, kind, typed, message) => {
      if (kind === "expires") await setRule("medical_certificate", "trip", 3, "months");
      else await setRule("medical_certificate", "filing", 30, "days");
      const file = await attach("medical_certificate");
      expect(await send(file, "2026-05-04", { kind })).toEqual({ ok: true });
      const refused = await withoutChange(database, () => send(file, "", { kind, ...typed }));
      const parts = { day: typed["date.day"], month: typed["date.month"], year: typed["date.year"] };
      expect(refused).toEqual({ ok: false, reason: "invalid", message, detail: { document: file, message, parts } });
      expect(await stored(file)).toMatchObject({ [kind]: "2026-05-04" });
      await setRule("medical_certificate", "filing", 30, "days");
    },
  );

  test("[U-AGE-5] today is no future day in the time zone that is furthest ahead", async () => {
    const file = await attach("medical_certificate");
    expect(await send(file, latest)).toEqual({ ok: true });
  });
});

function boxesOf(day: string) {
  const { day: number, month, year } = datePartsOf(day);
  return { "date.day": number, "date.month": month, "date.year": year };
}

describe("what a file says", () => {
  test("[U-AGE-6] without a date, good, too old now, and too old when we file", async () => {
    const file = await attach("medical_certificate");
    expect(await sentences()).toEqual([
      "Please give the date of issue: we need it to tell whether this is recent enough.",
    ]);
    await send(file, daysAfter(today, -30));
    expect(await sentences()).toEqual([expect.stringMatching(/^Good until /)]);
    await database.query("update visa_services set filing_days = 5 where id = $1", [service]);
    expect(await sentences()).toEqual([expect.stringMatching(/^It will be too old when we file: /)]);
    await send(file, daysAfter(today, -31));
    expect(await sentences()).toEqual([expect.stringMatching(/^Too old: .* 30 days are allowed/)]);
    await database.query("update visa_services set filing_days = 0 where id = $1", [service]);
  });

  test("[U-AGE-8] next to a good file another one asks for nothing, in its document and for itself alone", async () => {
    const [first, second] = [await attach("medical_certificate"), await attach("medical_certificate", "again.pdf")];
    await send(first, daysAfter(today, -31));
    expect(await sentences()).toEqual([
      expect.stringMatching(/^Too old: .+ Please upload a newer one\.$/),
      expect.stringMatching(/^Please give the date of issue/),
    ]);
    await send(first, daysAfter(today, -30));
    const until = calendarLongDate(today);
    expect(await sentences()).toEqual([
      `Good until ${until}.`,
      `No date needed: another file of this document is good until ${until}.`,
    ]);
    await database.query("update documents set scan = 'infected' where id = $1", [first]);
    expect(await sentences()).toEqual([null, expect.stringMatching(/^Please give the date of issue/)]);
    await send(second, daysAfter(today, -31));
    expect(await sentences()).toEqual([null, expect.stringMatching(/^Too old: /)]);
  });

  test("[U-AGE-6] an expiry date is judged once the travel dates are there, by the departure or the arrival", async () => {
    await setRule("medical_certificate", "trip", 1, "months");
    const file = await attach("medical_certificate");
    await send(file, daysAfter(today, 120), { kind: "expires" });
    expect(await sentences()).toEqual(["We check this once you have entered your travel dates."]);
    const trip = { intendedArrivalDate: daysAfter(today, 60), intendedDepartureDate: "" };
    await applicant.fillIn(id, { trip_details: trip });
    expect(await sentences()).toEqual([expect.stringMatching(/^Good until /)]);
    const { revision } = await applicant.screen(id, "trip_details");
    const later = { ...trip, intendedDepartureDate: daysAfter(today, 110) };
    const fields = { ...form("trip_details", "Trip Details", later), revision: String(revision), intent: "next" };
    expect((await applicant.save(id, fields)).status).toBe(200);
    expect(await sentences()).toEqual([expect.stringMatching(/^It expires too early: /)]);
    await setRule("medical_certificate", "filing", 30, "days");
  });
});

test("[U-AGE-4, V-COPY-2] a copy of what we know about somebody has the dates of files", async () => {
  await send(await attach("medical_certificate"), today);
  await attach("photo", "photo.pdf");
  const copy = JSON.parse((await ownDataFile((await applicant.found(id)).application)).toString());
  expect(copy.documents).toMatchObject([
    { type: "medical_certificate", issuedOn: today, expiresOn: null },
    { type: "photo", issuedOn: null, expiresOn: null },
  ]);
});
