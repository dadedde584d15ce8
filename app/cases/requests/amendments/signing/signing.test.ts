import { describe, expect, test } from "vitest";
import { signedRecord } from "~/applications/stored-answers/signed-record.server";
import { readForDesk } from "~/cases/requests/read-requests.server";
import { calendarLongDate } from "~/core/time";
import { inYears } from "../../../../../test/harness/applicants/applicant";
import { withoutChange } from "../../../../../test/harness/desk/verbs";
import { CorrectedCase } from "../../../../../test/harness/in-process/corrected-case";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";

const database = testDatabase();
const correctedCase = new CorrectedCase(database, { trip_details: { whoIsPaying: "self" } });
const left = "This is the answer that we have. Change it, or tell us in a message that it is right.";
const personal = (fields: Record<string, string>, shown?: string[]) => ({
  step: "applicant_info",
  fields,
  ...(shown ? { shown } : {}),
});

const metadataOf = async () =>
  (
    await database.query<{ metadata: object }>("select metadata from visa_applications where id = $1", [
      correctedCase.id,
    ])
  )[0];

describe("amendments of a correction", () => {
  test("[C-AMD-2, C-AMD-4] each question becomes a row with its label, and the current answer stays until staff accept", async () => {
    const before = await metadataOf();
    const record = await signedRecord(correctedCase.id);
    const item = await correctedCase.ask("applicant_info", ["cityOfBirth", "dateOfBirth"]);
    const fields = {
      cityOfBirth: "Jacmel",
      "dateOfBirth.day": "3",
      "dateOfBirth.month": "may",
      "dateOfBirth.year": "1991",
    };
    await correctedCase.answer({ [item]: personal(fields) });
    const rows = await correctedCase.amendments();
    const signed = record?.steps.find(({ code }) => code === "applicant_info");
    const wordsOf = (name: string) => signed?.answers.find((candidate) => candidate.name === name);
    expect(rows).toMatchObject([
      {
        ...{ stepCode: "applicant_info", stepTitle: signed?.title, question: "dateOfBirth", label: "Date of birth" },
        ...{ before: wordsOf("dateOfBirth")?.answer, after: "May 3, 1991", isSensitive: true },
        ...{ wasAsked: true, isAsked: true, outcome: "waiting", signature: correctedCase.signature },
      },
      { question: "cityOfBirth", before: wordsOf("cityOfBirth")?.answer, after: "Jacmel", isSensitive: false },
    ]);
    expect(await metadataOf()).toEqual(before);
    expect(await signedRecord(correctedCase.id)).toEqual(record);
    const [stored] = await database.query<{ answer: string; before: string; after: string }>(
      "select c.answer, a.before, a.after from case_item_answers c join amendments a on a.answer_id = c.id where c.item_id = $1",
      [item],
    );
    for (const text of Object.values(stored ?? {})) expect(text.startsWith("sealed:1:"), "encrypted").toBe(true);
    expect(JSON.stringify(await readForDesk(correctedCase.id))).not.toContain("Jacmel");
    await expect(database.query("update amendments set signature = 'Somebody'")).rejects.toThrow("immutable");
  });

  test("[C-AMD-2] an unchanged answer doesn't complete the correction", async () => {
    const item = await correctedCase.ask("applicant_info", ["cityOfBirth", "stateOfBirth"]);
    const [open] = await correctedCase.open();
    const same = String(open?.inForce?.cityOfBirth ?? "");
    const result = await correctedCase.answer({ [item]: personal({ cityOfBirth: same, stateOfBirth: "Sud-Est" }) });
    expect(result).toMatchObject({
      message: "Nothing is complete yet.",
      problems: [{ item, name: "cityOfBirth", message: left }],
    });
    expect(await correctedCase.amendments()).toEqual([]);
    expect(
      await correctedCase.answer({ [item]: personal({ cityOfBirth: same }) }, { revision: 1 }),
      "one that is not begun is told nothing",
    ).toMatchObject({ problems: [] });
  });

  test("[C-AMD-2] a list with unchanged entries doesn't complete the correction", async () => {
    const item = await correctedCase.ask("applicant_info", ["cityOfBirth", "otherNames"]);
    const list = { "otherNames[0].type": "maiden", "otherNames[0].name": "Rolle" };
    const fields = { cityOfBirth: "Jacmel", hasOtherNames: "yes", ...list };
    expect(await correctedCase.answer({ [item]: personal(fields) })).toMatchObject({
      problems: [{ name: "otherNames", message: left }],
    });
    const added = { ...fields, "otherNames[1].type": "alias", "otherNames[1].name": "Nana" };
    expect(await correctedCase.answer({ [item]: personal(added) }, { revision: 1 })).toMatchObject({ kind: "sent" });
    expect((await correctedCase.amendments())[0]?.after).toEqual([
      ["Maiden", "Rolle"],
      ["Alias", "Nana"],
    ]);
  });

  test("[C-ANS-5] an invalid correction is refused with the wizard's messages and keeps the input", async () => {
    const item = await correctedCase.ask("applicant_info", ["cityOfBirth", "dateOfBirth", "countryOfBirth"]);
    const fields = { cityOfBirth: " ", "dateOfBirth.day": "31", "dateOfBirth.month": "2", countryOfBirth: "Atlantis" };
    const result = await correctedCase.answer({ [item]: personal(fields) });
    expect(result).toMatchObject({
      kind: "refused",
      problems: [
        { name: "dateOfBirth", message: expect.stringMatching(/year/i) },
        { name: "cityOfBirth", message: "City of birth is required" },
        {
          name: "countryOfBirth",
          message: "Country of birth: “Atlantis” is not on the list. Please choose a country.",
        },
      ],
    });
    expect(JSON.parse((await correctedCase.open())[0]?.draft ?? "")).toMatchObject({
      ...{ cityOfBirth: null, countryOfBirth: "Atlantis" },
    });
    const barred = await correctedCase.answer({ [item]: personal({ cityOfBirth: "Jac\nmel" }) }, { revision: 1 });
    expect(barred).toMatchObject({ problems: [{ item, name: "cityOfBirth" }] });
  });

  test("[C-ANS-5] answers that staff didn't request can't be changed along with it", async () => {
    const item = await correctedCase.ask("applicant_info", ["cityOfBirth"]);
    await correctedCase.answer({ [item]: personal({ cityOfBirth: "Jacmel", lastName: "Smith", gender: "other" }) });
    expect((await correctedCase.amendments()).map(({ question }) => question)).toEqual(["cityOfBirth"]);
  });
});

describe("dependent questions", () => {
  test("[C-AMD-6] a question that becomes relevant is answered and amended too, from Not asked", async () => {
    const item = await correctedCase.ask("trip_details", ["whoIsPaying"]);
    const trip = (fields: Record<string, string>) => ({ [item]: { step: "trip_details", fields } });
    expect(await correctedCase.answer(trip({ whoIsPaying: "sponsor" }))).toMatchObject({
      problems: [
        { name: "payerName", message: "Payer’s name is required" },
        { name: "payerRelationship", message: "Payer’s relationship to you is required" },
        { name: "payerContact", message: expect.stringMatching(/^Your answer leads to this question/) },
      ],
    });
    const more = { payerName: "Ann Rolle", payerRelationship: "Aunt", payerContact: "" };
    expect(await correctedCase.answer(trip({ whoIsPaying: "sponsor", ...more }), { revision: 1 })).toMatchObject({
      sent: 1,
    });
    expect(
      (await correctedCase.amendments()).map(({ label, wasAsked, before, after }) => [label, wasAsked, before, after]),
    ).toEqual([
      ["Who is paying for the trip?", true, "I am", "A sponsor"],
      ["Payer’s name", false, null, "Ann Rolle"],
      ["Payer’s relationship to you", false, null, "Aunt"],
      ["Payer’s phone or email", false, null, null],
    ]);
  });

  test("[C-AMD-6] answering Yes opens the list of its question", async () => {
    const item = await correctedCase.ask("passport_info", ["hasOtherNationality"]);
    const passport = (fields: Record<string, string>) => ({ [item]: { step: "passport_info", fields } });
    expect(await correctedCase.answer(passport({ hasOtherNationality: "yes" }))).toMatchObject({
      problems: [{ name: "otherNationalities", message: "Other nationalities: please add at least one, or answer No" }],
    });
    const list = { "otherNationalities[0].country": "FR", "otherNationalities[0].passportNumber": "12AB34567" };
    await correctedCase.answer(passport({ hasOtherNationality: "yes", ...list }), { revision: 1 });
    expect(
      (await correctedCase.amendments()).map(({ question, wasAsked, after }) => [question, wasAsked, after]),
    ).toEqual([
      ["hasOtherNationality", true, "Yes"],
      ["otherNationalities", false, [["France", "12AB34567"]]],
    ]);
  });

  test("[C-AMD-6] a question that becomes irrelevant is amended to No longer asked", async () => {
    const item = await correctedCase.ask("applicant_info", ["hasOtherNames"]);
    await correctedCase.answer({ [item]: personal({ hasOtherNames: "no" }) });
    expect(await correctedCase.amendments()).toMatchObject([
      { question: "hasOtherNames", isAsked: true, before: "Yes", after: "No" },
      { question: "otherNames", label: "Other names", isAsked: false, before: [["Maiden", "Rolle"]], after: null },
    ]);
    const [stored] = await correctedCase.done();
    expect(stored?.answers[0]?.amendments).toHaveLength(2);
  });

  test("an answer that the correction makes invalid is asked for too, and answers that depend on both are amended", async () => {
    const item = await correctedCase.ask("trip_details", ["intendedArrivalDate"]);
    const trip = (fields: Record<string, string>) => ({ [item]: { step: "trip_details", fields } });
    // After the stay that is answered, and less than two years from now in January as well.
    const [arrival, departure] = [inYears(1, "12-20"), inYears(1, "12-30")];
    expect(await correctedCase.answer(trip({ intendedArrivalDate: arrival }))).toMatchObject({
      problems: [{ name: "intendedDepartureDate", message: "Intended departure date can’t be before the arrival" }],
    });
    const dates = { intendedArrivalDate: arrival, intendedDepartureDate: departure };
    await correctedCase.answer(trip(dates), { revision: 1 });
    expect((await correctedCase.amendments()).map(({ question, after }) => [question, after])).toEqual([
      ["intendedArrivalDate", calendarLongDate(arrival)],
      ["intendedDepartureDate", calendarLongDate(departure)],
      ["lengthOfStayDays", "10 days"],
    ]);
  });
});

describe("drafts of a correction", () => {
  test("[C-ANS-6, C-ANS-7] an incomplete correction is saved, an older tab can't overwrite it, and the desk sees the day", async () => {
    const item = await correctedCase.ask("applicant_info", ["cityOfBirth", "dateOfBirth"]);
    const save = (fields: Record<string, string>, revision: number) =>
      correctedCase.answer({ [item]: personal(fields) }, { intent: "save", revision });
    expect(await save({ cityOfBirth: "Jacmel", "dateOfBirth.year": "1991" }, 0)).toEqual({ kind: "saved" });
    expect(JSON.parse((await correctedCase.open())[0]?.draft ?? "")).toEqual({
      ...{ cityOfBirth: "Jacmel", dateOfBirth: null, _typed: { "dateOfBirth.year": "1991" } },
    });
    expect(await save({ cityOfBirth: "Paris" }, 0)).toMatchObject({
      problems: [{ item, message: expect.stringMatching(/changed this answer in another window/) }],
      corrections: { [item]: { cityOfBirth: "Paris" } },
    });
    const desk = await readForDesk(correctedCase.id);
    expect(desk.open[0]?.begunAt).not.toBeNull();
    // An id may hold any four digits.
    const withoutIds = JSON.stringify(desk, (name, value) => (name === "id" ? undefined : value));
    expect(withoutIds).not.toMatch(/Jacmel|1991/);
  });

  test("[C-BOTH-4] a stranger can't save or send", async () => {
    const item = await correctedCase.ask("applicant_info", ["cityOfBirth"]);
    const { applicant } = correctedCase;
    correctedCase.applicant = new (
      applicant.constructor as typeof import("../../../../../test/harness/applicants/in-process").Applicant
    )(database);
    await withoutChange(database, () => correctedCase.answer({ [item]: personal({ cityOfBirth: "Jacmel" }) }));
    correctedCase.applicant = applicant;
  });

  test("[C-BOTH-5] fifty identical corrections with one key count as one", async () => {
    const item = await correctedCase.ask("applicant_info", ["cityOfBirth"]);
    const attempt = crypto.randomUUID();
    const all = await Promise.all(
      Array.from({ length: 50 }, () =>
        correctedCase.answer({ [item]: personal({ cityOfBirth: "Jacmel" }) }, { attempt }),
      ),
    );
    expect(new Set(all.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await correctedCase.amendments()).toHaveLength(1);
  });

  test("[C-BOTH-5, C-BOTH-6] a correction repeated after its response was lost is sent once; an edited one is stored as a message", async () => {
    const item = await correctedCase.ask("applicant_info", ["cityOfBirth", "dateOfBirth"]);
    const attempt = crypto.randomUUID();
    const born = { "dateOfBirth.day": "3", "dateOfBirth.month": "may", "dateOfBirth.year": "1991" };
    const send = (cityOfBirth: string) =>
      correctedCase.answer({ [item]: personal({ cityOfBirth, ...born }) }, { attempt });
    const sent = await send("Jacmel");
    expect(sent).toMatchObject({ kind: "sent", sent: 1, of: 1, kept: 0 });
    expect(await send("Jacmel")).toEqual(sent);
    for (let time = 0; time < 2; time++) expect(await send("Cap-Haïtien")).toEqual({ ...sent, kept: 1 });
    const messages = await database.query<{ body: string }>(
      "select body from case_messages where application_id = $1",
      [correctedCase.id],
    );
    expect(messages).toEqual([{ body: expect.stringContaining("Cap-Haïtien") }]);
    expect(await correctedCase.amendments()).toHaveLength(2);
  });

  test("[C-BOTH-6] a correction sent after staff withdrew the item is stored as a text message without sensitive answers", async () => {
    const item = await correctedCase.ask("applicant_info", ["cityOfBirth", "dateOfBirth"]);
    await database.query("update case_request_items set state = 'taken_back' where id = $1", [item]);
    const fields = { cityOfBirth: "Jacmel", "dateOfBirth.year": "1991" };
    expect(await correctedCase.answer({ [item]: personal(fields) })).toMatchObject({ kind: "sent", sent: 0, kept: 1 });
    const [message] = await database.query<{ body: string }>(
      "select body from case_messages where application_id = $1",
      [correctedCase.id],
    );
    expect(message?.body.split("\n")).toEqual([
      ...["Correction of Applicant Information", "", expect.stringContaining("Date of birth: changed")],
      "City of birth: Jacmel",
    ]);
    expect(message?.body).not.toContain("1991");
  });

  test("[C-BOTH-6, V-ENC-1] such a message contains no answers that are stored encrypted either", async () => {
    const item = await correctedCase.ask("passport_info", ["passportNumber", "hasLostStolenPassport", "issuingCity"]);
    await database.query("update case_request_items set state = 'closed' where id = $1", [item]);
    const fields = {
      ...{ passportNumber: "QX7788991", hasLostStolenPassport: "yes", lostStolenDetails: "Stolen in Lyon" },
      issuingCity: "Jacmel",
    };
    expect(await correctedCase.answer({ [item]: { step: "passport_info", fields } })).toMatchObject({ kept: 1 });
    const rows = await database.query("select body from case_messages where application_id = $1", [correctedCase.id]);
    expect(JSON.stringify(rows)).toContain("Jacmel");
    expect(JSON.stringify(rows)).not.toMatch(/QX7788991|Lyon/);
  });
});

describe("a correction requested again", () => {
  test("[C-AMD-7] the fields start with the current answers, next to what was refused", async () => {
    const item = await correctedCase.ask("applicant_info", ["cityOfBirth"]);
    const inForce = (await correctedCase.open())[0]?.inForce;
    await correctedCase.answer({ [item]: personal({ cityOfBirth: "Jacmel" }) });
    await database.query("update case_item_answers set outcome = 'refused', reason = 'No city' where item_id = $1", [
      item,
    ]);
    await database.query("update case_request_items set state = 'open' where id = $1", [item]);
    const [open] = await correctedCase.open();
    expect([open?.draft, open?.inForce]).toEqual(["", inForce]);
    expect(open?.answers).toMatchObject([{ reason: "No city", text: null, amendments: [{ after: "Jacmel" }] }]);
  });
});
