import { beforeAll, expect, test } from "vitest";
import type { AppServer } from "../harness/app-server";
import { storedStep } from "../harness/applicants/wizard";
import { WizardDriver } from "../harness/applicants/wizard-driver";
import { form, HttpClient } from "../harness/http-client";
import { inside } from "../harness/screen";
import { sharedApp } from "../harness/shared";

let program: AppServer;
beforeAll(async () => {
  program = await sharedApp();
});

// With JavaScript: e2e/wizard/list-questions.test.ts.
test("[N-LIST-1, N-LIST-3] without JavaScript, Add and a typed entry both set the answer to Yes, and an entry with No is refused", async () => {
  const visitor = new HttpClient(program);
  const id = await visitor.start("lists@mail.example");
  const walker = await new WizardDriver(program, visitor).open(`/apply/${id}`);
  const stored = async () => (await storedStep(program, id, 1)).answers;
  const chosen = () =>
    walker.screen.element.querySelector<HTMLInputElement>("input[name=hasOtherNames]:checked")?.value;
  const entries = () => walker.screen.element.querySelectorAll('input[name$="].name"]').length;

  expect([chosen(), entries()]).toEqual([undefined, 0]);
  await walker.press("Add other name");
  expect([chosen(), entries(), (await stored()).hasOtherNames]).toEqual(["yes", 1, true]);
  await walker.press(/^Remove/);
  expect([chosen(), entries()], "Yes has its first entry open").toEqual(["yes", 1]);

  const { hasOtherNames: _, ...typed } = form("applicant_info", "Applicant Information");
  const revision = String((await storedStep(program, id, 1)).revision);
  await visitor.save(id, { ...typed, revision });
  expect(await stored()).toMatchObject({ hasOtherNames: true, otherNames: [{ type: "maiden", name: "Rolle" }] });

  await walker.open(`/apply/${id}`);
  await walker.press("Next Step", { hasOtherNames: "no" });
  const said = "Other names: you answered No, and there is an entry. Answer Yes, or remove it";
  expect([walker.status, inside(walker.screen.getByRole("alert")).getByRole("link").textContent]).toEqual([422, said]);
  expect(inside(walker.screen.getByRole("group", { name: /^Other names/ })).words).toContain(said);
  expect([walker.input("otherNames[0].name").value, chosen()]).toEqual(["Rolle", "no"]);
  expect(await stored()).toMatchObject({ hasOtherNames: false, otherNames: [{ name: "Rolle" }] });
  await walker.press(/^Remove/);
  await walker.press("Next Step");
  expect(walker.title).toBe("Passport Information");
});
