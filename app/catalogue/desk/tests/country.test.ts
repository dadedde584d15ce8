import { beforeAll, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { createService, editService } from "../../../../test/harness/in-process/services";
import { lastRecord, staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { createCountry } from "../country/create-country.server";
import { emptyValues, type FormValues } from "../service-form";
import { storedValues } from "../values.server";

const database = testDatabase();
let superAdmin: StaffContext;
let regular: StaffContext;
const ids: Record<string, string> = {};
beforeAll(async () => {
  superAdmin = await staffMember(database, "super_admin");
  regular = await staffMember(database, "regular_admin");
  for (const { id, name } of await database.query<{ id: string; name: string }>("select id, name from countries"))
    ids[name] = id;
});

let made = 0;
const form = (serviceName: string, more: Partial<FormValues> = {}): FormValues => ({
  ...{ ...emptyValues(1), governmentFee: "1", serviceFee: "1", serviceName, slug: `country-${++made}` },
  ...more,
});
const countryOf = async (serviceId: string) => (await storedValues(serviceId))?.countryId;
const create = async (values: FormValues, anyway = false) => {
  const result = await createService(superAdmin, { values, anyway });
  return result.ok ? result : expect.fail(result.message);
};

describe("a new country", () => {
  test("[K-DOCS-7] a super admin can add one with its flag and spellings, recorded", async () => {
    const input = { code: "gh", name: "", aliases: "ghana, GHA,, gha" };
    expect(await createCountry(superAdmin, input)).toMatchObject({
      ...{ ok: true, country: { name: "Ghana", flagEmoji: "🇬🇭", aliases: ["GHANA", "GHA"] } },
    });
    expect(await lastRecord(database)).toMatchObject({ action: "country_created", type: "country" });
    expect(await createCountry(superAdmin, input)).toMatchObject({
      ...{ reason: "invalid", detail: { field: "code" } },
      message: "This country is already on the list. Choose it there.",
    });
  });

  test("[K-DOCS-7] a regular admin gets 403 with whom to ask, and an unknown country is refused", async () => {
    const count = () => database.query("select count(*) from countries");
    const before = await count();
    expect(await createCountry(regular, { code: "GH" })).toMatchObject({
      ...{ reason: "forbidden", message: "Ask a super admin to add a country." },
    });
    for (const code of ["", "ZZ", undefined])
      expect(await createCountry(superAdmin, { code })).toMatchObject({ message: "Choose the country." });
    expect(await createCountry(superAdmin, { code: "GY", name: "x".repeat(81) })).toMatchObject({
      detail: { field: "name" },
    });
    expect(await count()).toEqual(before);
  });
});

describe("a service's country, suggested by its name", () => {
  test.each([
    ["Canada Study Permit", "Canada"],
    ["Visit to the UK", "United Kingdom"],
    ["Schengen Visa", "France"],
  ])("[K-DOCS-8] %s gets %s when no country is chosen", async (name, country) => {
    const { serviceId, country: countryGuess } = await create(form(name));
    expect([await countryOf(serviceId), countryGuess]).toEqual([ids[country], country]);
  });

  test("[K-DOCS-8] a name without a country, or with two, gets no country", async () => {
    for (const name of ["Duke of Ukiah Visa", "From Canada to Jamaica"]) {
      const { serviceId, country } = await create(form(name));
      expect([await countryOf(serviceId), country]).toEqual(["", undefined]);
    }
  });

  test("[K-DOCS-8] a different chosen country needs one confirmation", async () => {
    const values = form("Canada Visit", { countryId: ids.France ?? "" });
    const rows = () => database.query("select count(*) from visa_services");
    const before = await rows();
    expect(await createService(superAdmin, { values })).toMatchObject({
      ...{ reason: "conflict" },
      detail: { question: "The name says Canada, but the country is France. Save it anyway?" },
    });
    expect(await rows()).toEqual(before);
    const { serviceId } = await create(values, true);
    expect(await countryOf(serviceId)).toBe(ids.France);
    expect(await editService(database, superAdmin, serviceId, { overview: "Another text" })).toMatchObject({
      ok: true,
    });
    const move = (anyway = false) =>
      editService(database, superAdmin, serviceId, { countryId: ids.Jamaica ?? "" }, anyway);
    expect(await move()).toMatchObject({
      detail: { question: "The name says Canada, but the country is Jamaica. Save it anyway?" },
    });
    expect(await move(true)).toMatchObject({ ok: true });
  });
});
