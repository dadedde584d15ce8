import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { entry, recordOf, whileNothingIsInserted, withoutChange } from "../../../../test/harness/desk/verbs";
import { createService, editService, openService } from "../../../../test/harness/in-process/services";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { saveService } from "../save-service.server";
import { type FormValues, fieldNames } from "../service-form";
import { newValues } from "../values.server";

const database = testDatabase();
let regular: StaffContext;
let superAdmin: StaffContext;

beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  superAdmin = await staffMember(database, "super_admin");
});
beforeEach(() => database.query("delete from visa_services where service_name like 'Test%'"));

const tiers = (...names: string[]) =>
  JSON.stringify(
    names.map((name, index) => ({ name, govFee: index, serviceFee: "10.50", description: `${name} days` })),
  );
const form = async (change: Partial<FormValues> = {}): Promise<FormValues> => ({
  ...(await newValues()),
  serviceName: "Test",
  ...change,
});
async function made(change: Partial<FormValues> = {}) {
  const created = await createService(regular, { anyway: true, values: await form(change) });
  if (!created.ok) throw new Error(created.message);
  return created.serviceId;
}
/** Saves the form with only `change` changed. */
const edit = (id: string, change: Partial<FormValues>, by = regular) => editService(database, by, id, change, true);
const row = async (id: string) => (await database.query("select * from visa_services where id = $1", [id]))[0];
const shown = (id: string) =>
  database.query(
    "select tier_name as name, description as said, total_price as price from visa_pricing_tiers where service_id = $1 order by display_order",
    [id],
  );
const fields = { serviceName: "Test", slug: "test", visaSubtypes: tiers("Short") };

describe("the tiers of a service", () => {
  test("[A-SVC-9] tiers follow the service's subtypes, in order, from the first save", async () => {
    const id = await made({ visaSubtypes: tiers("Short", "Long") });
    expect(await row(id)).toMatchObject({
      visa_subtypes: [
        { name: "Short", govFee: 0, serviceFee: 10.5, total: 10.5, description: "Short days" },
        { name: "Long", govFee: 1, serviceFee: 10.5, total: 11.5, description: "Long days" },
      ],
    });
    expect(await shown(id)).toEqual([
      { name: "Short", said: "Short days", price: "10.50" },
      { name: "Long", said: "Long days", price: "11.50" },
    ]);
    await edit(id, { visaSubtypes: tiers("Long") });
    expect(await shown(id)).toEqual([{ name: "Long", said: "Long days", price: "10.50" }]);
    await edit(id, { visaSubtypes: "[]" });
    expect(await shown(id)).toEqual([]);
  });

  test("[A-SVC-9] tiers are written in the service's transaction", async () => {
    const id = await made(fields);
    // `xmin`: the transaction that wrote the row.
    const written = async () =>
      (
        await database.query<{ by: string }>(
          `select xmin::text as by from visa_services where id = $1
           union all select xmin::text from visa_pricing_tiers where service_id = $1`,
          [id],
        )
      ).map(({ by }) => by);
    const [first, ...remaining] = await written();
    expect(remaining).toEqual([first]);
    await edit(id, { visaSubtypes: tiers("Long", "Longer") });
    const [second, ...bothStored] = await written();
    expect(second).not.toBe(first);
    expect(bothStored).toEqual([second, second]);
  });

  test("[A-SVC-9] if tiers can't be written, a new service isn't created and a changed one stays unchanged", async () => {
    const id = await made(fields);
    const refused = () =>
      whileNothingIsInserted(database, "visa_pricing_tiers", async () => {
        const created = await createService(regular, {
          anyway: true,
          values: await form({ ...fields, slug: "test-other" }),
        });
        expect(created).toMatchObject({
          ok: false,
          reason: "failed",
          message: expect.stringMatching(/^Error creating/),
        });
        expect(await edit(id, { visaSubtypes: tiers("Long"), maxStay: "9 days" })).toMatchObject({
          ok: false,
          reason: "failed",
          message: expect.stringMatching(/^Error updating/),
        });
      });
    await withoutChange(database, refused);
    expect(await shown(id)).toHaveLength(1);
  });

  test("missing tier rows are restored by a save without other changes", async () => {
    const id = await made(fields);
    await database.query("delete from visa_pricing_tiers where service_id = $1", [id]);
    expect(await edit(id, {})).toMatchObject({ ok: true });
    expect(await shown(id)).toHaveLength(1);
    expect(await recordOf(database, id)).toHaveLength(1);
  });
});

describe("a new service", () => {
  test("[A-SVC-10] the form starts empty except for seven fields with defaults", async () => {
    await made();
    const [{ n } = { n: 0 }] = await database.query<{ n: number }>("select count(*)::int as n from visa_services");
    const { governmentFee, serviceFee, processingTimes, ...fresh } = await newValues();
    expect(Object.keys(await newValues()).sort()).toEqual([...fieldNames].sort());
    const set = Object.fromEntries(Object.entries(fresh).filter(([, text]) => text !== "" && text !== "[]"));
    expect(set).toEqual({
      ...{ entryType: "Single Entry", isActive: "yes", displayOrder: String(n), filingDays: "0" },
      agreementOffered: "before",
    });
    expect([governmentFee, serviceFee, processingTimes]).toEqual(["0", "0", "[]"]);
  });

  test("[A-SVC-10] a service with only a name stores empty values, active, not featured, last", async () => {
    const [{ n } = { n: 0 }] = await database.query<{ n: number }>("select count(*)::int as n from visa_services");
    const { id, created_at, updated_at, ...stored } = (await row(await made({ serviceName: "Test of nothing" }))) ?? {};
    expect([id, created_at, updated_at]).toEqual([expect.any(String), expect.any(Date), expect.any(Date)]);
    const lists = [
      "requirements",
      "eligibility_criteria",
      "important_notes",
      "application_steps",
      "faqs",
      "processing_times",
      "visa_subtypes",
    ];
    const none = ["service_type", "visa_type", "country_id", "category_id", "processing_time", "max_stay"];
    const search = ["validity_period", "meta_title", "meta_description", "meta_keywords"];
    const never = ["checked_on", "official_source", "og_image", "canonical_url", "structured_data", "agreement_id"];
    expect(stored).toEqual({
      ...Object.fromEntries([...none, ...search, ...never].map((name) => [name, null])),
      ...Object.fromEntries(lists.map((name) => [name, []])),
      slug: "test-of-nothing",
      service_name: "Test of nothing",
      description: "",
      overview: "",
      entry_type: "Single Entry",
      government_fee: "0.00",
      service_fee: "0.00",
      total_price: "0.00",
      fee_recipient: "",
      filing_days: 0,
      agreement_offered: "before",
      work_begins_signed: false,
      further_fee: "",
      display_order: n,
      is_featured: false,
      is_active: true,
    });
  });

  test("[A-SVC-4] a new service is recorded with its name", async () => {
    const id = await made();
    expect(await recordOf(database, id)).toEqual([entry(regular, "service_created", "service", { name: "Test" })]);
  });

  test("[A-SVC-11] a service without a name is not saved", async () => {
    for (const serviceName of ["", "  "]) {
      const call = async () => createService(regular, { anyway: true, values: await form({ serviceName }) });
      expect(await withoutChange(database, call)).toMatchObject({
        ok: false,
        reason: "invalid",
        detail: { problems: [{ field: "serviceName" }] },
      });
    }
  });

  test("a slug that another service has is refused at the field, and nothing is recorded", async () => {
    await made(fields);
    const call = async () => createService(superAdmin, { anyway: true, values: await form(fields) });
    expect(await withoutChange(database, call)).toEqual({
      ok: false,
      reason: "conflict",
      message: "Error creating service: another service has this slug",
      detail: { problems: [{ field: "slug", message: "Another service has this slug" }] },
    });
  });

  test("[A-SVC-26] a deleted country is refused with a message", async () => {
    const countryId = "00000000-0000-4000-8000-000000000000";
    const call = async () => createService(regular, { anyway: true, values: await form({ countryId }) });
    expect(await withoutChange(database, call)).toMatchObject({
      ok: false,
      reason: "conflict",
      message: expect.stringMatching(/^Error creating service: something that it refers to/),
    });
  });

  test.each([
    ["importantNotes", "one\n".repeat(100), "one\n".repeat(101)],
    ["importantNotes", "n".repeat(1000), "n".repeat(1001)],
    ["overview", "n".repeat(20_000), "n".repeat(20_001)],
    ["displayOrder", "2147483647", "2147483648"],
    ["governmentFee", "99,999,999.99", "100,000,000"],
    [
      "faqs",
      JSON.stringify(Array(100).fill({ question: "Q", answer: "A" })),
      JSON.stringify(Array(101).fill({ question: "Q", answer: "A" })),
    ],
  ] as const)("the limit of %s is accepted, and anything beyond it is refused", async (name, most, more) => {
    const call = async () => createService(regular, { anyway: true, values: await form({ [name]: more }) });
    expect(await withoutChange(database, call)).toMatchObject({
      reason: "invalid",
      detail: { problems: expect.arrayContaining([expect.objectContaining({ field: name })]) },
    });
    expect(await made({ [name]: most })).toEqual(expect.any(String));
  });
});

describe("a changed service", () => {
  test("[A-SVC-4] a change is recorded with the labels of the changed fields only", async () => {
    const id = await made(fields);
    await edit(id, { maxStay: "9 days", governmentFee: "1,299.00" }, superAdmin);
    expect(await row(id)).toMatchObject({ max_stay: "9 days", government_fee: "1299.00", total_price: "1299.00" });
    await edit(id, { governmentFee: "$1299" });
    expect(await recordOf(database, id)).toEqual([
      entry(regular, "service_created", "service", { name: "Test" }),
      entry(superAdmin, "service_updated", "service", {
        ...{ name: "Test", fields: "Max stay, Government fee" },
        changes: [
          { field: "Max stay", from: "", to: "9 days" },
          { field: "Government fee", from: "$0.00", to: "$1,299.00" },
        ],
      }),
    ]);
  });

  test("a field that another admin changed differently is not written before a choice was made", async () => {
    const id = await made(fields);
    const { values, base } = await openService(database, id);
    await edit(id, { maxStay: "theirs", overview: "theirs" }, superAdmin);
    const ownValues = { ...values, maxStay: "mine", visaType: "mine" };
    const call = () => saveService(regular, { serviceId: id, values: ownValues, base });
    expect(await withoutChange(database, call)).toMatchObject({
      ok: false,
      reason: "conflict",
      detail: {
        conflict: {
          ...{ conflicts: [{ name: "maxStay" }], seen: base + 1 },
          merged: { maxStay: "mine", visaType: "mine", overview: "theirs" },
        },
      },
    });
    for (const choice of ["theirs", "mine"] as const) {
      const [newest] = [(await openService(database, id)).base];
      const choices = { maxStay: choice };
      const saved = await saveService(regular, { serviceId: id, values: ownValues, base, seen: newest, choices });
      expect(saved).toMatchObject({ ok: true });
      expect(await row(id)).toMatchObject({ max_stay: choice, visa_type: "mine", overview: "theirs" });
    }
  });

  test("a conflict sent back without a choice is asked about again and writes nothing", async () => {
    const id = await made(fields);
    const { values, base } = await openService(database, id);
    await edit(id, { maxStay: "theirs" }, superAdmin);
    const again = { ...{ serviceId: id, base, seen: base + 1 }, values: { ...values, maxStay: "mine" } };
    const save = (choices = {}) => saveService(regular, { ...again, choices });
    expect(await withoutChange(database, save)).toMatchObject({
      ...{ ok: false, reason: "conflict" },
      detail: { conflict: { conflicts: [{ name: "maxStay" }] } },
    });
    expect(await save({ maxStay: "mine" })).toMatchObject({ ok: true });
    expect(await row(id)).toMatchObject({ max_stay: "mine" });
  });

  test("[A-SVC-27] a change of a deleted or an unknown service is refused with a message", async () => {
    const id = await made(fields);
    const opened = await openService(database, id);
    await database.query("delete from visa_services where id = $1", [id]);
    for (const serviceId of [id, "none"])
      expect(await withoutChange(database, () => saveService(regular, { serviceId, ...opened }))).toMatchObject({
        ok: false,
        reason: "not-found",
        message: "Error updating service: the service no longer exists",
      });
  });
});

describe("[F-FEE-1] a fee that becomes 0", () => {
  const fees = { governmentFee: "185", serviceFee: "349,50" };
  const save = (id: string, change: Partial<FormValues>, anyway = false) =>
    editService(database, regular, id, change, anyway);

  test("[F-FEE-1] 349,50 is stored as $349.50, and an ambiguous amount is refused at its field", async () => {
    const id = await made(fees);
    expect(await row(id)).toMatchObject({ government_fee: "185.00", service_fee: "349.50" });
    const message = "Service fee: we can’t tell which amount “1.299” is. Write it like 3500 or 3,500.00";
    expect(await save(id, { serviceFee: "1.299" }, true)).toMatchObject({
      ...{ reason: "invalid", detail: { problems: [{ field: "serviceFee", message }] } },
    });
    const tier = { name: "Short", govFee: 1, serviceFee: "1.299" };
    expect(await save(id, { visaSubtypes: JSON.stringify([tier]) }, true)).toMatchObject({ reason: "invalid" });
    expect(await row(id)).toMatchObject({ service_fee: "349.50", visa_subtypes: [] });
  });

  test("[F-FEE-1] a new service with a fee of 0 asks before it is saved", async () => {
    const fields = await form({ serviceFee: "100" });
    const question = "Government fee is $0.00. Save it like this?";
    expect(await createService(regular, { values: fields })).toMatchObject({
      reason: "conflict",
      detail: { question },
    });
    expect(await database.query("select 1 from visa_services where service_name = 'Test'")).toEqual([]);
    expect(await createService(regular, { values: fields, anyway: true })).toMatchObject({ ok: true });
  });

  test("[F-FEE-1] a fee or a tier that becomes 0 or has no number asks; one that was already 0 doesn't", async () => {
    const id = await made({ ...fees, visaSubtypes: tiers("Short", "Long") });
    const free = JSON.stringify([{ name: "Long", govFee: 0, serviceFee: 0 }]);
    const question =
      "Service fee is $0.00. Government fee of Long is $0.00. Service fee of Long is $0.00. Save it like this?";
    const change = { serviceFee: "lots", visaSubtypes: free };
    expect(await save(id, change)).toMatchObject({ reason: "conflict", detail: { question } });
    expect(await row(id)).toMatchObject({ service_fee: "349.50" });
    expect(await save(id, { ...change, serviceFee: "0" }, true)).toMatchObject({ ok: true });
    expect(await save(id, { maxStay: "9 days" })).toMatchObject({ ok: true });
    expect(await save(id, { serviceFee: "free" })).toMatchObject({ reason: "conflict" });
  });
});
