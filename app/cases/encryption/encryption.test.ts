import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { staffAnswers } from "~/applications/stored-answers/answers.server";
import { signedRecord } from "~/applications/stored-answers/signed-record.server";
import { unreadableAnswer } from "~/core/unreadable";
import { forgetDataKey, requireDataKey } from "~/encryption/data-keys.server";
import { log } from "~/log.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { everyRow } from "../../../test/harness/encryption/every-row";
import { markedAnswers } from "../../../test/harness/encryption/marked-answers";
import { readMetadata } from "../../../test/harness/encryption/stored-answers";
import { form } from "../../../test/harness/http-client";
import { testDatabase } from "../../../test/harness/in-process/test-database";

const database = testDatabase();
const { answers, marks } = markedAnswers();
const number = answers.passport_info?.passportNumber ?? "";
const change = {
  passport_info: answers.passport_info ?? {},
  security_questionnaire: answers.security_questionnaire ?? {},
};

let applicant: Applicant;
beforeEach(() => {
  applicant = new Applicant(database);
});

const passportOf = async (id: string) => {
  const [row] = await database.query<{ metadata: string; row: string }>(
    `select metadata #>> '{step2,passportNumber,sealed}' as metadata, passport_number as row
     from visa_applications a left join passport_information p on p.application_id = a.id where id = $1`,
    [id],
  );
  return row;
};
const savePassport = (id: string, revision: number, more: Record<string, string> = {}) =>
  applicant.save(id, {
    ...form("passport_info", "Passport Information", { ...change.passport_info, ...more }),
    revision: String(revision),
  });

describe("an application with every sensitive question answered", () => {
  let id: string;
  let owner: Applicant;
  beforeAll(async () => {
    owner = new Applicant(database);
    id = await owner.ready(change);
    await database.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
  });

  test("[V-ENC-1, V-ENC-2] no table has a draft's sensitive answers in plain text, while yes and no stay in their columns", async () => {
    const stored = await everyRow(database);
    expect(marks.filter((mark) => stored.includes(mark))).toEqual([]);
    const [row] = await database.query(
      "select has_been_arrested, has_communicable_disease from security_questionnaire",
    );
    expect(row).toEqual({ has_been_arrested: true, has_communicable_disease: true });
    expect(
      await database.query("select metadata #> '{step7,hasBeenArrested}' as answer from visa_applications"),
    ).toEqual([{ answer: true }]);
  });

  test("the wizard and the review show the answers as typed", async () => {
    const screen = await owner.screen(id, "passport_info");
    expect(screen.answers).toMatchObject({ passportNumber: number, otherNationalities: [{ country: "HT" }] });
    const shown = JSON.stringify((await owner.screen(id, "review_certification")).review);
    const changed = Object.values({ ...change.passport_info, ...change.security_questionnaire }).filter((value) =>
      marks.includes(value),
    );
    expect(changed.filter((mark) => !shown.includes(mark))).toEqual([]);
  });

  test("[V-ENC-2] no table has the texts of Criminal History, which a Bahamas service asks for, in plain text", async () => {
    const own = new Applicant(database);
    const [service] = await database.query<{ id: string }>(
      "select id from visa_services where slug = 'bahamian-evisa'",
    );
    const otherId = await own.start(undefined, { service: service?.id ?? "" });
    await database.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [otherId]);
    const entered = answers.criminal_history ?? {};
    const saved = await own.save(otherId, { step: "criminal_history", revision: "0", ...entered });
    expect(saved.status).toBe(200);
    expect((await readMetadata(database, otherId))?.step11).toMatchObject({
      convictionDescription: entered.convictionDescription,
      hasCriminalConvictions: true,
    });
    const stored = await everyRow(database);
    expect(marks.filter((mark) => stored.includes(mark))).toEqual([]);
  });

  test("[V-ENC-1, V-ENC-2] no table has the signed answers in plain text, and the desk and the applicant can read them", async () => {
    expect(await owner.submit(id)).toEqual({ ok: true });
    const stored = await everyRow(database);
    expect(marks.filter((mark) => stored.includes(mark))).toEqual([]);
    const shown = JSON.stringify(await staffAnswers((await owner.found(id)).application));
    expect([number, change.security_questionnaire.arrestDetails].every((mark) => shown.includes(mark ?? "?"))).toBe(
      true,
    );
  });

  test("[V-ENC-4] two encryptions of one value differ, within one application and between two", async () => {
    const [firstId, secondId] = [await applicant.start(), await applicant.start()];
    await database.query("update visa_applications set furthest_step = 2 where id = any($1)", [[firstId, secondId]]);
    await savePassport(firstId, 0);
    await savePassport(secondId, 0);
    const before = await passportOf(firstId);
    await savePassport(firstId, 1, { issuingCity: "Nassau" });
    const after = await passportOf(firstId);
    const values = [before, after, await passportOf(secondId)].flatMap((each) => [each?.metadata, each?.row]);
    expect(new Set(values).size).toBe(6);
  });

  test("[W-SAVE-12] equal answers make no new revision, and a conflict with another tab shows plain answers", async () => {
    const own = await applicant.start();
    await database.query("update visa_applications set furthest_step = 2 where id = $1", [own]);
    expect((await savePassport(own, 0)).outcome).toMatchObject({ kind: "saved", revision: 1 });
    expect((await savePassport(own, 1)).outcome).toMatchObject({ kind: "saved", revision: 1 });
    expect((await savePassport(own, 0)).outcome).toMatchObject({ kind: "saved", revision: 1 });
    const { outcome } = await savePassport(own, 0, { passportNumber: "Other 1" });
    expect(outcome).toMatchObject({ kind: "stale", revision: 1, stored: { passportNumber: number } });
  });
});

test("[V-ENC-5] fifty first saves at once create one data key, and what is stored can be read", async () => {
  const id = await applicant.start();
  await database.query("update visa_applications set furthest_step = 2 where id = $1", [id]);
  await database.query("delete from data_keys where application_id = $1", [id]);
  forgetDataKey();
  const context = applicant.context(id);
  const { saveStep } = await import("~/applications/wizard/saving/save-step.server");
  const { stepsOfService } = await import("~/applications/steps/service-steps.server");
  const steps = await stepsOfService(null);
  const [, step] = steps;
  if (!step) throw new Error("There is no passport step");
  const positions = { place: 2, goal: 2, opensGoal: false, steps };
  const saves = Array.from({ length: 50 }, (_, n) =>
    saveStep(
      { applicationId: id, holder: context.holder },
      { step, revision: 0, answers: { passportNumber: `N${n}` }, ...positions },
    ),
  );
  const done = await Promise.all(saves);
  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  const keys = await database.query("select wrapped, wrapped_by from data_keys where application_id = $1", [id]);
  expect(keys).toHaveLength(1);
  forgetDataKey();
  expect((await readMetadata(database, id))?.step2?.passportNumber).toMatch(/^N\d+$/);
  expect(JSON.stringify(keys)).not.toContain((await requireDataKey({ applicationId: id })).toString("base64url"));
});

describe("[V-ENC-6] tampered ciphertext", () => {
  const logSpy = vi.spyOn(log, "error");
  let ids: [string, string];
  beforeEach(async () => {
    const [firstId, secondId] = [await applicant.start(), await applicant.start()];
    ids = [firstId, secondId];
    await database.query("update visa_applications set furthest_step = 7 where id = any($1)", [ids]);
    for (const id of ids) {
      await savePassport(id, 0);
      await applicant.save(id, { step: "security_questionnaire", revision: "0", ...change.security_questionnaire });
    }
    logSpy.mockClear();
  });
  const at = "{step2,passportNumber,sealed}";
  const shownOf = async (id: string) => {
    const { application } = await applicant.found(id);
    const steps = await staffAnswers(application);
    return Object.fromEntries(steps.flatMap((step) => step.answers.map(({ name, answer }) => [name, answer])));
  };

  test.each([
    [
      "a bit of it",
      `update visa_applications set metadata = jsonb_set(metadata, '${at}',
         to_jsonb(overlay(metadata #>> '${at}' placing case when substr(metadata #>> '${at}', 30, 1) = 'A' then 'B' else 'A' end from 30 for 1)))
       where id = $1 and $2 <> ''`,
    ],
    [
      "it is another application's",
      `update visa_applications a set metadata = jsonb_set(a.metadata, '${at}', o.metadata #> '${at}')
       from visa_applications o where a.id = $1::uuid and o.id = $2::uuid`,
    ],
    [
      "it is another answer's",
      `update visa_applications set metadata = jsonb_set(metadata, '${at}', metadata #> '{step2,lostStolenDetails,sealed}')
       where id = $1 and $2 <> ''`,
    ],
  ])("%s: the desk says so in place of the answer, shows the rest, and the log names the location", async (_, sql) => {
    await database.query(sql, ids);
    const shown = await shownOf(ids[0]);
    expect(shown).toMatchObject({
      passportNumber: unreadableAnswer,
      passportBookNumber: change.passport_info.passportBookNumber,
      arrestDetails: change.security_questionnaire.arrestDetails,
    });
    expect((await shownOf(ids[1])).passportNumber).toBe(number);
    const logged = JSON.stringify(logSpy.mock.calls);
    expect(logged).toContain(`visa_applications/${ids[0]}/metadata.step2.passportNumber`);
    expect(marks.filter((mark) => logged.includes(mark))).toEqual([]);
  });

  test("a data key of another application makes all encrypted answers unreadable, and the rest is shown", async () => {
    await database.query(
      `update data_keys set wrapped = (select wrapped from data_keys where application_id = $2) where application_id = $1`,
      ids,
    );
    forgetDataKey();
    expect(await shownOf(ids[0])).toMatchObject({
      passportNumber: unreadableAnswer,
      arrestDetails: unreadableAnswer,
      hasBeenArrested: "Yes",
    });
  });

  test("the applicant sees that an answer is unreadable, nothing overwrites it, and it is readable once its key is back", async () => {
    const [key] = await database.query<{ wrapped: string }>("select wrapped from data_keys where application_id = $1", [
      ids[0],
    ]);
    const setKey = async (from: string, to: string) => {
      await database.query("update data_keys set wrapped = $2 where application_id = $1", [from, to]);
      forgetDataKey();
    };
    await setKey(ids[0], "A".repeat(80));
    const whole = () =>
      database.query("select * from visa_applications a, passport_information p where id = $1", [ids[0]]);
    const before = await whole();
    const screen = await applicant.screen(ids[0], "passport_info");
    expect(screen.answers.passportNumber).toBe(unreadableAnswer);
    const { outcome } = await applicant.save(ids[0], {
      ...form("passport_info", "Passport Information", { ...change.passport_info, passportNumber: unreadableAnswer }),
      revision: "1",
      intent: "next",
    });
    expect(outcome).toMatchObject({
      kind: "failed",
      message: "This answer can’t be read. Please enter it again, or try again later.",
    });
    expect(await whole()).toEqual(before);
    await setKey(ids[0], key?.wrapped ?? "");
    expect((await applicant.screen(ids[0], "passport_info")).answers.passportNumber).toBe(number);
  });
});

test("a signed record is read decrypted", async () => {
  const id = await applicant.ready(change);
  await applicant.submit(id);
  const steps = (await signedRecord(id))?.steps ?? [];
  expect(steps.flatMap((step) => step.answers).find(({ name }) => name === "passportNumber")?.answer).toBe(number);
});
