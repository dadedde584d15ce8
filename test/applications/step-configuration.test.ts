import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { standardSteps } from "../../app/applications/steps/registry";
import { listedSteps, serviceOf as service, withoutTable, wizardSteps } from "../harness/applicants/listed-steps";
import { fieldsIn, unescaped, wordsOf } from "../harness/form-fields";
import { embeddedUrl, type Program, removeFolders, startProgram } from "../harness/program";
import { until, Visitor } from "../harness/visitor";

let program: Program;
let visitor: Visitor;
beforeAll(async () => {
  const clock = new URL("../harness/clock.mjs", import.meta.url).href;
  program = await startProgram({ TRUST_PROXY: "yes", NODE_OPTIONS: `--import=${clock}` });
  visitor = new Visitor(program);
});
afterAll(async () => {
  await program?.stop();
  await removeFolders();
});

const eight = standardSteps.map((step) => step.title);
const addOns = ["Bahamas Employment", "Family Relatives", "Criminal History", "Accommodation", "Dependents"];
const thirteen = [...eight.slice(0, 7), ...addOns, "Review & Certification"];

const serviceOf = (slug: string) => service(program, slug);
const listed = (id: string) => listedSteps(visitor, id);
const titlesOf = async (id: string) => (await listed(id)).steps.map((step) => step.title);
const inWizard = (id: string) => wizardSteps(visitor, id);
const without = (table: string, look: () => Promise<void>) => withoutTable(program, table, look);

async function fiveMinutesLater() {
  const said = () => program.output().split("The clock went on").length;
  const before = said();
  program.child.kill("SIGUSR2");
  await until("the program's clock went on", () => said() > before);
}

describe("which steps a service has", () => {
  test("[W-CONF-1, W-CONF-2, W-CONF-5, W-CONF-21] a US service has the default eight: number, code, title and form of each", async () => {
    const us = await serviceOf("us-travel-b1-b2-visa");
    expect(await titlesOf(us.id)).toEqual(eight);
    const { id, text } = await inWizard(us.id);
    expect(text).toContain("Step 1 of 8");
    const codes = [
      "applicant_info",
      "passport_info",
      "contact_info",
      "trip_details",
      "family_background",
      "employment_education",
      "security_questionnaire",
      "review_certification",
    ];
    const ownField = ["firstName", "passportNumber", "addressLine1", "purposeOfTrip", "fatherFirstName"];
    ownField.push("currentStatus", "hasBeenArrested", "electronicSignature");
    for (const [place, code] of codes.entries()) {
      const html = await (await visitor.get(`/apply/${id}?step=${code}`)).text();
      // A long title may break after its slash.
      const title = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]?.replaceAll("<wbr/>", "") ?? "";
      expect(unescaped(title)).toBe(eight[place]);
      expect(wordsOf(html)).toContain(`Step ${place + 1} of 8`);
      const fields = fieldsIn(html);
      expect(fields.get("step")?.attributes.value).toBe(code);
      expect([...fields.keys()]).toContain(ownField[place]);
    }
  });

  test("[W-CONF-6, W-CONF-18] none, an unknown and a malformed service have the default eight, about 30 minutes", async () => {
    for (const service of ["", "00000000-0000-4000-8000-000000000000", "x'; drop table visa_services; --"]) {
      const { steps, text } = await listed(encodeURIComponent(service));
      expect(steps.map((step) => step.title)).toEqual(eight);
      expect(text).toContain("8 steps, about 30 minutes");
      expect(text.includes("We do not offer this visa")).toBe(service !== "");
    }
    expect((await inWizard("")).text).toContain("Step 1 of 8");
  });

  test("[W-CONF-3, W-CONF-4] a Bahamas service has the five add-ons between step 7 and the review, in list and wizard", async () => {
    const evisa = await serviceOf("bahamian-evisa");
    const { steps } = await listed(evisa.id);
    expect(steps.map((step) => step.title)).toEqual(thirteen);
    expect(steps.filter((step) => step.isAddOn).map((step) => step.title)).toEqual(addOns);
    const { titles, text } = await inWizard(evisa.id);
    expect(text).toContain("Step 1 of 13");
    for (const [place, title] of thirteen.entries()) expect(titles[place]).toContain(title);
  });

  test("[W-CONF-7, W-CONF-8] the tables of the configuration", async () => {
    const columns = async (table: string) =>
      (
        await program.query<{ name: string }>(
          "select column_name as name from information_schema.columns where table_name = $1",
          [table],
        )
      ).map(({ name }) => name);
    expect(await columns("country_form_configurations")).toEqual(
      expect.arrayContaining([
        "visa_service_id",
        "country_id",
        "step_definition_id",
        "is_visible",
        "step_order",
        "custom_title",
      ]),
    );
    expect(await columns("form_step_definitions")).toEqual(
      expect.arrayContaining([
        "step_code",
        "step_name",
        "component_name",
        "step_type",
        "is_active",
        "estimated_time_minutes",
      ]),
    );
    const kinds = await program.query("select distinct step_type::text as kind from form_step_definitions order by 1");
    expect(kinds).toEqual([{ kind: "addon" }, { kind: "standard" }]);
    await expect(program.query("update form_step_definitions set step_type = 'extra'")).rejects.toThrow("step_type");
  });

  test("[W-CONF-9, W-CONF-10, W-CONF-11, W-CONF-12, W-CONF-14, W-CONF-21] a service's own rows win over its country's: order, titles, what is hidden, inactive or unknown", async () => {
    const own = await serviceOf("permit-to-reside");
    await program.query(`insert into form_step_definitions (step_code, step_name, component_name, step_type, is_active) values
      ('biometrics', 'Biometrics', 'BiometricsKiosk', 'addon', true), ('old_step', 'Old step', 'Dependents', 'addon', false)`);
    await program.query(
      `insert into country_form_configurations (visa_service_id, step_definition_id, step_order, is_visible, custom_title)
       select $1, d.id, v.place, v.visible, v.title from form_step_definitions d join (values
        ('trip_details', 10, true, 'Your stay'), ('biometrics', 15, true, null), ('applicant_info', 20, true, null),
        ('passport_info', 30, false, null), ('old_step', 40, true, null), ('accommodation', 50, true, ' '),
        ('review_certification', 60, true, null)) v (code, place, visible, title) on v.code = d.step_code`,
      [own.id],
    );
    const expected = ["Your stay", "Applicant Information", "Accommodation", "Review & Certification"];
    const { steps } = await listed(own.id);
    expect(steps.map((step) => step.title)).toEqual(expected);
    expect(steps.map((step) => step.isAddOn)).toEqual([false, false, true, false]);
    const skipped = program
      .output()
      .split("\n")
      .filter((line) => line.includes("BiometricsKiosk"));
    expect(skipped[0]).toContain('"level":40');
    const { titles, text, id } = await inWizard(own.id);
    for (const [place, title] of expected.entries()) expect(titles[place]).toContain(title);
    expect(text).toContain("Step 1 of 4");
    expect(await (await visitor.get(`/apply/${id}?step=trip_details`)).text()).toContain("Your stay</h1>");
    // What is answered there is kept under the step's permanent number.
    await visitor.save(id, { step: "trip_details", revision: "0", purposeOfTrip: "To stay" });
    const [row] = await program.query(
      "select metadata #>> '{step4,purposeOfTrip}' as purpose from visa_applications where id = $1",
      [id],
    );
    expect(row).toEqual({ purpose: "To stay" });
    expect(await titlesOf((await serviceOf("bahamas-work-visa")).id), "its country's other services").toEqual(thirteen);
  });

  test("a configuration without a review gets it: without it nothing could be signed", async () => {
    const own = await serviceOf("jamaica-visitor-visa");
    await program.query(
      `insert into country_form_configurations (country_id, step_definition_id, step_order)
       select $1, id, 1 from form_step_definitions where step_code = 'applicant_info'`,
      [own.country],
    );
    expect(await titlesOf(own.id)).toEqual(["Applicant Information", "Review & Certification"]);
  });
});

describe("when something can't be read", () => {
  test("[W-CONF-13] the configuration: logged, the default eight, the failure not kept, and nothing is signed without the add-ons", async () => {
    const { id: known } = await serviceOf("permanent-residence");
    const id = await visitor.start("signed@mail.example", { service: known });
    await visitor.fillIn(id);
    await program.query("update visa_applications set current_step = 8, furthest_step = 8 where id = $1", [id]);
    await fiveMinutesLater();
    const { id: fresh } = await serviceOf("schengen-visitor-visa");
    await without("country_form_configurations", async () => {
      const before = program.output().length;
      expect(await titlesOf(fresh)).toEqual(eight);
      expect(program.output().slice(before)).toContain("the steps of a service could not be read");
      // The last known configuration of a service that was read before is better than one that lacks its steps.
      expect(await titlesOf(known)).toEqual(thirteen);
      const submitted = await visitor.post(`/apply/${id}/save`, {
        step: "review_certification",
        revision: "0",
        intent: "submit",
        attempt: crypto.randomUUID(),
        certifyAccuracy: "on",
        certifyUnderstanding: "on",
        electronicSignature: "Nadège",
      });
      expect(submitted.status).toBeGreaterThanOrEqual(400);
      const [row] = await program.query("select status from visa_applications where id = $1", [id]);
      expect(row).toEqual({ status: "draft" });
    });
    await program.query(
      `insert into country_form_configurations (visa_service_id, step_definition_id, step_order)
       select $1, id, row_number() over (order by step_code) from form_step_definitions
       where step_code in ('contact_info', 'review_certification')`,
      [fresh],
    );
    expect(await titlesOf(fresh), "read anew at once").toEqual(["Contact Information", "Review & Certification"]);
  });

  test("[W-CONF-16, W-CONF-17] minutes by step code; 5 for a step without an estimate, and for every step when they can't be read", async () => {
    const { id } = await serviceOf("canadian-eta");
    await program.query(
      "update form_step_definitions set estimated_time_minutes = 11 where step_code = 'passport_info'",
    );
    await program.query(
      "update form_step_definitions set estimated_time_minutes = null where step_code = 'trip_details'",
    );
    const rows = await program.query<{ minutes: number | null }>(
      "select estimated_time_minutes as minutes from form_step_definitions where step_code = any($1)",
      [standardSteps.map((step) => step.code)],
    );
    const sum = rows.reduce((total, { minutes }) => total + (minutes ?? 5), 0);
    const { steps, text } = await listed(id);
    expect(text).toContain(`8 steps, about ${sum} minutes`);
    expect(steps.slice(1, 4).map((step) => step.minutes)).toEqual([11, 4, 5]);
    const { id: other } = await serviceOf("canadian-visitor-visa-trv");
    await without("form_step_definitions", async () => {
      const failed = await listed(other);
      expect(failed.text).toContain("8 steps, about 40 minutes");
      expect(failed.steps.map((step) => step.minutes)).toEqual(Array(8).fill(5));
    });
  });

  test("[W-CONF-19, W-CONF-20] the documents in their order; none when they can't be read, and the page still shows", async () => {
    const { id } = await serviceOf("uk-visitor-visa");
    await program.query("delete from document_requirements where visa_service_id = $1", [id]);
    await program.query(
      `insert into document_requirements (visa_service_id, document_type, document_name, display_order, is_required)
       values ($1, 'c', 'Third paper', 30, false), ($1, 'a', 'First paper', 10, true), ($1, 'b', 'Second paper', 20, true)`,
      [id],
    );
    const papers = (text: string) => text.match(/(First|Second|Third) paper/g);
    expect(papers((await listed(id)).text)).toEqual(["First paper", "Second paper", "Third paper"]);
    await without("document_requirements", async () => {
      const before = program.output().length;
      const { text, steps } = await listed(id);
      expect([papers(text), steps.length]).toEqual([null, 8]);
      expect(text).not.toContain("Have at hand");
      expect(program.output().slice(before)).toContain("the document requirements could not be read");
    });
  });
});

describe("how long it is kept", () => {
  test("[W-CONF-15] a change is not seen at once, and is after five minutes", async () => {
    const { id } = await serviceOf("uk-transit-visa");
    expect(await titlesOf(id)).toEqual(eight);
    await program.query(
      `insert into country_form_configurations (visa_service_id, step_definition_id, step_order)
       select $1, id, row_number() over (order by step_code) from form_step_definitions
       where step_code in ('contact_info', 'review_certification')`,
      [id],
    );
    expect(await titlesOf(id)).toEqual(eight);
    await fiveMinutesLater();
    expect(await titlesOf(id)).toEqual(["Contact Information", "Review & Certification"]);
  });

  test("who asks at once waits for one read", async () => {
    const { id } = await serviceOf("uae-tourist-visa");
    const holder = new pg.Client(embeddedUrl(program.dataDir));
    await holder.connect();
    await holder.query("begin");
    await holder.query("lock table country_form_configurations in access exclusive mode");
    const answers = Array.from({ length: 8 }, () => titlesOf(id));
    const waiting = () =>
      program.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%country_form%'");
    await until("a read waits", async () => (await waiting()).length > 0);
    await until("the others wait for it", async () => {
      const [row] = await program.query<{ busy: number }>(
        "select count(*)::int as busy from pg_stat_activity where application_name = 'lucaya' and state = 'active'",
      );
      return row?.busy === 1;
    });
    expect((await waiting()).length).toBe(1);
    await holder.query("commit");
    await holder.end();
    expect(await Promise.all(answers)).toEqual(Array(8).fill(eight));
  });
});
