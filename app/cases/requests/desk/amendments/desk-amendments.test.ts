import { describe, expect, test } from "vitest";
import { readApplication } from "~/cases/case-data/case.server";
import { revealAnswers } from "~/cases/masked-answers/desk/reveal-answers.server";
import { readRequestForm } from "~/cases/requests/desk/requests.server";
import { SignedCase } from "../../../../../test/harness/in-process/signed-case";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";

const database = testDatabase();
const signed = new SignedCase(database);
const [before, after] = ["RD4471902", "RD9990001"];

const desk = async () => {
  const detail = await readApplication(signed.id);
  if (!detail) throw new Error("We can’t find this application");
  return detail;
};
const questionOf = async (name: string) =>
  (await desk()).steps.flatMap(({ answers }) => answers).find((candidate) => candidate.name === name);

describe("an amendment at the desk", () => {
  test("[C-AMD-9] an amendment of a sensitive question is masked before and after, wherever the desk shows it", async () => {
    const item = await signed.corrected("passport_info", ["passportNumber"], { passportNumber: after });
    const isMasked = async () => {
      const pages = JSON.stringify([await desk(), await readRequestForm(signed.id)]);
      return !pages.includes(before) && !pages.includes(after);
    };
    expect(await isMasked()).toBe(true);
    expect((await questionOf("passportNumber"))?.amendments).toMatchObject([
      { before: { isHidden: true, text: null }, after: { isHidden: true, text: null } },
    ]);
    await signed.refuse(item, "It has nine characters.");
    expect(await isMasked(), "refused").toBe(true);
    await signed.send(item, "passport_info", { passportNumber: after });
    await signed.accept(item);
    expect(await isMasked(), "in force").toBe(true);
  });

  test("[C-AMD-9] revealing its step reveals the amendment, recorded like an answer of the record, without its text", async () => {
    await signed.corrected("passport_info", ["passportNumber"], { passportNumber: after });
    const [amendment] = await signed.amendments();
    expect(await revealAnswers(signed.staff, { applicationId: signed.id, step: 2 })).toEqual({
      ok: true,
      step: 2,
      answers: { passportNumber: before },
      amendments: { [amendment?.id ?? ""]: { before, after } },
    });
    const [entry] = await database.query<{ who: string; details: { fields: string } }>(
      "select admin_email as who, details from admin_activity_log where action_type = 'sensitive_answers_revealed' and subject_id = $1",
      [signed.id],
    );
    expect(entry).toMatchObject({
      who: signed.staff.staff.email,
      details: { step: "passport_info", fields: "passportNumber" },
    });
    expect(JSON.stringify(entry)).not.toContain(after);
  });

  test("[C-AMD-4] an amendment is shown next to the current answer until it is accepted; a refused one only at its item", async () => {
    const city = { before: { text: "Port-au-Prince" }, after: { text: "Jacmel" }, signature: signed.signature };
    const item = await signed.corrected("applicant_info", ["cityOfBirth"], { cityOfBirth: "Jacmel" });
    const shown = () => questionOf("cityOfBirth");
    expect(await shown()).toMatchObject({ answer: "Port-au-Prince", amendments: [{ ...city, outcome: "waiting" }] });
    await signed.refuse(item, "Your passport says so too.");
    expect(await shown()).toMatchObject({ answer: "Port-au-Prince", amendments: [] });
    expect((await desk()).amendments).toMatchObject([{ ...city, outcome: "refused" }]);
    await signed.send(item, "applicant_info", { cityOfBirth: "Jacmel" });
    await signed.accept(item);
    expect(await shown()).toMatchObject({ answer: "Port-au-Prince", amendments: [{ ...city, outcome: "accepted" }] });
  });

  test("[C-AMD-6] an amendment of a question that was not signed is shown in the question's place, from Not asked", async () => {
    const lost = { hasLostStolenPassport: "yes", lostStolenDetails: "On a bus in Nassau." };
    await signed.accept(await signed.corrected("passport_info", ["hasLostStolenPassport"], lost));
    const names = (await desk()).steps.find(({ code }) => code === "passport_info")?.answers.map(({ name }) => name);
    expect(names?.indexOf("lostStolenDetails")).toBe((names?.indexOf("hasLostStolenPassport") ?? 0) + 1);
    expect(await questionOf("lostStolenDetails")).toMatchObject({
      isAdded: true,
      amendments: [{ before: { isAsked: false }, after: { isAsked: true, text: lost.lostStolenDetails } }],
    });
    const form = (await readRequestForm(signed.id))?.steps.find(({ code }) => code === "passport_info");
    expect(form?.questions, "and can be corrected in its turn").toContainEqual(
      expect.objectContaining({ name: "lostStolenDetails", answer: lost.lostStolenDetails }),
    );
  });
});
