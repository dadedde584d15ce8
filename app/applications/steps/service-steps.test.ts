import { afterEach, describe, expect, test, vi } from "vitest";
import { startData } from "~/applications/start/data.server";
import { standardSteps } from "~/applications/steps/registry";
import { configuredSteps } from "~/applications/steps/service-steps.server";
import { pool } from "~/db/client.server";
import { log } from "~/log.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { serviceOf as service, withoutTable } from "../../../test/harness/applicants/listed-steps";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../test/harness/waiting";

const database = testDatabase();
const errors = vi.spyOn(log, "error");
const warnings = vi.spyOn(log, "warn");
afterEach(() => {
  vi.useRealTimers();
  errors.mockClear();
  warnings.mockClear();
});

const eight = standardSteps.map((step) => step.title);
const addOns = ["Bahamas Employment", "Family Relatives", "Criminal History", "Accommodation", "Dependents"];
const thirteen = [...eight.slice(0, 7), ...addOns, "Review & Certification"];

const serviceOf = async (slug: string) => (await service(database, slug)).id;
/** What the start page of a service lists. */
const titlesOf = async (id: string | null) => (await startData(id)).steps.map(({ title }) => title);
/** What the wizard lists in an application for it. */
async function inWizard(service: string) {
  const applicant = new Applicant(database);
  const id = await applicant.start(undefined, { service });
  const { steps, total } = await applicant.screen(id, "");
  return { applicant, id, total, titles: steps.map(({ title }) => title) };
}
const configure = (id: string, codes: string[]) =>
  database.query(
    `insert into country_form_configurations (visa_service_id, step_definition_id, step_order)
     select $1, d.id, v.place from form_step_definitions d
     join unnest($2::text[]) with ordinality v (code, place) on v.code = d.step_code`,
    [id, codes],
  );
const messages = (spy: typeof errors) => spy.mock.calls.map(([, text]) => text);
function minutesLater(minutes: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
}

describe("the steps of a service", () => {
  test("[W-CONF-1, W-CONF-5] a US service has the default eight steps in order", async () => {
    const us = await serviceOf("us-travel-b1-b2-visa");
    expect(await titlesOf(us)).toEqual(eight);
    expect((await inWizard(us)).titles).toEqual(eight);
  });

  test("[W-CONF-6, W-CONF-18] no service, an unknown and a malformed one have the default steps, about 30 minutes", async () => {
    for (const id of [null, "", crypto.randomUUID(), "x'; drop table visa_services; --"]) {
      const { steps, minutes, service, isUnknown } = await startData(id);
      expect([steps.map(({ title }) => title), minutes, service]).toEqual([eight, 30, null]);
      expect(isUnknown).toBe(Boolean(id));
    }
  });

  test("[W-CONF-3, W-CONF-4] a Bahamas service has the five add-ons between step 7 and the review", async () => {
    const { steps } = await startData(await serviceOf("bahamian-evisa"));
    expect(steps.map(({ title }) => title)).toEqual(thirteen);
    expect(steps.filter(({ isAddOn }) => isAddOn).map(({ title }) => title)).toEqual(addOns);
    expect(await inWizard(await serviceOf("bahamian-evisa"))).toMatchObject({ total: 13, titles: thirteen });
  });
});

describe("a service's own configuration", () => {
  let own: string;
  test("[W-CONF-9] a service's rows override its country's, and the country's other services are unaffected", async () => {
    own = await serviceOf("permit-to-reside");
    await database.query(`insert into form_step_definitions (step_code, step_name, component_name, step_type, is_active) values
      ('biometrics', 'Biometrics', 'BiometricsKiosk', 'addon', true), ('old_step', 'Old step', 'Dependents', 'addon', false)`);
    await database.query(
      `insert into country_form_configurations (visa_service_id, step_definition_id, step_order, is_visible, custom_title)
       select $1, d.id, v.place, v.visible, v.title from form_step_definitions d join (values
        ('trip_details', 10, true, 'Your stay'), ('biometrics', 15, true, null), ('applicant_info', 20, true, null),
        ('passport_info', 30, false, null), ('old_step', 40, true, null), ('accommodation', 50, true, ' '),
        ('review_certification', 60, true, null)) v (code, place, visible, title) on v.code = d.step_code`,
      [own],
    );
    const { steps } = await startData(own);
    expect(steps.map(({ isAddOn }) => isAddOn)).toEqual([false, false, true, false]);
    expect(await titlesOf(await serviceOf("bahamas-work-visa"))).toEqual(thirteen);
  });

  test("[W-CONF-10, W-CONF-11] steps are in their configured order, without hidden and inactive ones", async () => {
    const codes = (await startData(own)).steps.map(({ code }) => code);
    expect(codes).toEqual(["trip_details", "applicant_info", "accommodation", "review_certification"]);
  });

  test("[W-CONF-12] steps have their configured titles; a blank title is ignored", async () => {
    expect(await titlesOf(own)).toEqual([
      "Your stay",
      "Applicant Information",
      "Accommodation",
      "Review & Certification",
    ]);
  });

  test("[W-CONF-14] a component that is not registered is skipped with a warning", async () => {
    minutesLater(6);
    const { steps } = await startData(own);
    expect(steps).toHaveLength(4);
    expect(warnings.mock.calls).toContainEqual([
      { component: "BiometricsKiosk" },
      "a configured step has no component here, or has it a second time, and is skipped",
    ]);
  });

  test("[W-CONF-21] the wizard shows the configured steps and stores answers under their permanent numbers", async () => {
    const { applicant, id, total, titles } = await inWizard(own);
    expect([total, titles]).toEqual([
      4,
      ["Your stay", "Applicant Information", "Accommodation", "Review & Certification"],
    ]);
    expect((await applicant.screen(id, "trip_details")).step).toEqual({ code: "trip_details", title: "Your stay" });
    await applicant.save(id, { step: "trip_details", revision: "0", purposeOfTrip: "To stay" });
    const [row] = await database.query(
      "select metadata #>> '{step4,purposeOfTrip}' as purpose from visa_applications where id = $1",
      [id],
    );
    expect(row).toEqual({ purpose: "To stay" });
  });

  test("a configuration without a review gets one, as nothing could be signed otherwise", async () => {
    const { id, country } = await service(database, "jamaica-visitor-visa");
    await database.query(
      `insert into country_form_configurations (country_id, step_definition_id, step_order)
       select $1, id, 1 from form_step_definitions where step_code = 'applicant_info'`,
      [country],
    );
    expect(await titlesOf(id)).toEqual(["Applicant Information", "Review & Certification"]);
  });
});

describe("failing reads", () => {
  test("[W-CONF-13] an unreadable configuration is logged, the default eight steps are used, and the failure isn't cached", async () => {
    const fresh = await serviceOf("schengen-visitor-visa");
    await withoutTable(database, "country_form_configurations", async () => {
      expect(await titlesOf(fresh)).toEqual(eight);
      expect(messages(errors)).toEqual(["the steps of a service could not be read; the standard ones are used"]);
    });
    await configure(fresh, ["contact_info", "review_certification"]);
    expect(await titlesOf(fresh), "read again at once").toEqual(["Contact Information", "Review & Certification"]);
  });

  test("the last known configuration is used while reading fails, and nothing can be signed meanwhile", async () => {
    const known = await serviceOf("permanent-residence");
    const applicant = new Applicant(database);
    const id = await applicant.start(undefined, { service: known });
    await applicant.fillIn(id);
    minutesLater(6);
    await withoutTable(database, "country_form_configurations", async () => {
      expect(await titlesOf(known)).toEqual(thirteen);
      await expect(applicant.submit(id)).rejects.toThrow();
    });
    const [row] = await database.query("select status from visa_applications where id = $1", [id]);
    expect(row).toEqual({ status: "draft" });
  });

  test("[W-CONF-16, W-CONF-17] minutes are by step code; a step without an estimate counts as 5", async () => {
    const minutes = "update form_step_definitions set estimated_time_minutes = $2 where step_code = $1";
    await database.query(minutes, ["passport_info", 11]);
    await database.query(minutes, ["trip_details", null]);
    const rows = await database.query<{ minutes: number | null }>(
      "select estimated_time_minutes as minutes from form_step_definitions where step_code = any($1)",
      [standardSteps.map((step) => step.code)],
    );
    const read = await startData(await serviceOf("canadian-eta"));
    expect(read.minutes).toBe(rows.reduce((total, row) => total + (row.minutes ?? 5), 0));
    expect(read.steps.slice(1, 4).map((step) => step.minutes)).toEqual([11, 4, 5]);
  });

  test("[W-CONF-17] when the estimates can't be read, every step counts as 5 minutes", async () => {
    const id = await serviceOf("canadian-visitor-visa-trv");
    await withoutTable(database, "form_step_definitions", async () => {
      const read = await startData(id);
      expect([read.minutes, read.steps.map(({ minutes }) => minutes)]).toEqual([40, Array(8).fill(5)]);
    });
  });

  test("[W-CONF-19] the required documents are in their order", async () => {
    const id = await serviceOf("uk-visitor-visa");
    await database.query("delete from document_requirements where visa_service_id = $1", [id]);
    await database.query(
      `insert into document_requirements (visa_service_id, document_type, document_name, display_order, is_required)
       values ($1, 'c', 'Third paper', 30, false), ($1, 'a', 'First paper', 10, true), ($1, 'b', 'Second paper', 20, true)`,
      [id],
    );
    const names = (await startData(id)).documents.map(({ name }) => name);
    expect(names).toEqual(["First paper", "Second paper", "Third paper"]);
  });

  test("[W-CONF-20] when the documents can't be read, none are shown, it is logged, and the steps are shown", async () => {
    const id = await serviceOf("uk-visitor-visa");
    await withoutTable(database, "document_requirements", async () => {
      const { documents, steps } = await startData(id);
      expect([documents, steps.length]).toEqual([[], 8]);
      expect(messages(errors)).toEqual(["the document requirements could not be read"]);
    });
  });
});

describe("the cache of steps", () => {
  test("[W-CONF-15] a change is visible after five minutes and not before", async () => {
    const id = await serviceOf("uk-transit-visa");
    expect(await titlesOf(id)).toEqual(eight);
    await configure(id, ["contact_info", "review_certification"]);
    minutesLater(4.9);
    expect(await titlesOf(id)).toEqual(eight);
    minutesLater(0.2);
    expect(await titlesOf(id)).toEqual(["Contact Information", "Review & Certification"]);
  });

  test("concurrent reads share one query", async () => {
    const id = await serviceOf("uae-tourist-visa");
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query("lock table country_form_configurations in access exclusive mode");
    const answers = Array.from({ length: 8 }, () => configuredSteps(id));
    expect(await untilWaiting(database)).toBe(1);
    await holder.query("commit");
    holder.release();
    const read = await Promise.all(answers);
    expect(new Set(read).size).toBe(1);
    expect(read[0]?.map(({ title }) => title)).toEqual(eight);
  });
});
