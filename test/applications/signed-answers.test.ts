import { expect, test } from "vitest";
import { signIn } from "../harness/desk/desk";
import { readSigned } from "../harness/encryption/stored-answers";
import { HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const open = '<span class="text-stone">Not answered</span>';
const deported = "Have you ever been removed or deported from any country?";

/** The answer that a page shows for a question, with its marks. */
function answersOn(html: string): (label: string) => string | undefined {
  const pairs = html.replaceAll(/<!--.*?-->/g, "").matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs);
  const answers = new Map([...pairs].map(([, label, answer]) => [label?.replaceAll("&#x27;", "'"), answer]));
  return (label) => answers.get(label);
}

test("[W-S8-6, W-SHARED-9, N-SEC-4] an answer with the text of the placeholder for unanswered questions is signed and shown as an answer", async () => {
  const client = new HttpClient(app);
  const id = await client.start("nadege@mail.example");
  await client.fillIn(id, {
    applicant_info: { middleName: "Not answered" },
    contact_info: { emergencyContactRelationship: "No (left open)" },
    employment_education: { hasPreviousEmployment: "yes", "previousEmployment[0].employerName": "Not answered" },
    security_questionnaire: { hasOverstayed: "yes", overstayDetails: "Not answered" },
  });
  const review = answersOn(await (await client.get(`/apply/${id}?step=review_certification`)).text());
  expect(review("Middle name")).toBe("Not answered");
  expect(review("Work phone")).toBe(open);
  expect([review("Employer name"), review("From")]).toEqual(["Not answered", open]);
  expect(review("Please give details")).toBe("Not answered");
  expect(review(deported)).toBe("No");
  expect((await client.submit(id)).outcome.kind).toBe("submitted");

  const signed = await readSigned(app, id);
  const answers = signed?.flatMap((step) => step.answers.map(({ name, answer }) => [name, answer])) ?? [];
  expect(Object.fromEntries(answers)).toMatchObject({
    middleName: "Not answered",
    emergencyContactRelationship: "No (left open)",
    workPhone: null,
    previousEmployment: [["Not answered", null, null, null]],
    overstayDetails: "Not answered",
    hasBeenDeported: "No",
    hasOverstayed: "Yes",
  });

  const receipt = answersOn(await (await client.get(`/apply/${id}`)).text());
  expect(receipt("Middle name")).toBe("Not answered");
  expect(receipt("Relationship to you")).toBe("No (left open)");
  expect(receipt("Work phone")).toBe(open);
  expect(receipt("Please give details")).toBe("Not answered");
  expect(receipt(deported)).toBe("No");

  const desk = await signIn(app);
  const page = `/admin/applications/${id}`;
  const detail = answersOn(await (await desk.get(page)).text());
  expect(detail("Middle name")).toBe("Not answered");
  expect(detail("Work phone")).toBe(open);
  expect(detail(deported)).toBe("No");
  expect(detail("Please give details"), "a sensitive answer like any other").toContain("Hidden");
  const revealed = answersOn(await (await desk.post(page, { intent: "reveal", step: "7" })).text());
  expect(revealed("Please give details")).toBe("Not answered");
});
