import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { acceptAnswer } from "~/cases/requests/checking/decide.server";
import { Applicant, wholeOf } from "../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { readMetadata, readStepRow } from "../../../../test/harness/encryption/stored-answers";
import { type Fields, form } from "../../../../test/harness/http-client";
import { SignedCase } from "../../../../test/harness/in-process/signed-case";
import { testDatabase } from "../../../../test/harness/in-process/test-database";

const database = testDatabase();
let applicant: Applicant;
let service: string;
let id: string;
beforeAll(async () => {
  service = (await serviceOf(database, "bahamian-evisa")).id;
});
beforeEach(async () => {
  applicant = new Applicant(database);
  id = await applicant.start(undefined, { service });
  await database.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
});

const address = { destinationAddress: "12 Bay Street", destinationCity: "Nassau" };
const trip = (change: Fields = {}, revision = 0) =>
  form("trip_details", "Trip Details", { ...address, revision: String(revision), ...change });
const stay = (change: Fields = {}): Fields => ({
  ...{ step: "accommodation", revision: "0", accommodationName: "Marie Rolle" },
  ...{ accommodationAddress: "12 Bay Street, Nassau", ...change },
});
async function save(fields: Fields) {
  const { outcome } = await applicant.save(id, fields);
  return outcome.kind;
}
const stored = async (key: string) => (await readMetadata(database, id))?.[key];
const positions = () =>
  database.query(
    `select current_step, furthest_step, completion_percentage, total_steps, revisions -> 'step12' as revision
     from visa_applications where id = $1`,
    [id],
  );

describe("a later step that repeats an earlier step's answer", () => {
  beforeEach(async () => {
    expect(await save(trip())).toBe("saved");
    expect(await save(stay())).toBe("saved");
  });

  test("[F-APPL-7] the earlier step is changed → the later one is updated in the same save, without a new position or revision", async () => {
    const before = await positions();
    // A save sets the current step to the one that it saves.
    await database.query("update visa_applications set current_step = 4, completion_percentage = 31 where id = $1", [
      id,
    ]);
    expect(await save(trip({ destinationCity: "Freeport" }, 1))).toBe("saved");
    expect(await stored("step12")).toEqual({
      accommodationName: "Marie Rolle",
      accommodationAddress: "12 Bay Street, Freeport",
    });
    expect(await positions()).toEqual(before.map((row) => ({ ...row, current_step: 4, completion_percentage: 31 })));
    const { answers, earlier } = await applicant.screen(id, "accommodation");
    expect(answers).toMatchObject({ accommodationAddress: "12 Bay Street, Freeport" });
    expect(earlier.accommodationAddress).toEqual({
      ...{ place: 4, says: "12 Bay Street, Freeport", answer: "12 Bay Street, Freeport" },
    });
    expect(await save(stay({ revision: "1", accommodationAddress: "A boat" })), "a page that was open").toBe("saved");
  });

  test.each(["A boat", ""])(
    "[F-APPL-7] the later step was edited to %j → a change of the earlier one leaves it and is shown as a hint",
    async (accommodationAddress) => {
      expect(await save(stay({ revision: "1", accommodationAddress }))).toBe("saved");
      const before = await stored("step12");
      expect(await save(trip({ destinationCity: "Freeport" }, 1))).toBe("saved");
      expect(await stored("step12")).toEqual(before);
      const { earlier } = await applicant.screen(id, "accommodation");
      expect(earlier.accommodationAddress).toMatchObject({ says: "12 Bay Street, Freeport" });
    },
  );

  test("[F-APPL-7] the earlier answer is emptied → the later one stays, and the next change is shown as a hint", async () => {
    expect(await save(trip({ destinationAddress: "" }, 1))).toBe("saved");
    expect((await applicant.screen(id, "accommodation")).answers).toEqual({
      accommodationName: "Marie Rolle",
      accommodationAddress: "12 Bay Street, Nassau",
    });
    expect(await save(trip({ destinationAddress: "7 Balls Alley" }, 2))).toBe("saved");
    expect(await stored("step12")).toMatchObject({ accommodationAddress: "12 Bay Street, Nassau" });
    const { earlier } = await applicant.screen(id, "accommodation");
    expect(earlier.accommodationAddress).toMatchObject({ says: "7 Balls Alley, Nassau" });
  });

  test("[F-APPL-7] updating the later step fails → the earlier step is saved, and the later one stays", async () => {
    await database.query(
      `create function refuse_following() returns trigger language plpgsql as $$ begin
         if new.metadata -> 'step12' is distinct from old.metadata -> 'step12' then raise exception 'no'; end if;
         return new; end $$;
       create trigger refuse_following before update on visa_applications
         for each row execute function refuse_following()`,
    );
    const before = await stored("step12");
    expect(await save(trip({ destinationCity: "Freeport" }, 1))).toBe("saved");
    expect(await stored("step4")).toMatchObject({ destinationCity: "Freeport" });
    expect(await stored("step12")).toEqual(before);
    await database.query("drop trigger refuse_following on visa_applications");
  });

  test("[F-APPL-7] a form with an old revision, or a stranger’s, is refused → the later step isn't updated", async () => {
    const before = await wholeOf(database, id);
    expect(await save(trip({ destinationCity: "Freeport" }, 0))).toBe("stale");
    expect((await new Applicant(database).save(id, trip({ destinationCity: "Freeport" }, 1))).status).toBe(403);
    expect(await wholeOf(database, id)).toEqual(before);
  });

  test("[F-APPL-7] queued saves arrive in either order → the answers are the same", async () => {
    expect(await save(stay({ revision: "1", accommodationAddress: "12 Bay Street, Freeport" }))).toBe("saved");
    expect(await save(trip({ destinationCity: "Freeport" }, 1))).toBe("saved");
    const firstStored = await stored("step12");
    expect(await save(trip({}, 2))).toBe("saved");
    expect(await stored("step12")).toMatchObject({ accommodationAddress: "12 Bay Street, Nassau" });
    expect(await save(trip({ destinationCity: "Freeport" }, 3))).toBe("saved");
    // Its page was opened before the change, and sends what it showed then.
    expect(await save(stay({ revision: "2", accommodationAddress: "12 Bay Street, Freeport" }))).toBe("saved");
    expect(await stored("step12")).toEqual(firstStored);
  });
});

test("[F-APPL-7] an encrypted answer is updated → it is stored encrypted", async () => {
  const security = (arrestDetails: string, revision: string): Fields => ({
    ...{ step: "security_questionnaire", revision, hasBeenArrested: "yes", arrestDetails },
  });
  await save(security("A fight", "0"));
  const convictions = { hasCriminalConvictions: "yes", convictionDescription: "A fight" };
  await save({ step: "criminal_history", revision: "0", ...convictions });
  await save(security("A theft", "1"));
  expect(await stored("step11")).toMatchObject({ hasCriminalConvictions: true, convictionDescription: "A theft" });
  const [row] = await database.query<{ text: string }>(
    "select metadata::text as text from visa_applications where id = $1",
    [id],
  );
  expect(row?.text).not.toContain("A theft");
});

test("[F-APPL-7] the earlier step no longer determines the answer → the later answer and its row stay", async () => {
  const first = (maritalStatus: string, revision: string) =>
    form("applicant_info", "Applicant Information", { maritalStatus, revision });
  await save(first("married", "0"));
  await save(form("family_background", "Family Background", { hasSpouse: "yes" }));
  await save(first("single", "1"));
  expect(await readStepRow(database, "family_background", id)).toMatchObject({ has_spouse: true });
  expect((await stored("step5"))?.hasSpouse).toBe(true);
});

describe("signed answers", () => {
  const spouse = { hasSpouse: "yes", spouseFirstName: "Luc", spouseLastName: "Rolle" };
  const signed = new SignedCase(database, {
    applicant_info: { maritalStatus: "married" },
    family_background: spouse,
  });

  test("[F-APPL-7] a correction of an answer is accepted → all other signed answers stay unchanged", async () => {
    const before = (await readMetadata(database, signed.id))?.step5;
    expect(before).toMatchObject({ hasSpouse: true });
    const item = await signed.corrected("applicant_info", ["maritalStatus"], { maritalStatus: "divorced" });
    expect(await acceptAnswer(signed.staff, await signed.decision(item))).toEqual({ ok: true });
    const after = await readMetadata(database, signed.id);
    expect(after?.step1).toMatchObject({ maritalStatus: "divorced" });
    expect(after?.step5).toEqual(before);
  });
});
