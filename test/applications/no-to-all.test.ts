import { expect, test } from "vitest";
import { standardSteps } from "../../app/applications/steps/registry";
import { noToAll } from "../harness/applicants/applicant";
import { storedStep } from "../harness/applicants/wizard";
import { WizardDriver } from "../harness/applicants/wizard-driver";
import { form, HttpClient } from "../harness/http-client";
import { inside } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const code = "security_questionnaire";
const health = ["hasCommunicableDisease", "hasDangerousDisorder", "hasDrugAddiction"];

/** A draft with its first six steps completed. */
async function atSecurity(email: string) {
  const client = new HttpClient(app);
  const id = await client.start(email);
  for (const { code: stepCode, title } of standardSteps.slice(0, 6))
    await client.save(id, { ...form(stepCode, title), intent: "next" });
  const driver = await new WizardDriver(app, client).open(`/apply/${id}?step=${code}`);
  return { visitor: client, id, walker: driver };
}

/** The group of a heading: its answers, its button, and its message. */
function groupOf(driver: WizardDriver, title: string) {
  const heading = driver.screen.getByRole("heading", { name: title });
  const group = inside(heading.closest("section") as HTMLElement);
  const answered = [...group.element.querySelectorAll<HTMLInputElement>("input[type=radio]:checked")];
  return {
    anchor: heading.id,
    answers: Object.fromEntries(answered.map(({ name, value }) => [name, value])),
    button: group.getAllByRole("button").at(-1)?.textContent,
    said: group.getByRole("status").textContent,
  };
}

test("[N-SEC-2] without JavaScript, No to all of these saves the typed answers, returns to its group, and can be undone", async () => {
  const { visitor: client, id, walker: driver } = await atSecurity("no.to.all@mail.example");
  const stored = async () => (await storedStep(app, id, 7)).answers;
  expect(groupOf(driver, "Health")).toMatchObject({ button: "No to all of these", answers: {}, said: "" });
  expect(driver.screen.getAllByRole("button", { name: "No to all of these" })).toHaveLength(7);

  await driver.press("No to all of these", { hasDangerousDisorder: "no", hasOverstayed: "no" });
  expect(groupOf(driver, "Health")).toEqual({
    anchor: "section-0",
    answers: Object.fromEntries(health.map((name) => [name, "no"])),
    button: "Undo",
    said: "3 questions answered No",
  });
  expect(groupOf(driver, "Human rights")).toMatchObject({ button: "No to all of these", answers: {} });
  expect(await stored()).toEqual(Object.fromEntries([...health, "hasOverstayed"].map((name) => [name, false])));

  // The earlier answers return: one of them was No.
  await driver.press("Undo");
  expect(groupOf(driver, "Health")).toMatchObject({
    answers: { hasDangerousDisorder: "no" },
    button: "No to all of these",
    said: "",
  });
  expect(await stored()).toEqual({ hasDangerousDisorder: false, hasOverstayed: false });
  const revision = String((await storedStep(app, id, 7)).revision);
  const response = await client.post(`/apply/${id}`, { step: code, revision, intent: "no-to-all:4" });
  expect(response.headers.get("location")).toBe(`/apply/${id}?step=${code}&undo=4-127#section-4`);
});

test("[N-SEC-3] with one answer Yes, only the others are set to No, and the Yes keeps its details", async () => {
  const { id, walker: driver } = await atSecurity("no.to.others@mail.example");
  const yes = { hasDrugAddiction: "yes", drugAddictionDetails: "Long ago." };
  await driver.press("No to all of these", yes);
  const health = groupOf(driver, "Health");
  expect(health).toMatchObject({ button: "Undo", said: "2 questions answered No" });
  expect(health.answers).toEqual({ hasCommunicableDisease: "no", hasDangerousDisorder: "no", hasDrugAddiction: "yes" });
  expect((await storedStep(app, id, 7)).answers).toMatchObject({ drugAddictionDetails: "Long ago." });
  await driver.press("Undo");
  expect(groupOf(driver, "Health")).toMatchObject({
    button: "No to all the others",
    answers: { hasDrugAddiction: "yes" },
  });
});

test("[N-SEC-1] Next Step and the submission name each open question, and in a draft that is past the step it shows Needs attention", async () => {
  const { visitor: client, id } = await atSecurity("open@mail.example");
  const { hasOverstayed: _, ...others } = noToAll;
  const fields = { ...others, step: code, revision: "0" };
  const refused = await client.save(id, { ...fields, intent: "next" });
  const message = "Please answer Yes or No: Have you ever stayed in a country longer than you were allowed to?";
  expect([refused.status, refused.outcome.problems]).toEqual([422, [{ name: "hasOverstayed", message }]]);
  const driver = await new WizardDriver(app, client).open(`/apply/${id}?step=${code}`);
  await driver.press("Next Step");
  expect(inside(driver.screen.getByRole("alert")).getByRole("link").textContent).toBe(message);
  const question = driver.screen.getByRole("radiogroup", { name: /^Have you ever stayed/ });
  expect([question.getAttribute("aria-invalid"), inside(question).words]).toEqual([
    "true",
    // The question is above it.
    expect.stringContaining("Error: Please answer Yes or No"),
  ]);

  // As in a draft from an older release.
  await app.query("update visa_applications set furthest_step = 8, current_step = 8 where id = $1", [id]);
  await driver.open(`/apply/${id}?step=review_certification`);
  expect(driver.screen.getAllByRole("button", { name: /Security Questions\s*Needs attention/ }).length).toBeGreaterThan(
    0,
  );
  const submitted = await client.submit(id);
  expect([submitted.status, submitted.outcome.steps]).toMatchObject([422, [{ code, problems: [{ message }] }]]);

  await client.save(id, { ...fields, hasOverstayed: "no", revision: "1" });
  expect((await client.submit(id, undefined, 1)).outcome.kind).toBe("submitted");
});
