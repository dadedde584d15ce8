import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { percentAt } from "~/core/percent-at";
import { applicationStatuses } from "~/db/schema/values";
import { log } from "~/log.server";
import { Applicant, whileRefused, wholeOf } from "../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { form } from "../../../../test/harness/http-client";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { stepsOfService } from "../../steps/service-steps.server";
import { correctTotalSteps } from "../total-steps.server";

const database = testDatabase();
const errors = vi.spyOn(log, "error");
let applicant: Applicant;
let id: string;
beforeEach(async () => {
  applicant = new Applicant(database);
  id = await applicant.start();
});
afterEach(() => errors.mockClear());

const step = (change: Record<string, string> = {}) => form("applicant_info", "Applicant Information", change);
const position = async () =>
  (
    await database.query(
      `select current_step as now, furthest_step as furthest, total_steps as total, completion_percentage as percent
       from visa_applications where id = $1`,
      [id],
    )
  )[0];
const save = async (fields: Record<string, string>, as = applicant) => {
  const { status, outcome } = await as.save(id, fields);
  return [status, outcome.kind];
};
/** The same application as another browser, with a right to another application, would request it. */
async function withRightOf(otherId: string, of: Applicant) {
  await database.query("update application_holders set token_hash = $1 where application_id = $2", [
    "f".repeat(64),
    otherId,
  ]);
  of.hold(id, "f".repeat(64));
}

describe("permission to save", () => {
  test("a stranger and a browser with access to another application are refused", async () => {
    const before = await wholeOf(database, id);
    const otherApplicant = new Applicant(database);
    expect(await save(step(), otherApplicant)).toEqual([403, "refused"]);
    await withRightOf(await otherApplicant.start(), otherApplicant);
    expect(await save(step(), otherApplicant)).toEqual([403, "refused"]);
    expect(await wholeOf(database, id)).toEqual(before);
  });

  test("access that has just expired is refused, and access that expires in a minute is accepted", async () => {
    const ends = (when: string) =>
      database.query(
        `update application_holders set expires_at = now() + interval '${when}' where application_id = $1`,
        [id],
      );
    const before = await wholeOf(database, id);
    await ends("0 seconds");
    expect(await save(step())).toEqual([403, "refused"]);
    expect(await wholeOf(database, id)).toEqual(before);
    await ends("1 minute");
    expect(await save(step())).toEqual([200, "saved"]);
  });

  test("a browser can save 30 times a minute, and the next save writes nothing", async () => {
    const { context, found } = { context: applicant.context(id), found: await applicant.found(id) };
    const { handleStepForm } = await import("./step-request.server");
    const send = () => handleStepForm(context, found.application, new URLSearchParams({ ...step(), intent: "save" }));
    for (let count = 1; count <= 30; count++) expect((await send()).kind).toBe("saved");
    const before = await wholeOf(database, id);
    const limited = await send();
    expect(limited).toMatchObject({ kind: "limited", answers: { firstName: "Nadège" } });
    expect(limited.kind === "limited" && limited.retryAfterSeconds).toBeGreaterThan(0);
    expect(await wholeOf(database, id)).toEqual(before);
  });
});

describe("the state required to save", () => {
  test.each(applicationStatuses.filter((status) => status !== "draft"))(
    "[W-SUBMIT-18] an application that is %s refuses answers with every button",
    async (status) => {
      await database.query(
        "update visa_applications set status = $2::application_status, submitted_at = now() where id = $1",
        [id, status],
      );
      const before = await wholeOf(database, id);
      for (const intent of ["save", "next", "previous", "exit", "documents", "goto:applicant_info", "add:otherNames"])
        expect([intent, ...(await save({ ...step(), intent }))]).toEqual([
          intent,
          409,
          status === "withdrawn" ? "withdrawn" : "already",
        ]);
      expect(await wholeOf(database, id)).toEqual(before);
    },
  );

  test("[W-WIZ-8] a step that was not reached is not saved", async () => {
    const before = await wholeOf(database, id);
    expect(await save(form("contact_info", "Contact Information"))).toEqual([400, "thrown"]);
    expect(await wholeOf(database, id)).toEqual(before);
  });
});

describe("the position after a save", () => {
  test("[W-SAVE-2] Next moves one step on, and stays while an answer is missing", async () => {
    expect(await save({ ...step({ firstName: "" }), intent: "next" })).toEqual([422, "invalid"]);
    expect(await position()).toEqual({ now: 1, furthest: 1, total: 8, percent: 13 });
    expect(await save({ ...step(), revision: "1", intent: "next" })).toEqual([200, "moved"]);
    expect(await position()).toEqual({ now: 2, furthest: 2, total: 8, percent: 25 });
  });

  test("[W-SAVE-5] Save & Exit stores the step's share of all steps as a rounded percentage", async () => {
    const bahamian = await applicant.start(undefined, { service: (await serviceOf(database, "bahamian-evisa")).id });
    id = bahamian;
    expect(await save({ ...step(), intent: "exit" })).toEqual([200, "exited"]);
    expect(await position()).toEqual({ now: 1, furthest: 1, total: 13, percent: 8 });
    expect(await save({ ...step(), intent: "next" })).toEqual([200, "moved"]);
    expect(await save({ ...form("passport_info", "Passport Information"), intent: "exit" })).toEqual([200, "exited"]);
    expect(await position()).toEqual({ now: 2, furthest: 2, total: 13, percent: 15 });
  });

  test("an application can go to earlier steps and up to the furthest one, but not beyond", async () => {
    await save({ ...step(), intent: "next" });
    await save({ ...form("passport_info", "Passport Information"), intent: "previous" });
    expect(await position()).toEqual({ now: 1, furthest: 2, total: 8, percent: 13 });
    await save({ ...step(), intent: "goto:passport_info" });
    expect(await position()).toEqual({ now: 2, furthest: 2, total: 8, percent: 25 });
    await save({ ...step(), intent: "goto:trip_details" });
    expect(await position()).toEqual({ now: 1, furthest: 2, total: 8, percent: 13 });
  });
});

describe("[S-LOOK-10] progress is one figure", () => {
  /** The step that the applicant's page opens at, with its figure, and what the desk reads. */
  const figures = async () => {
    const { place, percent } = await applicant.screen(id);
    return { applicant: [place, percent], desk: [(await position())?.now, (await position())?.percent] };
  };
  const one = (place: number, percent: number) => ({ applicant: [place, percent], desk: [place, percent] });

  test("[S-LOOK-10] after each save the applicant's page and the desk show the same step and percentage, also with answers missing", async () => {
    expect(await position()).toMatchObject({ now: 1, percent: 0 });
    await save(step({ firstName: "" }));
    expect(await figures()).toEqual(one(1, 13));
    await save({ ...step(), revision: "1", intent: "next" });
    expect(await figures()).toEqual(one(2, 25));
    await save({ ...form("passport_info", "Passport Information", { passportNumber: "" }), intent: "previous" });
    expect(await figures()).toEqual(one(1, 13));
    await database.query("update visa_applications set furthest_step = 8 where id = $1", [id]);
    for (const [index, { definition }] of (await stepsOfService(null)).entries()) {
      await save({ ...step(), revision: "2", intent: `goto:${definition.code}` });
      expect(await figures()).toEqual(one(index + 1, percentAt(index + 1, 8)));
    }
    expect(await figures()).toEqual(one(8, 100));
  });

  test("[S-LOOK-10] a changed number of steps changes both, and nothing is done before the first save", async () => {
    await database.query("update visa_applications set total_steps = 20 where id = $1", [id]);
    await correctTotalSteps((await applicant.found(id)).application);
    expect(await position()).toMatchObject({ total: 8, percent: 0 });
    await save({ ...step(), intent: "next" });
    await database.query("update visa_applications set total_steps = 20, completion_percentage = 10 where id = $1", [
      id,
    ]);
    await correctTotalSteps((await applicant.found(id)).application);
    expect(await figures()).toEqual(one(2, 25));
  });
});

describe("[W-SAVE-10] the log of a failed save, without typed answers", () => {
  test("[W-SAVE-15] a save that the database refuses is logged once with step and button, and returns the answers", async () => {
    const before = await wholeOf(database, id);
    const failed = await whileRefused(database, "visa_applications", () =>
      applicant.save(id, step({ firstName: "Refused" })),
    );
    expect(failed).toMatchObject({
      status: 500,
      outcome: { kind: "failed", away: false, message: "", answers: { firstName: "Refused" } },
    });
    expect(await wholeOf(database, id)).toEqual(before);
    const lines = errors.mock.calls.filter(([, text]) => text === "a step could not be saved");
    expect(lines).toEqual([[{ err: expect.anything(), step: "applicant_info", intent: "save" }, lines[0]?.[1]]]);
    expect(await save(step()), "and the next one succeeds").toEqual([200, "saved"]);
  });

  test("[W-SAVE-14] a step row that the database refuses is logged, and the answers are saved", async () => {
    const saved = await whileRefused(database, "applicant_information", () => applicant.save(id, step()));
    expect([saved.status, saved.outcome.kind]).toEqual([200, "saved"]);
    expect(errors.mock.calls).toEqual([
      [
        { err: expect.anything(), table: "applicant_information" },
        "a step's row could not be stored; its answers are saved without it",
      ],
    ]);
    const { answers } = await applicant.screen(id, "applicant_info");
    expect(answers).toMatchObject({ firstName: "Nadège" });
    expect(await database.query("select 1 from applicant_information where application_id = $1", [id])).toEqual([]);
  });
});

describe("[W-WIZ-25] the number of steps", () => {
  const total = async () => (await position())?.total;
  const wrong = "update visa_applications set total_steps = 20 where id = $1";

  test("a draft's number of steps is corrected when it is opened", async () => {
    await database.query(wrong, [id]);
    await correctTotalSteps((await applicant.found(id)).application);
    expect(await total()).toBe(8);
  });

  test("a submitted application's number of steps stays", async () => {
    await database.query(wrong, [id]);
    const { application } = await applicant.found(id);
    await database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
    await correctTotalSteps(application);
    expect(await total()).toBe(20);
  });
});
