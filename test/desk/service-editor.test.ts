import { beforeAll, describe, expect, test } from "vitest";
import { plain, signIn } from "../harness/desk/desk";
import { typed as typedBy } from "../harness/desk/editor-form";
import type { Program } from "../harness/program";
import { sharedProgram } from "../harness/shared";
import { type Fields, until, Visitor } from "../harness/visitor";

let program: Program;
let desk: Visitor;
const list = "/admin/services";

beforeAll(async () => {
  program = await sharedProgram();
  desk = await signIn(program);
});

type Row = Record<string, unknown> & { id: string };
const stored = async (slug: string) =>
  (await program.query<Row>("select * from visa_services where slug = $1", [slug]))[0];
const page = async (path: string, visitor = desk) => plain(await (await visitor.get(path)).text());

const typed = (path: string, change: Fields = {}) => typedBy(desk, path, change);
const create = async (change: Fields) => desk.post(`${list}/new`, await typed(`${list}/new`, change));
const edit = async (id: string, change: Fields) => desk.post(`${list}/${id}`, await typed(`${list}/${id}`, change));

describe("the editor without script", () => {
  test("[A-SVC-3, A-SVC-10, A-SVC-22, A-SVC-23] its parts, the empty service, and the choices in their orders", async () => {
    const html = await (await desk.get(`${list}/new`)).text();
    for (const tab of ["Basic Info", "Pricing", "Requirements", "Content", "Advanced"])
      expect(html).toMatch(new RegExp(`role="tab"[^>]*>${tab}<`));
    const [count] = await program.query<{ n: string }>("select count(*) as n from visa_services");
    expect(await typed(`${list}/new`)).toMatchObject({
      serviceName: "",
      slug: "",
      entryType: "Single Entry",
      isActive: "yes",
      displayOrder: count?.n,
      visaSubtypes: "[]",
    });
    expect(await typed(`${list}/new`)).not.toHaveProperty("isFeatured");
    const options = (name: string) =>
      [
        ...(new RegExp(`<select [^>]*name="${name}".*?</select>`, "s").exec(html)?.[0] ?? "").matchAll(
          /value="([^"]+)"[^>]*>([^<]*)/g,
        ),
      ].map(([, id, label]) => [id, label]);
    const countries = await program.query<{ id: string; label: string }>(
      "select id, name || ' ' || flag_emoji as label from countries order by name",
    );
    expect(options("countryId")).toEqual(countries.map(({ id, label }) => [id, label]));
    const categories = await program.query<{ id: string; name: string }>(
      "select id, name from service_categories order by display_order",
    );
    expect(options("categoryId")).toEqual(categories.map(({ id, name }) => [id, name]));
  });

  test("[A-SVC-4, A-SVC-5, A-SVC-6, A-SVC-7, A-SVC-8, A-SVC-9, A-SVC-12, A-SVC-14] every field is saved, the total and tiers are computed, the public page shows them", async () => {
    const [country] = await program.query<{ id: string }>("select id from countries where code = 'GB'");
    const [category] = await program.query<{ id: string }>("select id from service_categories where name = 'Transit'");
    const answer = await create({
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
      requirements: "Passport\n\nPhoto \n",
      importantNotes: "Mind the gap",
      eligibilityCriteria: '["You travel on"]',
      applicationSteps: '[{"step":1,"title":"Ask","description":"us"}]',
      faqs: '[{"question":"Why?","answer":"Because"}]',
      processingTimes: '{"Standard":"3 weeks","Express":"5 days"}',
      visaSubtypes: '[{"name":"Short","govFee":100,"serviceFee":"1,050.50","total":7,"description":"Two days"}]',
      id: crypto.randomUUID(),
      created_at: "1999-01-01",
    });
    expect(answer.status).toBe(302);
    const service = await stored("uk-visitor-transit");
    expect(service).toMatchObject({
      service_name: "UK  Visitor & Transit!",
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
      is_featured: true,
      is_active: true,
      government_fee: "1299.00",
      service_fee: "12.34",
      total_price: "1311.34",
      requirements: ["Passport", "Photo"],
      important_notes: ["Mind the gap"],
      eligibility_criteria: ["You travel on"],
      application_steps: [{ step: 1, title: "Ask", description: "us" }],
      faqs: [{ question: "Why?", answer: "Because" }],
      processing_times: { Standard: "3 weeks", Express: "5 days" },
      visa_subtypes: [{ name: "Short", govFee: 100, serviceFee: 1050.5, total: 1150.5, description: "Two days" }],
    });
    const tiers = () =>
      program.query("select tier_name, description, total_price from visa_pricing_tiers where service_id = $1", [
        service?.id,
      ]);
    expect(await tiers()).toEqual([{ tier_name: "Short", description: "Two days", total_price: "1150.50" }]);
    const visitor = new Visitor(program);
    const shown = () => page("/visa/uk-visitor-transit", visitor);
    expect(await shown()).toContain("$1,150.5");
    await edit(service?.id ?? "", { visaSubtypes: '[{"name":"Long","govFee":0,"serviceFee":40}]', isActive: "yes" });
    expect(await tiers()).toEqual([{ tier_name: "Long", description: "", total_price: "40.00" }]);
    await until("the new tier", async () => (await shown()).includes("Long"));
    const log = await program.query(
      "select action_type, details from admin_activity_log where subject_id = $1 order by created_at",
      [service?.id],
    );
    expect(log).toEqual([
      { action_type: "service_created", details: { name: "UK  Visitor & Transit!" } },
      { action_type: "service_updated", details: { name: "UK  Visitor & Transit!", fields: "Pricing tiers" } },
    ]);
  });

  test("[A-SVC-13, A-SVC-15, A-SVC-16, A-SVC-17] a slug that is there stays; cents are kept; what is no number counts as 0", async () => {
    await create({ serviceName: "Numbers", governmentFee: "12.34", serviceFee: "lots", displayOrder: "last" });
    const service = await stored("numbers");
    expect(service).toMatchObject({
      government_fee: "12.34",
      service_fee: "0.00",
      total_price: "12.34",
      display_order: 0,
    });
    await edit(service?.id ?? "", { serviceName: "Other Numbers", displayOrder: "7.9" });
    expect(await stored("numbers")).toMatchObject({ service_name: "Other Numbers", display_order: 7 });
  });

  test("[A-SVC-11, A-SVC-18, A-SVC-21, A-SVC-26] what is wrong is said at its field, nothing is saved, and all that was typed stays", async () => {
    const wrong = { serviceName: " ", entryType: "Triple Entry", faqs: "[{", overview: "Still <here>" };
    const answer = await create(wrong);
    expect(answer.status).toBe(400);
    const html = await answer.text();
    const words = plain(html);
    expect(words).toContain("Error creating service: 3 fields need a correction");
    expect(words).toContain("Enter the name of the service");
    expect(words).toContain("Choose Single Entry or Multiple Entry");
    expect(html).toContain("Still &lt;here&gt;");
    expect(html).toMatch(/<textarea[^>]*name="faqs"[^>]*>\n?\[\{</);
    expect(await program.query("select 1 from visa_services where overview like 'Still%'")).toEqual([]);
    const conflict = await create({ serviceName: "Another", slug: "uk-visitor-visa" });
    expect(conflict.status).toBe(409);
    expect(plain(await conflict.text())).toContain("Error creating service: another service has this slug");
  });

  test("[A-SVC-27] a failed update keeps what is stored; one whose service is gone says so", async () => {
    await create({ serviceName: "Fragile" });
    const service = await stored("fragile");
    const before = await typed(`${list}/${service?.id}`);
    const refused = await desk.post(`${list}/${service?.id}`, { ...before, governmentFee: "-3" });
    expect(plain(await refused.text())).toContain("Error updating service: 1 field needs a correction");
    expect(await stored("fragile")).toMatchObject({ government_fee: "0.00" });
    await program.query("delete from visa_services where slug = 'fragile'");
    const answer = await desk.post(`${list}/${service?.id}`, before);
    expect(answer.headers.get("location")).toBe(list);
    expect(await page(list)).toContain("Error updating service: the service is not there any more");
  });

  test("two admins: other fields of the same service both stay; the same field is asked about, and the choice is saved", async () => {
    await create({ serviceName: "Shared", overview: "First" });
    const { id = "" } = (await stored("shared")) ?? {};
    const path = `${list}/${id}`;
    const mine = await typed(path, { overview: "Mine", maxStay: "9 days" });
    await desk.post(path, await typed(path, { overview: "Theirs", visaType: "Theirs too" }));
    const conflict = await desk.post(path, mine);
    expect(conflict.status).toBe(409);
    const html = await conflict.text();
    for (const words of ["Somebody else changed this service", "Mine", "Theirs"]) expect(plain(html)).toContain(words);
    expect(html).toContain('name="choice.overview"');
    expect(html).not.toContain('name="choice.visaType"');
    expect(await stored("shared")).toMatchObject({ overview: "Theirs", visa_type: "Theirs too", max_stay: null });
    const storedNow = await typed(path);
    const next = { ...storedNow, overview: "Mine", maxStay: "9 days" };
    expect((await desk.post(path, { ...next, "choice.overview": "stored" })).status).toBe(302);
    expect(await stored("shared")).toMatchObject({ overview: "Theirs", visa_type: "Theirs too", max_stay: "9 days" });
  });

  test("the preview shows what is typed as the public would see it, and saves nothing", async () => {
    const [row] = await program.query<Row>("select id, slug from visa_services where slug = 'uk-visitor-visa'");
    const form = await typed(`${list}/${row?.id}`, { serviceName: "Never saved" });
    const answer = await desk.post(`${list}/${row?.id}/preview`, form);
    expect(answer.status).toBe(200);
    const words = plain(await answer.text());
    expect(words).toContain("Nothing of this is saved");
    expect(words).toContain("Never saved");
    expect(words).toContain("Apply Now");
    expect(await program.query("select 1 from visa_services where service_name = 'Never saved'")).toEqual([]);
  });
});
