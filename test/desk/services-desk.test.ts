import { describe, expect, test } from "vitest";
import { plain, signIn } from "../harness/desk/desk";
import { typed as typedBy } from "../harness/desk/editor-form";
import { type Fields, HttpClient, until } from "../harness/http-client";
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

describe("the list of services", () => {
  test("[A-SVC-1, A-SVC-2] all services are listed in their order, inactive ones too, each with its controls", async () => {
    await app.query("update visa_services set is_active = false where slug = 'uk-transit-visa'");
    const names = await app.query<{ service_name: string }>(
      "select service_name from visa_services order by display_order, service_name",
    );
    const html = await (await desk.get(list)).text();
    const shown = [...html.matchAll(/aria-label="Delete ([^"]+)"/g)].map(([, name]) => name);
    expect(shown).toEqual(names.map(({ service_name }) => service_name));
    for (const label of ["Edit", "Duplicate", "Delete", "Activate"])
      expect(html).toContain(`aria-label="${label} UK Transit Visa"`);
    expect(html).toContain('aria-label="Deactivate UK Visitor Visa"');
    expect(plain(html)).toContain("15 services, 1 of them inactive");
    expect(html).toContain(`href="${list}/new"`);
    await app.query("update visa_services set is_active = true where slug = 'uk-transit-visa'");
  });

  test("[A-SVC-25] deactivating and activating ask for confirmation, and the public site follows", async () => {
    const service = await stored("canadian-eta");
    const client = new HttpClient(app);
    expect((await client.get("/visa/canadian-eta")).status).toBe(200);
    const html = await (await desk.get(`${list}?ask=deactivate&service=${service?.id}`)).text();
    expect(html).toContain('role="alertdialog"');
    expect(plain(html)).toContain("Deactivate this service?");
    expect(await stored("canadian-eta")).toMatchObject({ is_active: true });
    await desk.post(list, { intent: "active", active: "no", serviceId: service?.id ?? "" });
    expect(await stored("canadian-eta")).toMatchObject({ is_active: false });
    await until("the page is gone", async () => (await client.get("/visa/canadian-eta")).status === 404);
    expect(await page(`${list}?ask=activate&service=${service?.id}`)).toContain("Activate this service?");
    await desk.post(list, { intent: "active", active: "yes", serviceId: service?.id ?? "" });
    await until("the page is back", async () => (await client.get("/visa/canadian-eta")).status === 200);
    const log = await app.query(
      "select action_type from admin_activity_log where subject_id = $1 order by created_at",
      [service?.id],
    );
    expect(log).toEqual([{ action_type: "service_deactivated" }, { action_type: "service_activated" }]);
  });

  test("moving a service up or down places it before another, renumbers all services, and is recorded", async () => {
    const ids = async () =>
      (await app.query<Row>("select id from visa_services order by display_order")).map(({ id }) => id);
    const before = await ids();
    const [first = "", second = "", third = ""] = before;
    expect((await desk.post(list, { intent: "move", serviceId: first, before: third })).status).toBe(200);
    expect(await ids()).toEqual([second, first, third, ...before.slice(3)]);
    await desk.post(list, { intent: "move", serviceId: first, before: "" });
    expect(await ids()).toEqual([...before.slice(1), first]);
    await desk.post(list, { intent: "move", serviceId: first, before: second });
    expect(await ids()).toEqual(before);
    const [row] = await app.query(
      "select count(*)::int as n from admin_activity_log where action_type = 'service_moved'",
    );
    expect(row).toEqual({ n: 3 });
    expect((await desk.post(list, { intent: "move", serviceId: crypto.randomUUID(), before: "" })).status).toBe(404);
  });

  test("[A-SVC-24, A-SVC-28] the confirmation of a deletion lists what is lost, only confirming deletes, and a deleted service is reported", async () => {
    await create({ serviceName: "Gone Soon", visaSubtypes: '[{"name":"One","govFee":1,"serviceFee":2}]' });
    const service = await stored("gone-soon");
    const question = await page(`${list}?ask=delete&service=${service?.id}`);
    expect(question).toContain("Are you sure you want to delete this service?");
    expect(question).toContain("1 pricing tier");
    expect(await stored("gone-soon")).toBeDefined();
    expect((await desk.post(list, { intent: "delete", serviceId: service?.id ?? "" })).status).toBe(302);
    expect(await stored("gone-soon")).toBeUndefined();
    const again = await desk.post(list, { intent: "delete", serviceId: service?.id ?? "" });
    expect(again.status).toBe(404);
    expect(plain(await again.text())).toContain("Error deleting service: the service no longer exists");
  });

  test("[A-SVC-29] a service with applications can't be deleted: the dialog counts them and offers to deactivate", async () => {
    const service = await stored("us-travel-b1-b2-visa");
    const client = new HttpClient(app);
    await client.start("one@mail.example", { service: service?.id ?? "" });
    await app.query("update visa_applications set visa_service_id = $1", [service?.id]);
    const question = await page(`${list}?ask=delete&service=${service?.id}`);
    expect(question).toContain("1 application refers to US Travel (B1/B2) Visa");
    expect(question).toContain("Deactivate instead");
    const refused = await desk.post(list, { intent: "delete", serviceId: service?.id ?? "" });
    expect(refused.status).toBe(409);
    expect(plain(await refused.text())).toContain("Error deleting service: 1 application refers to it");
    expect(await stored("us-travel-b1-b2-visa")).toBeDefined();
    const counts = await app.query(
      "select sum(n)::int as n from row_counts where subject = 'applications by service' and key = $1",
      [service?.id],
    );
    expect(counts).toEqual([{ n: 1 }]);
  });

  test("a copy is inactive and last, has a free slug, and includes tiers and required documents", async () => {
    const service = await stored("bahamas-work-visa");
    const response = await desk.post(list, { intent: "duplicate", serviceId: service?.id ?? "" });
    const copy = await stored("bahamas-work-visa-copy");
    expect(response.headers.get("location")).toContain(`${list}/${copy?.id}`);
    expect(copy).toMatchObject({ is_active: false, is_featured: false, overview: service?.overview });
    const counted = (id = "") =>
      app.query(
        "select (select count(*) from visa_pricing_tiers where service_id = $1) as tiers, (select count(*) from document_requirements where visa_service_id = $1) as documents",
        [id],
      );
    expect(await counted(copy?.id)).toEqual(await counted(service?.id));
    await app.query("delete from visa_services where id = $1", [copy?.id]);
  });

  test("a request without a session changes nothing", async () => {
    const service = await stored("uk-visitor-visa");
    const anonymous = new HttpClient(app);
    for (const path of [list, `${list}/new`, `${list}/${service?.id}`])
      expect((await anonymous.get(path)).status).toBe(302);
    expect((await anonymous.post(list, { intent: "delete", serviceId: service?.id ?? "" })).status).toBe(302);
    expect(await stored("uk-visitor-visa")).toBeDefined();
  });
});
