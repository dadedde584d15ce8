import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { knownSteps } from "~/applications/steps/registry";
import { fieldsOf, knownKey } from "~/form-engine/definition";
import { isRequired } from "~/form-engine/relevance";
import { todayAround } from "~/form-engine/validate";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { form } from "../../../test/harness/http-client";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { screenOf } from "../../../test/harness/screen";
import { FieldView } from "./field-view";

const questions = knownSteps.flatMap((step) =>
  fieldsOf(step).flatMap((field) =>
    (field.kind === "list" ? field.fields : [field]).flatMap((part) =>
      part.kind === "yesno" && !part.compute ? [{ step: step.code, field: part }] : [],
    ),
  ),
);

test.each([{}, { [knownKey]: { maritalStatus: "married" } }])(
  "[F-APPL-4] a yes-or-no question says (optional) → only where it may be left open (%#)",
  (answers) => {
    expect(questions.length).toBeGreaterThan(40);
    const wrong = questions.filter(({ field }) => {
      const html = renderToStaticMarkup(
        <FieldView
          {...{ field, name: field.name, id: field.name, stored: {}, answers, error: undefined, phoneCountries: [] }}
          countries={[]}
          today={todayAround(new Date())}
        />,
      );
      const group = screenOf(html).getByRole("radiogroup");
      return /\(optional\)/.test(group.querySelector("legend")?.textContent ?? "") === isRequired(field, answers);
    });
    expect(wrong.map(({ step, field }) => `${step}.${field.name}`)).toEqual([]);
  },
);

const database = testDatabase();
let applicant: Applicant;
beforeEach(() => {
  applicant = new Applicant(database);
});

/** Saves step 1 with this marital status, then step 5 with its defaults and `change`. */
async function family(maritalStatus: string, change: Record<string, string> = {}) {
  const id = await applicant.start();
  const { userEmail: email } = (await applicant.found(id)).application;
  await applicant.save(id, form("applicant_info", "Applicant Information", { email, maritalStatus }));
  await database.query("update visa_applications set furthest_step = 5 where id = $1", [id]);
  const { answers } = await applicant.screen(id, "family_background");
  const { hasSpouse: _, ...fields } = form("family_background", "Family Background");
  const { outcome } = await applicant.save(id, { ...fields, intent: "next", ...change });
  return { opens: answers.hasSpouse, outcome };
}

test.each(["married", "domestic_partnership"])(
  "[F-APPL-4] step 5 after %s in step 1 → opens with Yes and requires the spouse",
  async (status) => {
    const { opens, outcome } = await family(status);
    expect(opens).toBe(true);
    const question = "Please answer Yes or No: Do you have a spouse or domestic partner?";
    expect(outcome).toMatchObject({ kind: "invalid", problems: [{ name: "hasSpouse", message: question }] });
    const { outcome: missing } = await family(status, { hasSpouse: "yes" });
    expect(missing).toMatchObject({ problems: [{ name: "spouseFirstName" }, { name: "spouseLastName" }] });
  },
);

test.each(["single", "divorced", "widowed"])(
  "[F-APPL-4] step 5 after %s in step 1 → may leave the spouse open",
  async (status) => {
    const { opens, outcome } = await family(status);
    expect(opens).toBeUndefined();
    expect(outcome).toMatchObject({ kind: "moved", step: "employment_education" });
  },
);
