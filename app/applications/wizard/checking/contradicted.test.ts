import { beforeEach, describe, expect, test } from "vitest";
import type { Asked } from "~/applications/steps/contradictions/asked";
import { standardSteps } from "~/applications/steps/registry";
import { confirmationsIn, signedRecord } from "~/applications/stored-answers/signed-record.server";
import { statusData } from "~/cases/applicant-page/status-data.server";
import { readApplication } from "~/cases/case-data/case.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { type Fields, form, type Saved } from "../../../../test/harness/http-client";
import { testDatabase } from "../../../../test/harness/in-process/test-database";

const database = testDatabase();
let applicant: Applicant;
let id: string;
beforeEach(async () => {
  applicant = new Applicant(database);
  id = await applicant.start();
});

const titleOf = (code: string) => standardSteps.find((step) => step.code === code)?.title ?? "";
let revision: Record<string, string> = {};
beforeEach(() => {
  revision = {};
});

/** Sends a step's form at its current revision, as the wizard's script does. */
async function send(code: string, change: Fields = {}, intent = "next"): Promise<{ status: number; outcome: Saved }> {
  const { userEmail } = (await applicant.found(id)).application;
  const email: Fields = code === "applicant_info" ? { email: userEmail } : {};
  const fields = form(code, titleOf(code), { ...email, ...change, revision: revision[code] ?? "0", intent });
  const response = await applicant.save(id, {
    ...fields,
    ...(intent === "submit" ? { attempt: crypto.randomUUID() } : {}),
  });
  if (response.outcome.revision !== undefined) revision[code] = String(response.outcome.revision);
  return response;
}
const contradictionsOf = ({ outcome }: { outcome: Saved }) => (outcome.asked ?? []) as Asked[];
const ticks = (contradictions: readonly Asked[]): Fields =>
  Object.fromEntries(contradictions.map(({ key, mark }) => [`_confirmed.${key}`, mark]));
const currentStep = async () => (await applicant.found(id)).application.currentStep;

const young = { motherDateOfBirth: "1980-01-01", fatherDateOfBirth: "1979-02-02" };
const sentences = [
  "Your father would have been 9 years old when you were born.",
  "Your mother would have been 8 years old when you were born.",
];

async function upTo(count: number, change: Record<string, Fields> = {}) {
  for (const { code } of standardSteps.slice(0, count)) {
    const response = await send(code, change[code]);
    expect(response.outcome).toMatchObject({ kind: "moved" });
  }
}

describe("the button Next Step with contradictions", () => {
  test("[N-WARN-1, N-WARN-2] the step is saved but not left until each contradiction is confirmed or corrected, which is then not asked about again", async () => {
    await upTo(4);
    const blocked = await send("family_background", young);
    expect(blocked).toMatchObject({ status: 422, outcome: { kind: "contradicted" } });
    expect(contradictionsOf(blocked).map(({ sentence }) => sentence)).toEqual(sentences);
    expect((await applicant.screen(id, "family_background")).answers).toMatchObject(young);
    expect(await currentStep()).toBe(5);

    const [father, mother] = contradictionsOf(blocked);
    const half = await send("family_background", { ...young, ...ticks([father as Asked]) });
    expect(contradictionsOf(half)).toEqual([mother]);
    const corrected = { ...young, motherDateOfBirth: "1960-01-01" };
    const left = await send("family_background", { ...corrected, ...ticks([father as Asked]) });
    expect(left.outcome).toMatchObject({ kind: "moved", step: "employment_education" });
    const again = await send("family_background", { ...corrected, ...ticks([father as Asked]) });
    expect(again.outcome.kind).toBe("moved");
  });

  test("[N-WARN-2] a confirmed contradiction is asked about again when one of its answers changes, also in another step", async () => {
    await upTo(4);
    const confirmed = { ...young, ...ticks(contradictionsOf(await send("family_background", young))) };
    expect((await send("family_background", confirmed)).outcome.kind).toBe("moved");
    expect((await send("applicant_info")).outcome.kind, "confirmed in the other step").toBe("moved");
    const changed = await send("applicant_info", { dateOfBirth: "1988-04-18" });
    expect(contradictionsOf(changed)).toMatchObject([
      { key: "fathersAge", step: "applicant_info", name: "dateOfBirth" },
      { key: "mothersAge", step: "applicant_info", name: "dateOfBirth" },
    ]);
    const right = await send("applicant_info", { dateOfBirth: "1988-04-18", ...ticks(contradictionsOf(changed)) });
    expect(right.outcome.kind).toBe("moved");
  });

  test("[N-WARN-1] Previous, Save & Exit, a jump to another step and an autosave never ask", async () => {
    await upTo(4);
    for (const [intent, kind] of [
      ["save", "saved"],
      ["previous", "moved"],
      ["goto:applicant_info", "moved"],
      ["exit", "exited"],
    ] as const)
      expect((await send("family_background", young, intent)).outcome.kind).toBe(kind);
  });

  test("[N-WARN-11] a malformed confirmation doesn't count and isn't stored", async () => {
    await upTo(1);
    const junk = { "_confirmed.nameInPassport": "yes".repeat(9), "_confirmed.__proto__": "1", "_confirmed.": "1" };
    expect((await send("passport_info", { ...junk, nameInPassport: "Somebody Else" })).outcome.kind).toBe(
      "contradicted",
    );
    const [row] = await database.query<{ kept: unknown }>(
      "select metadata -> 'step2' -> '_confirmed' as kept from visa_applications where id = $1",
      [id],
    );
    expect(row?.kept).toBeNull();
    const blocked = await send("passport_info", { nameInPassport: "Somebody Else" });
    const all = ticks([...contradictionsOf(blocked), { ...(contradictionsOf(blocked)[0] as Asked), key: "expired" }]);
    const expired = await send("passport_info", {
      ...all,
      nameInPassport: "Somebody Else",
      expirationDate: "2020-01-01",
    });
    expect(expired.outcome).toMatchObject({ kind: "invalid", problems: [{ name: "expirationDate" }] });
    const unborn = await send("applicant_info", { ...all, dateOfBirth: "2190-01-01" });
    expect(unborn.outcome).toMatchObject({ kind: "invalid", problems: [{ name: "dateOfBirth" }] });
  });
});

describe("the review with contradictions", () => {
  const certified = { certifyAccuracy: "on", certifyUnderstanding: "on" };

  test("[N-WARN-3, N-SIGN-2] Submit Application asks about open contradictions and submits once they are confirmed", async () => {
    await upTo(7);
    await send("family_background", young, "save");
    const signed = { ...certified, electronicSignature: "N. Role" };
    const blocked = await send("review_certification", signed, "submit");
    expect(blocked).toMatchObject({ status: 422, outcome: { kind: "contradicted", step: "review_certification" } });
    expect(contradictionsOf(blocked).map(({ step, sentence }) => [step, sentence])).toEqual([
      ...sentences.map((sentence) => ["family_background", sentence]),
      ["review_certification", "You signed as “N. Role”. The applicant is Nadège Ñuñez O'Brien-陳."],
    ]);
    expect(await applicant.submit(id), "by no other way").toMatchObject({ ok: false, reason: "invalid" });
    expect((await applicant.found(id)).application.status).toBe("draft");

    const sent = await send("review_certification", { ...signed, ...ticks(contradictionsOf(blocked)) }, "submit");
    expect(sent.outcome.kind).toBe("submitted");
  });

  test("[N-WARN-2] confirmed contradictions are signed as text and shown to the applicant and at the desk", async () => {
    await upTo(4);
    const contradictions = contradictionsOf(await send("family_background", young));
    await send("family_background", { ...young, ...ticks(contradictions) });
    await send("employment_education");
    await send("security_questionnaire");
    expect((await readApplication(id))?.confirmed, "of a draft").toEqual(sentences);
    const submitted = await send("review_certification", {}, "submit");
    expect(submitted.outcome.kind).toBe("submitted");
    const record = await signedRecord(id);
    expect(record?.steps.at(-1)).toMatchObject({ code: "review_certification", confirmed: sentences });
    expect(confirmationsIn(record?.steps ?? [])).toEqual(sentences);
    expect((await readApplication(id))?.confirmed).toEqual(sentences);
    expect((await statusData(await applicant.found(id))).signed?.confirmed).toEqual(sentences);
    const change = `update application_submissions set steps = jsonb_set(steps, '{7,confirmed}', '[]') where application_id = $1`;
    await expect(database.query(change, [id])).rejects.toThrow("immutable");
  });

  test("[N-SIGN-1] a signature that is no name is refused, and an empty one has its own message", async () => {
    await upTo(7);
    for (const electronicSignature of ["x", "--", "12", "aaaa"])
      expect(
        (await send("review_certification", { ...certified, electronicSignature }, "submit")).outcome,
      ).toMatchObject({
        kind: "invalid",
        problems: [{ name: "electronicSignature", message: "Please type your full name as your signature" }],
      });
    const empty = await send("review_certification", { ...certified, electronicSignature: " " }, "submit");
    expect(empty.outcome.problems).toMatchObject([{ message: "Electronic signature (full name) is required" }]);
  });
});

test("[F-APPL-3] a contradiction with the visa's limits holds step 4, is shown on the review, and is submitted once confirmed", async () => {
  const [service] = await database.query<{ id: string }>(
    "update visa_services set max_stay = '10 days', entry_type = 'Single Entry' where slug = 'bahamian-evisa' returning id",
  );
  await database.query("update visa_applications set visa_service_id = $2 where id = $1", [id, service?.id]);
  await upTo(3);
  const expected = [
    "You stay for 14 days. This visa allows 10 days at most.",
    "You asked for multiple entries. This visa allows a single entry.",
  ];
  const blocked = await send("trip_details", { numberOfEntries: "multiple" });
  expect(contradictionsOf(blocked).map(({ name, sentence }) => [name, sentence])).toEqual([
    ["intendedDepartureDate", expected[0]],
    ["numberOfEntries", expected[1]],
  ]);
  expect((await applicant.screen(id, "trip_details")).visa).toEqual({ maxStay: "10 days", isSingleEntry: true });
  await database.query(
    "update visa_applications set visa_service_id = (select id from visa_services where max_stay = 'Up to 6 months per visit' limit 1) where id = $1",
    [id],
  );
  const otherVisa = await send("trip_details", { numberOfEntries: "multiple" });
  expect(otherVisa.outcome, "on another visa").toMatchObject({ kind: "moved", step: "family_background" });
});
