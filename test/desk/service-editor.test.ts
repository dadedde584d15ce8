import { beforeAll, describe, expect, test } from "vitest";
import { plain, signIn } from "../harness/desk/desk";
import { documentInputs } from "../harness/desk/document-rows";
import { typed as typedBy } from "../harness/desk/editor-form";
import { type Fields, HttpClient, until } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const list = "/admin/services";

const app = await sharedApp();
const desk = await signIn(app);

type Row = Record<string, unknown> & { id: string };
const stored = async (slug: string) => (await app.query<Row>("select * from visa_services where slug = $1", [slug]))[0];
const page = async (path: string, client = desk) => plain(await (await client.get(path)).text());

const rawInputsOf = (path: string, change: Fields = {}) => typedBy(desk, path, change);
const create = async (change: Fields) =>
  desk.post(`${list}/new`, await rawInputsOf(`${list}/new`, { press: "anyway", ...change }));
const edit = async (id: string, change: Fields) =>
  desk.post(`${list}/${id}`, await rawInputsOf(`${list}/${id}`, { press: "anyway", ...change }));

describe("the editor without JavaScript", () => {
  describe("a new service", () => {
    let screen: ReturnType<typeof screenOf>;
    beforeAll(async () => {
      screen = screenOf(await (await desk.get(`${list}/new`)).text());
    });
    const options = (label: string) =>
      [...(screen.getByLabelText(label) as HTMLSelectElement).options]
        .filter(({ value }) => value !== "")
        .map(({ value, label }) => [value, label]);

    test("[A-SVC-3] the editor has its five parts", () => {
      const parts = ["Basic Info", "Pricing", "Requirements", "Content", "Advanced"];
      expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(parts);
    });

    test("[A-SVC-10] a new service is empty, Single Entry, active, not featured and last in order", async () => {
      const [count] = await app.query<{ n: string }>("select count(*) as n from visa_services");
      const fields = await rawInputsOf(`${list}/new`);
      expect(fields).toMatchObject({ entryType: "Single Entry", isActive: "yes", displayOrder: count?.n });
      expect(fields).not.toHaveProperty("isFeatured");
      for (const name of ["serviceName", "slug", "countryId", "categoryId", "visaType", "overview"])
        expect([name, fields[name]]).toEqual([name, ""]);
      for (const name of ["visaSubtypes", "faqs", "applicationSteps", "eligibilityCriteria"])
        expect([name, fields[name]]).toEqual([name, "[]"]);
    });

    test("[A-SVC-22] the editor offers the countries by name with their flags", async () => {
      const countries = await app.query<{ id: string; label: string }>(
        "select id, name || ' ' || flag_emoji as label from countries order by name",
      );
      expect(options("Country")).toEqual(countries.map(({ id, label }) => [id, label]));
    });

    test("[A-SVC-23] the editor offers the categories in their order", async () => {
      const categories = await app.query<{ id: string; name: string }>(
        "select id, name from service_categories order by display_order",
      );
      expect(options("Category")).toEqual(categories.map(({ id, name }) => [id, name]));
    });
  });

  describe("a service with every field filled in", () => {
    let service: Row | undefined;
    let country: { id: string } | undefined;
    let category: { id: string } | undefined;
    const shown = () => page("/visa/uk-visitor-transit", new HttpClient(app));

    beforeAll(async () => {
      [country] = await app.query<{ id: string }>("select id from countries where code = 'GB'");
      [category] = await app.query<{ id: string }>("select id from service_categories where name = 'Transit'");
      const response = await create({
        serviceName: "UK  Visitor & Transit!",
        countryId: country?.id ?? "",
        categoryId: category?.id ?? "",
        visaType: "Visitor",
        serviceType: "Visa",
        processingTime: "3 weeks",
        validityPeriod: "6 months",
        maxStay: "2 days",
        entryType: "Multiple Entry",
        description: "Short words",
        overview: "Long words",
        isFeatured: "yes",
        governmentFee: "1,299.00",
        serviceFee: "12.34",
        totalPrice: "1",
        ...documentInputs("Passport", "Photo "),
        importantNotes: "Mind the gap",
        eligibilityCriteria: '["You travel on"]',
        applicationSteps: '[{"step":1,"title":"Ask","description":"us"}]',
        faqs: '[{"question":"Why?","answer":"Because"}]',
        processingTimes: '{"Standard":"3 weeks","Express":"5 days"}',
        visaSubtypes: '[{"name":"Short","govFee":100,"serviceFee":"1,050.50","total":7,"description":"Two days"}]',
        id: crypto.randomUUID(),
        created_at: "1999-01-01",
      });
      expect(response.status).toBe(302);
      service = await stored("uk-visitor-transit");
    });

    test("[A-SVC-4] texts and choices are saved as typed", () => {
      expect(service).toMatchObject({
        service_name: "UK  Visitor & Transit!",
        slug: "uk-visitor-transit",
        country_id: country?.id,
        category_id: category?.id,
        visa_type: "Visitor",
        service_type: "Visa",
        processing_time: "3 weeks",
        validity_period: "6 months",
        max_stay: "2 days",
        entry_type: "Multiple Entry",
        description: "Short words",
        overview: "Long words",
      });
    });

    test("[A-SVC-5] checkboxes are saved as yes or no", async () => {
      expect(service).toMatchObject({ is_featured: true, is_active: true });
      const { isActive: _active, isFeatured: _featured, ...rest } = await rawInputsOf(`${list}/${service?.id}`);
      await desk.post(`${list}/${service?.id}`, rest);
      expect(await stored("uk-visitor-transit")).toMatchObject({ is_featured: false, is_active: false });
      await edit(service?.id ?? "", { isActive: "yes" });
    });

    test("[A-SVC-6, K-DOCS-2] text lists are saved without empty lines, and the documents by name", () => {
      expect(service).toMatchObject({
        requirements: ["Passport", "Photo"],
        important_notes: ["Mind the gap"],
        eligibility_criteria: ["You travel on"],
      });
    });

    test("[A-SVC-7, A-SVC-8] steps, questions and times are saved in their structure", () => {
      expect(service).toMatchObject({
        application_steps: [{ step: 1, title: "Ask", description: "us" }],
        faqs: [{ question: "Why?", answer: "Because" }],
        processing_times: [
          { label: "Standard", time: "3 weeks" },
          { label: "Express", time: "5 days" },
        ],
      });
    });

    test("[A-SVC-12] the slug is derived from the name", () => {
      expect(service?.slug).toBe("uk-visitor-transit");
    });

    test("[A-SVC-14] the total is the sum of both fees, whatever the request contains", () => {
      expect(service).toMatchObject({ government_fee: "1299.00", service_fee: "12.34", total_price: "1311.34" });
    });

    test("[A-SVC-9] the public page shows the tiers of the latest save", async () => {
      const tier = { name: "Short", govFee: 100, serviceFee: 1050.5, total: 1150.5, description: "Two days" };
      expect(service).toMatchObject({ visa_subtypes: [tier] });
      await until("the first tier", async () => (await shown()).includes("$1,150.5"));
      await edit(service?.id ?? "", { visaSubtypes: '[{"name":"Long","govFee":0,"serviceFee":40}]', isActive: "yes" });
      await until("the new tier", async () => (await shown()).includes("$40 to us"));
      expect(await shown()).not.toContain("$1,150.5");
    });
  });

  describe("numbers and slugs", () => {
    beforeAll(async () => {
      await create({ serviceName: "Numbers", governmentFee: "12.34", serviceFee: "lots", displayOrder: "last" });
    });

    test("[A-SVC-15, A-SVC-16] a fee keeps its cents, and a fee that is no number counts as 0", async () => {
      const fees = { government_fee: "12.34", service_fee: "0.00", total_price: "12.34" };
      expect(await stored("numbers")).toMatchObject(fees);
    });

    test("[A-SVC-17] a position that is no number counts as 0, and a fraction is cut to a whole number", async () => {
      const service = await stored("numbers");
      expect(service).toMatchObject({ display_order: 0 });
      await edit(service?.id ?? "", { displayOrder: "7.9" });
      expect(await stored("numbers")).toMatchObject({ display_order: 7 });
    });

    test("[A-SVC-13] an existing slug stays when the name changes", async () => {
      await edit((await stored("numbers"))?.id ?? "", { serviceName: "Other Numbers" });
      expect(await stored("numbers")).toMatchObject({ service_name: "Other Numbers" });
    });
  });

  describe("invalid fields", () => {
    let screen: ReturnType<typeof screenOf>;
    beforeAll(async () => {
      const wrong = { serviceName: " ", entryType: "Triple Entry", faqs: "[{", overview: "Still <here>" };
      const response = await create(wrong);
      expect(response.status).toBe(400);
      screen = screenOf(await response.text());
    });
    const nothingSaved = async () =>
      expect(await app.query("select 1 from visa_services where overview like 'Still%'")).toEqual([]);

    test("[A-SVC-26] the form counts the invalid fields and keeps all typed values", () => {
      expect(screen.getByRole("alert").textContent).toContain("Error creating service: 3 fields need a correction");
      expect(screen.getByLabelText("Overview")).toHaveProperty("value", "Still <here>");
    });

    test("[A-SVC-11] a missing name is reported, and nothing is saved", async () => {
      screen.getByText("Enter the name of the service");
      await nothingSaved();
    });

    test("[A-SVC-18] an unknown entry type is reported, and nothing is saved", async () => {
      screen.getByText("Choose Single Entry or Multiple Entry");
      await nothingSaved();
    });

    test("[A-SVC-21] invalid JSON stays as typed, and nothing is saved", async () => {
      expect(screen.getByLabelText("Questions and answers as JSON")).toHaveProperty("value", "[{");
      await nothingSaved();
    });

    test("[A-SVC-26] a slug in use is reported", async () => {
      const conflict = await create({ serviceName: "Another", slug: "uk-visitor-visa" });
      expect(conflict.status).toBe(409);
      expect(plain(await conflict.text())).toContain("Error creating service: another service has this slug");
    });
  });

  test("[A-SVC-27] a failed update leaves the stored service, and an update of a deleted one says so", async () => {
    await create({ serviceName: "Fragile" });
    const service = await stored("fragile");
    const before = await rawInputsOf(`${list}/${service?.id}`);
    const refused = await desk.post(`${list}/${service?.id}`, { ...before, governmentFee: "-3" });
    expect(plain(await refused.text())).toContain("Error updating service: 1 field needs a correction");
    expect(await stored("fragile")).toMatchObject({ government_fee: "0.00" });
    await app.query("delete from visa_services where slug = 'fragile'");
    const response = await desk.post(`${list}/${service?.id}`, before);
    expect(response.headers.get("location")).toBe(list);
    expect(await page(list)).toContain("Error updating service: the service no longer exists");
  });

  test("changes of two admins to different fields are merged, and the same field is asked about and saved as chosen", async () => {
    await create({ serviceName: "Shared", overview: "First" });
    const { id = "" } = (await stored("shared")) ?? {};
    const path = `${list}/${id}`;
    const ownFields = await rawInputsOf(path, { overview: "Mine", maxStay: "9 days" });
    await desk.post(path, await rawInputsOf(path, { overview: "Theirs", visaType: "Theirs too" }));
    const conflict = await desk.post(path, ownFields);
    expect(conflict.status).toBe(409);
    const screen = screenOf(await conflict.text());
    for (const text of ["Someone else changed this service", "Mine", "Theirs"]) expect(screen.words).toContain(text);
    const names = screen.getAllByRole("radio").map((radio) => radio.getAttribute("name"));
    expect(new Set(names.filter((name) => name?.startsWith("choice.")))).toEqual(new Set(["choice.overview"]));
    expect(await stored("shared")).toMatchObject({ overview: "Theirs", visa_type: "Theirs too", max_stay: null });
    const storedNow = await rawInputsOf(path);
    const next = { ...storedNow, overview: "Mine", maxStay: "9 days" };
    expect((await desk.post(path, { ...next, "choice.overview": "theirs" })).status).toBe(302);
    expect(await stored("shared")).toMatchObject({ overview: "Theirs", visa_type: "Theirs too", max_stay: "9 days" });
  });

  test("the preview shows the typed values on the public page to staff only, and changes nothing in public", async () => {
    await create({ serviceName: "Seen first" });
    const path = `${list}/${(await stored("seen-first"))?.id}`;
    const change = { serviceName: "Never public", serviceFee: "4321", intent: "preview" };
    const response = await desk.post(path, await rawInputsOf(path, change));
    const at = response.headers.get("location") ?? "";
    expect([response.status, at]).toEqual([302, expect.stringMatching(/^\/visa\/seen-first\?preview=/)]);
    const text = await page(at);
    for (const shown of ["Never public", "$4,321", "Apply Now"]) expect(text).toContain(shown);
    expect(await page(at, new HttpClient(app))).not.toContain("Never public");
    expect(await page(path)).toContain("is shown below and isn’t public");
    expect(await page(list)).toMatch(/Seen first\s+Draft/);
    expect(await app.query("select 1 from visa_services where service_name = 'Never public'")).toEqual([]);
  });

  test("an unknown intent is refused, and nothing of the form is saved", async () => {
    await create({ serviceName: "Left alone" });
    const path = `${list}/${(await stored("left-alone"))?.id}`;
    for (const intent of ["offline", "remove", "burn"]) {
      const response = await desk.post(path, await rawInputsOf(path, { serviceName: "Changed", intent }));
      expect([intent, response.status]).toEqual([intent, 400]);
    }
    expect(await page(path)).not.toContain("Version 2");
    expect(await stored("left-alone")).toMatchObject({ service_name: "Left alone" });
  });

  test("a new service is first a draft, in the list with its state, and public once it is published", async () => {
    const fields = { serviceName: "First a draft", governmentFee: "1", serviceFee: "2", intent: "save" };
    const response = await desk.post(`${list}/new`, await rawInputsOf(`${list}/new`, fields));
    const path = response.headers.get("location") ?? "";
    expect(await page(path)).toContain("Version 1 is saved as a draft. Visitors do not see it yet.");
    expect(await stored("first-a-draft")).toBeUndefined();
    expect(await page(list)).toContain("First a draft");
    expect((await desk.post(path, await rawInputsOf(path, { serviceFee: "3" }))).headers.get("location")).toBe(list);
    expect(await stored("first-a-draft")).toMatchObject({ service_fee: "3.00", is_active: true });
    const history = await page(path);
    for (const text of ["Version 2", "Published", "$2.00", "$3.00"]) expect(history).toContain(text);
  });

  test("an older version is restored as a draft with its prices", async () => {
    await create({ serviceName: "Comes back", serviceFee: "10" });
    const { id = "" } = (await stored("comes-back")) ?? {};
    await edit(id, { serviceFee: "20" });
    const response = await desk.post(`${list}/${id}`, { intent: "restore", number: "1" });
    expect(response.headers.get("location")).toBe(`${list}/${id}`);
    expect(await rawInputsOf(`${list}/${id}`)).toMatchObject({ serviceFee: "10.00" });
    expect(await stored("comes-back")).toMatchObject({ service_fee: "20.00" });
  });
});
