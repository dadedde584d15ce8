import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { previewedService } from "~/catalogue/previewed-service.server";
import { requestContextStorage } from "~/core/request-context-storage.server";
import { visitOf } from "../../../../test/harness/in-process/content";
import { createService, editService, openService } from "../../../../test/harness/in-process/services";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { deleteService } from "../delete-service.server";
import { saveService } from "../save-service.server";
import type { FormValues } from "../service-form";
import { newValues } from "../values.server";

const database = testDatabase();
let staff: StaffContext;

beforeAll(async () => {
  staff = await staffMember(database, "super_admin");
});
beforeEach(() => database.query("delete from visa_services where service_name like 'Test%'"));

const form = async (change: Partial<FormValues>): Promise<FormValues> => ({
  ...(await newValues()),
  ...{ serviceName: "Test", slug: "test", governmentFee: "100", serviceFee: "50" },
  ...change,
});
async function made(change: Partial<FormValues> = {}) {
  const created = await createService(staff, { values: await form(change) });
  if (!created.ok) throw new Error(created.message);
  return created.serviceId;
}
const edit = (id: string, change: Partial<FormValues>) => editService(database, staff, id, change);
const problemsOf = (result: Awaited<ReturnType<typeof saveService>>) =>
  result.ok ? [] : "detail" in result && result.detail ? result.detail.problems : [result.message];
describe("[L-FACT-16] the day and the source of a fact check", () => {
  const source = "https://www.example.gov/fees";

  test("day and source are stored together, and one alone is refused at the other's field", async () => {
    const id = await made();
    expect(problemsOf(await edit(id, { checkedOn: "2026-10-01" }))).toEqual([
      { field: "officialSource", message: "Enter where you checked it" },
    ]);
    expect(problemsOf(await edit(id, { officialSource: source }))).toEqual([
      { field: "checkedOn", message: "Enter the date you checked it" },
    ]);
    expect(await edit(id, { checkedOn: "2026-10-01", officialSource: source })).toMatchObject({ ok: true });
    expect(
      await database.query("select checked_on::text as day, official_source as at from visa_services where id = $1", [
        id,
      ]),
    ).toEqual([{ day: "2026-10-01", at: source }]);
  });

  test.each([
    ["2999-01-01", "This date is in the future"],
    ["2026-02-30", "Enter a valid date"],
  ])("the day %s is refused", async (checkedOn, message) => {
    const refused = await edit(await made(), { checkedOn, officialSource: source });
    expect(problemsOf(refused)).toEqual([{ field: "checkedOn", message }]);
  });

  test.each(["http://a.example/x", "javascript:alert(1)", "a.example", "https:///x"])(
    "the source %s is refused",
    async (officialSource) => {
      const message = "Enter an address that begins with https://";
      const refused = await edit(await made(), { checkedOn: "2026-10-01", officialSource });
      expect(problemsOf(refused)).toEqual([{ field: "officialSource", message }]);
    },
  );
});

describe("[L-FACT-21] placeholders in the texts of a service", () => {
  test("unknown placeholders are refused, in the preview too", async () => {
    const id = await made();
    const unknown = [{ field: "overview", message: "You can’t use {price:no-such-visa} in this text" }];
    expect(problemsOf(await edit(id, { overview: "From {price:no-such-visa}." }))).toEqual(unknown);
    const { values, base } = await openService(database, id);
    const draft = {
      serviceId: id,
      base,
      intent: "save",
      values: { ...values, overview: "From {price:no-such-visa}." },
    } as const;
    expect(problemsOf(await saveService(staff, draft))).toEqual(unknown);
  });

  test("placeholders of the service itself use the form's values, in the preview and when saved", async () => {
    const values = await form({
      overview: "{price}: {split}; {price:test}",
      feeRecipient: "the embassy",
      serviceFee: "75",
    });
    const item = { kind: "services", key: crypto.randomUUID(), content: values };
    const visit = visitOf({ preview: { number: 1, title: "", thing: item } });
    const preview = await requestContextStorage.run(visit, () => previewedService("test"));
    expect(preview?.service.overview).toBe("$175: $75 to us + $100 to the embassy; $175");
  });

  test.each(["processingTime", "maxStay", "validityPeriod", "feeRecipient", "furtherFee", "serviceName"] as const)(
    "the field %s, which placeholders refer to, can't contain a placeholder",
    async (field) => {
      const [problem] = problemsOf(await edit(await made(), { [field]: "about {time:uk-visitor-visa}" }));
      expect(problem).toMatchObject({ field, message: expect.stringMatching(/^Write out the value/) });
    },
  );

  test("a placeholder that became invalid doesn't block a change of another field", async () => {
    const id = await made({ overview: "{time:uk-visitor-visa}" });
    await database.query("update visa_services set overview = '{time:gone}' where id = $1", [id]);
    expect(await edit(id, { description: "Short" })).toMatchObject({ ok: true });
    expect(problemsOf(await edit(id, { overview: "{time:gone}." }))).toHaveLength(1);
  });

  test("a service that placeholders name can't change its slug, lose that tier or be deleted", async () => {
    const tiers = (...names: string[]) => JSON.stringify(names.map((name) => ({ name, govFee: 1, serviceFee: 2 })));
    const id = await made({ visaSubtypes: tiers("Short", "Long") });
    await made({ serviceName: "Test other", slug: "test-other", overview: "See {service:test}: {price:test/Long}." });
    expect(problemsOf(await edit(id, { slug: "test-2" }))).toEqual([
      { field: "slug", message: "“Test other” names test: change that text first" },
    ]);
    expect(problemsOf(await edit(id, { visaSubtypes: tiers("Short") }))).toEqual([
      { field: "visaSubtypes", message: "“Test other” names test/Long: change that text first" },
    ]);
    expect(await edit(id, { visaSubtypes: tiers("Long") })).toMatchObject({ ok: true });
    expect(await deleteService(staff, { serviceId: id })).toMatchObject({
      ok: false,
      message: expect.stringContaining("“Test other” uses facts from this service"),
    });
    await database.query("delete from visa_services where slug = 'test-other'");
    expect(await edit(id, { slug: "test-2" })).toMatchObject({ ok: true });
    expect(await deleteService(staff, { serviceId: id })).toMatchObject({ ok: true });
  });
});

describe("[L-FACT-21] a tier whose name has quotes and a backslash", () => {
  const name = 'The "long" 10\\12 one';
  const fact = `{price:test/${name}}`;
  const tiers = JSON.stringify([{ name, govFee: 1, serviceFee: 2 }]);
  const otherService = { serviceName: "Test other", slug: "test-other" };

  test.each<[string, Partial<FormValues>]>([
    ["a text", { overview: `It costs ${fact}.` }],
    ["a list", { faqs: JSON.stringify([{ question: "What is it?", answer: `It costs ${fact}.` }]) }],
    [
      "a tier",
      { visaSubtypes: JSON.stringify([{ name: "Short", description: `Not ${fact}`, govFee: 1, serviceFee: 2 }]) },
    ],
  ])("the tier can't be removed while %s elsewhere names it", async (_where, names) => {
    const id = await made({ visaSubtypes: tiers });
    await made({ ...otherService, ...names });
    expect(problemsOf(await edit(id, { visaSubtypes: "[]" }))).toEqual([
      {
        field: "visaSubtypes",
        message: expect.stringMatching(/names test\/The "long" 10\\12 one: change that text first$/),
      },
    ]);
    await database.query("delete from visa_services where slug = 'test-other'");
    expect(await edit(id, { visaSubtypes: "[]" })).toMatchObject({ ok: true });
  });
});

describe("[L-FACT-8] the order of processing times", () => {
  const list = [
    { label: "60", time: "2 months" },
    { label: "30", time: "1 month" },
  ];

  test("processing times are stored in the order entered", async () => {
    const id = await made({ processingTimes: JSON.stringify(list) });
    expect(await database.query("select processing_times as list from visa_services where id = $1", [id])).toEqual([
      { list },
    ]);
  });

  test("times that are not text are shown as a problem instead of being dropped", async () => {
    const id = await made();
    await database.query(
      `update visa_services set processing_times = '[{"label": "Standard", "time": 21}]' where id = $1`,
      [id],
    );
    expect(problemsOf(await edit(id, { maxStay: "9 days" }))).toEqual([
      { field: "processingTimes", message: "The time of option 1 must be text in quotes" },
    ]);
  });
});
