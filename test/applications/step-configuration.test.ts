import { expect, test } from "vitest";
import { standardSteps } from "../../app/applications/steps/registry";
import { listedSteps, serviceOf, withoutTable, wizardSteps } from "../harness/applicants/listed-steps";
import { fieldsIn, textOfHtml, unescaped } from "../harness/form-fields";
import { HttpClient } from "../harness/http-client";
import { logged } from "../harness/logged";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

// How pages show a service's steps; app/applications/steps/service-steps.test.ts tests which they are.
const app = await sharedApp();
const client = new HttpClient(app);

const eight = standardSteps.map((step) => step.title);
const addOns = ["Bahamas Employment", "Family Relatives", "Criminal History", "Accommodation", "Dependents"];
const thirteen = [...eight.slice(0, 7), ...addOns, "Review & Certification"];

/** A copy of a service, of which nothing can be cached. */
async function freshService(slug: string): Promise<string> {
  const columns = await app.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public'
     and table_name = 'visa_services' and is_generated = 'NEVER' and column_name not in ('id', 'slug')`,
  );
  const names = columns.map(({ name }) => name).join(", ");
  const [row] = await app.query<{ id: string }>(
    `insert into visa_services (slug, ${names}) select 'own-' || gen_random_uuid(), ${names} from visa_services
     where slug = $1 returning id`,
    [slug],
  );
  return row?.id ?? "";
}

test("[W-CONF-2, W-CONF-21] each of the eight default steps has its number, its title and its own form", async () => {
  const { id: us } = await serviceOf(app, "us-travel-b1-b2-visa");
  expect((await listedSteps(client, us)).steps.map(({ title }) => title)).toEqual(eight);
  const { id } = await wizardSteps(client, us);
  const fields = {
    applicant_info: "firstName",
    passport_info: "passportNumber",
    contact_info: "addressLine1",
    trip_details: "purposeOfTrip",
    family_background: "fatherFirstName",
    employment_education: "currentStatus",
    security_questionnaire: "hasBeenArrested",
    review_certification: "electronicSignature",
  };
  for (const [index, [code, field]] of Object.entries(fields).entries()) {
    const html = await (await client.get(`/apply/${id}?step=${code}`)).text();
    // A long title may break after its slash.
    const title = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]?.replaceAll("<wbr/>", "") ?? "";
    expect(unescaped(title)).toBe(eight[index]);
    expect(textOfHtml(html)).toContain(`Step ${index + 1} of 8`);
    const fields = fieldsIn(html);
    expect(fields.get("step")?.attributes.value).toBe(code);
    expect([...fields.keys()]).toContain(field);
  }
});

test("[W-CONF-3, W-CONF-4] the start page and the wizard of a Bahamas service list thirteen steps and mark the add-ons", async () => {
  const { id } = await serviceOf(app, "bahamian-evisa");
  const { steps } = await listedSteps(client, id);
  expect(steps.map(({ title }) => title)).toEqual(thirteen);
  expect(steps.filter(({ isAddOn }) => isAddOn).map(({ title }) => title)).toEqual(addOns);
  const { titles, text } = await wizardSteps(client, id);
  expect(text).toContain("Step 1 of 13");
  for (const [index, title] of thirteen.entries()) expect(titles[index]).toContain(title);
});

test("[W-CONF-6, W-CONF-18] an application without a service, or with an unknown one, has the eight default steps of about 30 minutes", async () => {
  for (const service of ["", "00000000-0000-4000-8000-000000000000"]) {
    const { steps, text } = await listedSteps(client, service);
    expect(steps.map(({ title }) => title)).toEqual(eight);
    expect(text).toContain("8 steps, about 30 minutes");
    expect(text.includes("We do not offer this visa")).toBe(service !== "");
  }
});

test("[W-CONF-12, W-CONF-16] custom titles and minutes show on the start page, in the step list and above the form", async () => {
  const service = await freshService("us-travel-b1-b2-visa");
  await app.query(
    `insert into country_form_configurations (visa_service_id, step_definition_id, step_order, custom_title)
     select $1, id, case step_code when 'trip_details' then 1 else 2 end, case step_code when 'trip_details' then 'Your stay' end
     from form_step_definitions where step_code in ('trip_details', 'review_certification')`,
    [service],
  );
  await app.query(
    "update form_step_definitions set estimated_time_minutes = 11 where step_code in ('trip_details', 'review_certification')",
  );
  const { steps, text } = await listedSteps(client, service);
  expect(steps.map(({ title, minutes }) => [title, minutes])).toEqual([
    ["Your stay", 11],
    ["Review & Certification", 11],
  ]);
  expect(text).toContain("2 steps, about 22 minutes");
  const { id, titles } = await wizardSteps(client, service);
  expect(titles[0]).toContain("Your stay");
  const page = screenOf(await (await client.get(`/apply/${id}?step=trip_details`)).text());
  expect(page.getByRole("heading", { level: 1, name: "Your stay" })).toBeDefined();
});

test("[W-CONF-13, W-CONF-20] a configuration or document list that can't be read is logged, and the page still shows", async () => {
  const service = await freshService("uk-visitor-visa");
  const before = app.output().length;
  await withoutTable(app, "country_form_configurations", async () => {
    expect((await listedSteps(client, service)).steps.map(({ title }) => title)).toEqual(eight);
  });
  await withoutTable(app, "document_requirements", async () => {
    const { text, steps } = await listedSteps(client, service);
    expect([text.includes("What to have ready"), steps.length]).toEqual([false, 8]);
  });
  await logged(app, "the steps of a service could not be read", before);
  await logged(app, "the document requirements could not be read", before);
});

test("[W-CONF-19] a service's documents are listed on its start page in order", async () => {
  const service = await freshService("uk-visitor-visa");
  await app.query(
    `insert into document_requirements (visa_service_id, document_type, document_name, display_order, is_required)
     values ($1, 'c', 'Third paper', 30, false), ($1, 'a', 'First paper', 10, true), ($1, 'b', 'Second paper', 20, true)`,
    [service],
  );
  const { text } = await listedSteps(client, service);
  expect(text).toContain("What to have ready");
  expect(text.match(/(First|Second|Third) paper/g)).toEqual(["First paper", "Second paper", "Third paper"]);
});
