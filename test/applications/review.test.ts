import { describe, expect, test } from "vitest";
import { signIn } from "../harness/desk/desk";
import { formIn } from "../harness/form-fields";
import { HttpClient } from "../harness/http-client";
import { inside, type Screen, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const client = new HttpClient(app);
const id = await client.start("nadege@mail.example");
await client.fillIn(id, {
  applicant_info: { "otherNames[1].type": "alias", "otherNames[1].name": "Nana" },
  passport_info: { hasOtherNationality: "yes", "otherNationalities[0].country": "CA" },
});

const at = async (path: string) => (await client.get(path.replace(/#.*/, ""))).text();
const review = () => at(`/apply/${id}?step=review_certification`);
/** Clicks a button of the step; returns the redirect. */
async function press(html: string, path: string, intent: string, change: Record<string, string> = {}) {
  const form = formIn(html);
  for (const [name, value] of Object.entries({ ...change, intent })) form.set(name, value);
  return (await client.post(path.replace(/#.*/, ""), form)).headers.get("location") ?? "";
}
const intentOf = (screen: Screen, name: string) => screen.getByRole<HTMLButtonElement>("button", { name }).value;

describe("[N-REVIEW-1] changing an answer from the review, without JavaScript", () => {
  test.each([
    ["Change Passport number", "passport_info", "passportNumber"],
    ["Change Other name 2: Name", "applicant_info", "otherNames-1-name"],
    ["Change City of issue", "passport_info", "issuingCity"],
  ])(
    "%s opens its step at that question, and leaving the step leads back to the answer on the review",
    async (name, step, input) => {
      const html = await review();
      const target = await press(html, `/apply/${id}?step=review_certification`, intentOf(screenOf(html), name));
      expect(target).toBe(`/apply/${id}?step=${step}&change=${input}#${input}`);
      const form = await at(target);
      expect(screenOf(form).element.querySelector(`#${input}`)?.matches("input")).toBe(true);
      for (const intent of ["next", "previous"]) {
        const back = await press(form, target, intent);
        expect(back).toBe(`/apply/${id}?step=review_certification#answer-${step}-${input}`);
        const row = screenOf(await at(back)).element.querySelector<HTMLElement>(`#answer-${step}-${input}`);
        expect(row && inside(row).getByRole("button", { name })).toBeTruthy();
        expect(row?.tabIndex).toBe(-1);
      }
    },
  );

  test("a refused step and a step with an added list entry still lead back to the review", async () => {
    const path = `/apply/${id}?step=applicant_info&change=gender`;
    const html = await at(path);
    const refused = formIn(html);
    refused.set("firstName", "");
    refused.set("intent", "next");
    const page = await (await client.post(path, refused)).text();
    expect(page).toContain("First name is required");
    expect(formIn(page).get("change")).toBe("gender");
    const grown = await press(page, path, "add:otherNames", { firstName: "Nadège" });
    expect(grown).toBe(`/apply/${id}?step=applicant_info&change=gender#otherNames-2-type`);
    const shorter = await press(await at(grown), grown, "remove:otherNames:2");
    expect(await press(await at(shorter), shorter, "next")).toContain("#answer-applicant_info-gender");
  });
});

test("[N-REVIEW-2] unanswered optional questions are collapsed in each step, with their number", async () => {
  const { element } = screenOf(await review());
  const folded = (step: string) => element.querySelector<HTMLDetailsElement>(`#answers-${step} details details`);
  const passport = folded("passport_info");
  expect(passport && inside(passport).getByText("5 questions not answered")).toBeTruthy();
  const questions = [...(passport?.querySelectorAll("dt") ?? [])].map(({ textContent }) => textContent);
  expect(questions).toEqual([
    "Name as printed in the passport",
    "Issuing authority",
    "City of issue",
    "State or province of issue",
    "Issuing country as printed",
  ]);
  expect(passport?.open).toBe(false);
  expect(folded("trip_details")?.textContent).not.toContain("Purpose of trip");
});

test("[F-APPL-4] the review lists the unanswered questions right before the signature, each with a link to its question", async () => {
  const html = await review();
  const [heading] = screenOf(html).getAllByRole("heading", { name: "You left these open" });
  const open = inside(heading?.closest("section") as HTMLElement);
  const names = open.getAllByRole("button").map((button) => button.textContent);
  expect(names).toEqual(expect.arrayContaining(["Middle name", "Issuing authority", "Secondary phone"]));
  expect(names).not.toContain("Passport number");
  expect(html.indexOf("You left these open")).toBeGreaterThan(html.indexOf("answers-security_questionnaire"));
  expect(html.indexOf("You left these open")).toBeLessThan(html.indexOf("I certify that the information"));
  const target = await press(html, `/apply/${id}?step=review_certification`, intentOf(open, "Issuing authority"));
  expect(target).toBe(`/apply/${id}?step=passport_info&change=issuingAuthority#issuingAuthority`);
});

test("[N-REVIEW-3] each list entry has its heading and labels on the review, on the status page and at the desk", async () => {
  const shown = (html: string) => {
    const headings = [...screenOf(html).element.querySelectorAll("h4")];
    return headings.map((heading) => [
      heading.textContent,
      ...[...(heading.parentElement?.querySelectorAll("dt") ?? [])].map((question) => [
        question.textContent,
        question.nextElementSibling?.textContent,
      ]),
    ]);
  };
  const names = [
    ["Other name 1", ["Type", "Maiden"], ["Name", "Rolle"]],
    ["Other name 2", ["Type", "Alias"], ["Name", "Nana"]],
  ];
  const nationality = ["Other nationality 1", ["Country", "Canada"], ["Passport number", "Not answered"]];
  expect(shown(await review())).toEqual([...names, nationality]);
  expect((await client.submit(id, undefined, 1)).outcome.kind).toBe("submitted");
  expect(shown(await at(`/apply/${id}`))).toEqual([...names, nationality]);
  const desk = await signIn(app);
  const page = `/admin/applications/${id}`;
  expect(shown(await (await desk.get(page)).text()), "the other passport is hidden").toEqual(names);
  const revealed = await (await desk.post(page, { intent: "reveal", step: "2" })).text();
  expect(shown(revealed)).toEqual([...names, nationality]);
});
