import { beforeAll, describe, expect, test } from "vitest";
import { listedSteps, serviceId, serviceOf, withoutTable } from "../harness/applicants/listed-steps";
import { fieldsIn, textOfHtml } from "../harness/form-fields";
import { HttpClient, until } from "../harness/http-client";
import { hrefs } from "../harness/page-text";
import { inside, type Screen, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const client = new HttpClient(app);
const evisa = await serviceId(app, "bahamian-evisa");

const rowOf = async (id: string) => (await app.query("select * from visa_applications where id = $1", [id]))[0] ?? {};

describe("the start page of a service", () => {
  let screen: Screen;
  beforeAll(async () => {
    await app.query(
      `update visa_services set service_name = 'Island & sea visa', description = 'For <all> islands', processing_time = '3 tides',
         validity_period = '2 moons', government_fee = 1000, service_fee = 299.5 where id = $1`,
      [evisa],
    );
    await app.query("update countries set flag_emoji = '🏴' where code = 'BS'");
    const { html } = await listedSteps(client, evisa);
    screen = inside(screenOf(html).getByRole("main"));
  });

  test("[W-START-1, W-START-2] the page shows flag, name, description, times and total without signing in", () => {
    for (const text of ["Island & sea visa", "For <all> islands", "3 tides", "2 moons", "$1,299.50"])
      expect(screen.words).toContain(text);
    expect(screen.getByRole("img", { name: "🏴" }).getAttribute("src")).toBe("/flags/bs.svg");
  });

  test("[W-START-3] the add-on steps are marked, the standard steps are not", async () => {
    const { steps } = await listedSteps(client, evisa);
    expect(steps.map(({ isAddOn }, index) => (isAddOn ? index + 1 : 0)).filter(Boolean)).toEqual([8, 9, 10, 11, 12]);
  });

  test("[W-START-4] the form has an email, the agreement and a button, for this service", () => {
    expect(screen.getByRole("textbox", { name: /Email/ }).getAttribute("type")).toBe("email");
    expect(screen.getByRole("checkbox", { name: /^I agree to the terms/ }).getAttribute("name")).toBe("terms");
    expect(screen.getByRole("button", { name: /Start Application/ }).getAttribute("type")).toBe("submit");
    expect(screen.element.querySelector('[name="service"]')?.getAttribute("value")).toBe(evisa);
  });

  test("[W-START-5, L-WORDS-3] the agreement links to the terms and the privacy policy", () => {
    const terms = screen.element.querySelector<HTMLElement>('label[for="terms"]');
    if (!terms) throw new Error("There is no agreement");
    expect(hrefs(inside(terms))).toEqual(["/privacy-policy#terms", "/privacy-policy"]);
  });

  test("[W-START-6] the page says that answers are saved automatically and a link is mailed", () => {
    expect(screen.words).toContain("Progress autosaves every 30 seconds");
    expect(screen.words).toContain("email you a link so you can continue later");
  });
});

describe("a new application", () => {
  let row: Record<string, unknown>;
  let available: { service: string; price: string; type: string } | undefined;
  beforeAll(async () => {
    const { id: service } = await serviceOf(app, "us-travel-b1-b2-visa");
    [available] = await app.query(
      "select id as service, total_price as price, visa_type as type from visa_services where id = $1",
      [service],
    );
    row = await rowOf(await client.start("row@mail.example", { service }));
  });

  test("[W-START-10, W-START-11] the row of a new application has its email, its service and its first step", () => {
    expect(row).toMatchObject({
      user_email: "row@mail.example",
      visa_service_id: available?.service,
      application_type: available?.type,
      status: "draft",
      current_step: 1,
      total_steps: 8,
      completion_percentage: 0,
    });
  });

  test("[W-START-12] the total due is the service's price", () => {
    expect(row.total_amount_due).toBe(available?.price);
    expect(Number(available?.price)).toBeGreaterThan(0);
  });

  test("[W-START-14] each application has its own id, number and token, and the token alone opens nothing", async () => {
    expect(row).toMatchObject({
      application_number: expect.stringMatching(/^BV\d\d-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      resume_token: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    });
    const otherRow = await rowOf(await client.start("row@mail.example", { service: available?.service ?? "" }));
    for (const name of ["id", "application_number", "resume_token"]) expect(otherRow[name]).not.toBe(row[name]);
    // Neither by following a link with it nor by its button.
    const otherUser = new HttpClient(app);
    const token = String(row.resume_token);
    await otherUser.get(`/application/resume?token=${token}`);
    await otherUser.post(`/application/resume?token=${token}`, { token });
    expect(otherUser.cookies.size).toBe(0);
    expect(await (await otherUser.get(`/apply/${row.id}`)).text()).not.toContain("Next Step");
  });
});

test("[W-START-9, W-START-13] an application without a known service has no service and nothing to pay", async () => {
  for (const service of ["", "00000000-0000-4000-8000-000000000000", "none"]) {
    const row = await rowOf(await client.start(`no.${service.length}@mail.example`, { service }));
    expect([row.visa_service_id, row.total_amount_due]).toEqual([null, "0.00"]);
  }
});

test("[W-START-8] a missing or invalid field is reported, the typed values stay, and no application is created", async () => {
  const count = async () => (await app.query("select count(*)::int as count from visa_applications"))[0];
  const before = await count();
  const attempt = crypto.randomUUID();
  const sent: [Record<string, string>, string][] = [
    [{ email: "kept@mail.example" }, "Please provide your email and agree to the terms"],
    [{ email: " ", terms: "yes" }, "Please provide your email and agree to the terms"],
    [{ email: "nobody", terms: "yes" }, "Please enter a valid email address"],
    [{ email: "<script>@x.example", terms: "yes" }, "Please enter a valid email address"],
  ];
  for (const [fields, message] of sent) {
    const response = await client.post(`/apply?service=${evisa}`, { attempt, service: evisa, ...fields });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(textOfHtml(html)).toContain(message);
    const screen = screenOf(html);
    const marked =
      screen.queryAllByRole("alert").length + screen.element.querySelectorAll('[aria-invalid="true"]').length;
    expect(marked).toBeGreaterThan(0);
    expect(fieldsIn(html).get("email")?.attributes.value).toBe(fields.email);
    expect(fieldsIn(html).get("terms")?.checked).toEqual(fields.terms ? ["yes"] : []);
  }
  expect(await count()).toEqual(before);
});

test("[W-START-17] a service that can't be read is logged, the page still shows, and the application is started for that service", async () => {
  const { id } = await serviceOf(app, "canadian-eta");
  let fields = new Map<string, { attributes: Record<string, string> }>();
  await withoutTable(app, "visa_services", async () => {
    const before = app.output().length;
    const { html, text, steps } = await listedSteps(client, id);
    expect(text).toContain("We can’t show the details of this visa right now");
    expect(text).toContain("Start Application");
    expect(steps).toHaveLength(8);
    const line = await until("it is logged", () =>
      app
        .output()
        .slice(before)
        .split("\n")
        .find((line) => line.includes("the service could not be read")),
    );
    expect(line).toContain('"level":50');
    fields = fieldsIn(html);
  });
  const service = fields.get("service")?.attributes.value ?? "";
  expect(await rowOf(await client.start("later@mail.example", { service }))).toMatchObject({ visa_service_id: id });
});

test("[W-START-15, W-START-16] a failed start shows the reason and keeps the typed values, and a retry with the same key starts one application", async () => {
  const start = { email: "again@mail.example", terms: "yes", attempt: crypto.randomUUID() };
  await withoutTable(app, "application_holders", async () => {
    const response = await client.post("/apply", start);
    expect(response.status).toBe(500);
    const html = await response.text();
    expect(textOfHtml(html)).toContain("Failed to start application. Please try again.");
    expect(fieldsIn(html).get("email")?.attributes.value).toBe(start.email);
  });
  await client.post("/apply", start);
  await client.post("/apply", start);
  const rows = await app.query("select 1 from visa_applications where user_email = $1", [start.email]);
  const mails = await app.query("select 1 from email_notifications where recipient_email = $1", [start.email]);
  expect([rows.length, mails.length]).toEqual([1, 1]);
});
