import { beforeAll, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { standardSteps } from "~/applications/steps/registry";
import { readChoices } from "~/catalogue/desk/values.server";
import { findCountry } from "~/catalogue/public/country-param";
import { activeServices, allCountries, countriesWithServices } from "~/catalogue/services.server";
import { sitemapEntries } from "~/content/seo/sitemap.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { publishThing } from "../../../test/harness/in-process/publish";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { startData } from "./data.server";

const database = testDatabase();
let superAdmin: StaffContext;
let ireland: string;
let service: string;
beforeAll(async () => {
  superAdmin = await staffMember(database);
  ireland = await publishThing(superAdmin, "countries", "new", { name: "Ireland", code: "IE", aliases: "Eire\nIRL" });
  const [made] = await database.query<{ id: string }>(
    `insert into visa_services (slug, service_name, country_id, requirements)
     values ('ireland-short-stay', 'Ireland Short Stay Visa', $1, '{Invitation}') returning id`,
    [ireland],
  );
  service = made?.id ?? "";
  await database.query(
    `insert into document_requirements (visa_service_id, document_type, document_name) values ($1, 'invitation', 'Invitation')`,
    [service],
  );
});

test("[O-GEO-2] a new country is found by its code and spellings, and its service starts an application", async () => {
  const countries = await allCountries();
  for (const param of ["ie", "IE", "eire", "irl"]) expect(findCountry(countries, param)?.name).toBe("Ireland");
  const { service: shown, steps, documents } = await startData(service);
  const titles = standardSteps.map(({ title }) => title);
  expect([shown?.country?.name, steps.map(({ title }) => title)]).toEqual(["Ireland", titles]);
  expect(documents.map(({ name }) => name)).toEqual(["Invitation"]);
  const applicant = new Applicant(database);
  const id = await applicant.start(undefined, { service });
  const screen = await applicant.screen(id, "");
  expect([screen.serviceName, screen.steps.map(({ title }) => title)]).toEqual(["Ireland Short Stay Visa", titles]);
});

test("[O-GEO-3] a hidden country has no button, menu entry or sitemap entry, and keeps its services", async () => {
  const inMenu = async () => (await countriesWithServices()).map(({ name }) => name);
  const inSitemap = async () => (await sitemapEntries()).map(({ path }) => path);
  expect(await inMenu()).toContain("Ireland");
  expect(await inSitemap()).toContain("/services/ireland");
  await publishThing(superAdmin, "countries", ireland, { hidden: ["", "yes"] });
  expect(await inMenu()).not.toContain("Ireland");
  expect((await allCountries()).find(({ name }) => name === "Ireland")).toMatchObject({ isHidden: true });
  expect((await activeServices()).map(({ slug }) => slug)).toContain("ireland-short-stay");
  expect(await inSitemap()).not.toContain("/services/ireland");
  expect(await inSitemap()).toContain("/visa/ireland-short-stay");
});

test("[L-SEO-4] a country whose services are all inactive is in neither the menu nor the sitemap", async () => {
  const estonia = await publishThing(superAdmin, "countries", "new", { name: "Estonia", code: "EE", aliases: "" });
  await database.query(
    "insert into visa_services (slug, service_name, country_id, is_active) values ('estonia-visa', 'Estonia Visa', $1, false)",
    [estonia],
  );
  const shown = async () => [
    (await countriesWithServices()).some(({ code }) => code === "EE"),
    (await sitemapEntries()).some(({ path }) => path === "/services/estonia"),
  ];
  expect(await shown()).toEqual([false, false]);
  await database.query("update visa_services set is_active = true where slug = 'estonia-visa'");
  expect(await shown()).toEqual([true, true]);
});

test("[O-GEO-5] the service editor shows a hidden category as hidden", async () => {
  const [row] = await database.query<{ id: string }>("select id from service_categories where name = 'Transit'");
  await publishThing(superAdmin, "categories", row?.id ?? "", { hidden: ["", "yes"] });
  const { categories } = await readChoices();
  expect(categories.filter(({ isHidden }) => isHidden).map(({ name }) => name)).toEqual(["Transit"]);
});
