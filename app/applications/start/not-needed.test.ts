import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contradictionsIn } from "~/applications/steps/contradictions/asked";
import { passportInfo } from "~/applications/steps/passport-info";
import { cachedSteps, stepsOfService } from "~/applications/steps/service-steps.server";
import { answersToCheck } from "~/applications/stored-answers/completeness.server";
import { readVisa } from "~/applications/stored-answers/visa.server";
import { sentenceAbout } from "~/content/rules/not-needed";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import type { Metadata } from "~/db/schema/applications";
import { newEmail } from "../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../test/harness/applicants/listed-steps";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { startApplication } from "./start.server";

const database = testDatabase();
let service: string;
let address: string;
let visitors = 0;
beforeAll(async () => {
  service = (await serviceOf(database, "uk-visitor-visa")).id;
});
beforeEach(() => {
  address = `10.2.${++visitors}.1`;
});

const sentence = "With a passport of the Bahamas you do not need this visa for a short visit.";

function start(input: Record<string, string>) {
  const form = new FormData();
  const all = { email: newEmail(), terms: "yes", attempt: crypto.randomUUID(), service, ...input };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  return startApplication({ address, browser: "Safari on iPhone", token: "a browser", tokenHashes: [] }, form);
}
const metadataOf = async (id: string) =>
  (await database.query<{ metadata: Metadata }>("select metadata from visa_applications where id = $1", [id]))[0]
    ?.metadata ?? {};
const applications = async () => (await database.query("select id from visa_applications")).length;
const limits = async () => (await database.query("select key from limit_counts where key like '%start%'")).length;
async function asksIn(id: string, metadata: Metadata) {
  const steps = await stepsOfService(service);
  const all = answersToCheck(steps, metadata, await readVisa(id, db));
  return contradictionsIn(all, passportInfo).filter(({ key }) => key === "notNeeded");
}

describe("a start with a nationality", () => {
  test("[B-GUARD-1] an unknown code is refused and creates nothing; without one a start is as before", async () => {
    for (const nationality of ["ZZ", "AQ", "bs"])
      expect(await start({ nationality })).toMatchObject({
        ...{ ok: false, reason: "invalid", message: "Your nationality: choose a country of the list" },
      });
    expect(await applications()).toBe(0);
    const result = await start({ nationality: "" });
    expect(result.ok && (await metadataOf(result.id))).toMatchObject({ step1: {} });
    expect(result.ok && (await metadataOf(result.id)).step2).toBeUndefined();
  });

  test("[B-GUARD-2] a nationality that does not need the visa is asked first, and nothing is created or counted", async () => {
    const [before, counted] = [await applications(), await limits()];
    expect(await start({ nationality: "BS" })).toMatchObject({
      ok: false,
      reason: "conflict",
      detail: {
        ...{ nationality: "BS", sentence, path: "/do-i-need-a-visa?passport=BS&to=GB&for=visit" },
        caveat: "We have not checked this yet:",
        source: { link: { label: "Immigration Rules, Appendix ETA National List" } },
      },
    });
    expect([await applications(), await limits()]).toEqual([before, counted]);
    expect(await start({ nationality: "BS", anyway: "JM" }), "confirmed for another").toMatchObject({ ok: false });
    const caveatAt = async (day: string) => {
      await database.query("update entry_rules set checked_on = $1 where answer = 'eta'", [day]);
      const result = await start({ nationality: "BS" });
      return result.ok || (result.detail as { caveat?: unknown }).caveat;
    };
    expect(await caveatAt("2024-08-20")).toBe("When we last checked, on August 20, 2024:");
    expect(await caveatAt(nassauDay())).toBeNull();
    await database.query("update entry_rules set checked_on = null where answer = 'eta'");
  });

  test("[B-GUARD-2] an answer that depends on the trip never asks, and neither does a rule that is offline", async () => {
    const us = (await serviceOf(database, "us-travel-b1-b2-visa")).id;
    await database.query(
      "update entry_rules set not_needed = jsonb_build_array(jsonb_build_object('id', $1::text, 'name', 'x')) where answer = 'depends'",
      [us],
    );
    expect(await start({ nationality: "BS", service: us })).toMatchObject({ ok: true });
    expect(await start({ nationality: "JM" })).toMatchObject({ ok: true });
    await database.query("update entry_rules set published = false where answer = 'eta'");
    expect(await start({ nationality: "BS" })).toMatchObject({ ok: true });
    await database.query("update entry_rules set published = true where answer = 'eta'");
  });

  test("[B-GUARD-2] of several purposes the first in the order of the desk's list asks", async () => {
    await database.query(
      `with r as (insert into entry_rules (destination_id, purpose, answer, source_name, source_url, not_needed)
         select destination_id, 'transit', 'visa_free', 'x', 'https://x.example', not_needed
         from entry_rules where answer = 'eta' returning id, destination_id, purpose)
       insert into entry_rule_passports select id, destination_id, purpose, 'BS' from r`,
    );
    const draft = await start({ nationality: "JM" });
    const inStep2 = async () => sentenceAbout("BS", (await readVisa(draft.ok ? draft.id : "", db))?.notNeeded ?? {});
    expect(await start({ nationality: "BS" })).toMatchObject({ detail: { sentence } });
    expect(await inStep2()).toBe(sentence);
    await database.query("update entry_rules set published = false where answer = 'eta'");
    const ofTransit = "With a passport of the Bahamas you do not need this visa to change planes.";
    expect(await start({ nationality: "BS" })).toMatchObject({ detail: { sentence: ofTransit } });
    expect(await inStep2()).toBe(ofTransit);
    await database.query("update entry_rules set published = true where answer = 'eta'");
    await database.query("delete from entry_rules where purpose = 'transit'");
  });

  test("[B-GUARD-3] going on starts one application with the nationality, which step 2 does not ask about again", async () => {
    const input = { nationality: "BS", anyway: "BS", attempt: crypto.randomUUID(), email: newEmail() };
    const [first, second] = [await start(input), await start(input)];
    if (!first.ok || !second.ok) return expect.fail("not started");
    expect(second.id).toBe(first.id);
    const metadata = await metadataOf(first.id);
    expect(metadata).toMatchObject({ step1: { email: input.email }, step2: { nationalityCountry: "BS" } });
    expect(await asksIn(first.id, metadata)).toMatchObject([{ sentence, isConfirmed: true }]);
  });

  test("[B-GUARD-3] a country whose wizard does not ask for the passport gets no nationality", async () => {
    await database.query(
      `insert into country_form_configurations (country_id, step_definition_id, step_order)
       select s.country_id, d.id, row_number() over (order by d.step_code) from visa_services s, form_step_definitions d
       where s.id = $1 and d.step_code in ('applicant_info', 'review_certification')`,
      [service],
    );
    cachedSteps.changed();
    const result = await start({ nationality: "BS", anyway: "BS" });
    await database.query(
      "delete from country_form_configurations where country_id = (select country_id from visa_services where id = $1)",
      [service],
    );
    cachedSteps.changed();
    if (!result.ok) return expect.fail("not started");
    expect(Object.keys(await metadataOf(result.id))).toEqual(["step1"]);
  });

  test("[B-GUARD-3] when the rules can't be read the failure is logged, and the start goes on", async () => {
    await database.query("alter table entry_rule_passports rename to entry_rule_passports_away");
    try {
      expect(await start({ nationality: "BS" })).toMatchObject({ ok: true });
    } finally {
      await database.query("alter table entry_rule_passports_away rename to entry_rule_passports");
    }
  });

  test("[B-GUARD-4] another nationality asks again, and a rule that was taken offline asks nothing", async () => {
    const result = await start({ nationality: "BS", anyway: "BS" });
    if (!result.ok) return expect.fail("not started");
    const metadata = await metadataOf(result.id);
    await database.query(
      `insert into entry_rule_passports select id, destination_id, purpose, 'JM' from entry_rules where answer = 'eta'`,
    );
    const jamaican = { ...metadata, step2: { ...metadata.step2, nationalityCountry: "JM" } };
    expect(await asksIn(result.id, jamaican)).toMatchObject([
      {
        ...{ isConfirmed: false, name: "nationalityCountry" },
        sentence: "With a passport of Jamaica you do not need this visa for a short visit.",
      },
    ]);
    await database.query("delete from entry_rule_passports where passport = 'JM'");
    expect(await asksIn(result.id, jamaican)).toEqual([]);
    await database.query("update entry_rules set published = false where answer = 'eta'");
    expect(await asksIn(result.id, metadata)).toEqual([]);
    await database.query("update entry_rules set published = true where answer = 'eta'");
  });
});
