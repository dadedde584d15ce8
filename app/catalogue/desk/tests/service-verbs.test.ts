import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { insertApplications } from "../../../../test/harness/applicants/application-rows";
import { deactivated, entry, recordOf, withoutChange } from "../../../../test/harness/desk/verbs";
import { createService, editService } from "../../../../test/harness/in-process/services";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { deleteService } from "../delete-service.server";
import { duplicateService } from "../duplicate-service.server";
import { moveService } from "../move-service.server";
import { readQuestion, readStaffServices } from "../services.server";
import { setServiceActive } from "../set-service-active.server";
import { newValues } from "../values.server";

const database = testDatabase();
let regular: StaffContext;
let superAdmin: StaffContext;
let inactiveAdmin: StaffContext;
/** The ids of the only services, `One` to `Three`, in order. */
let ids: string[] = [];

beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  superAdmin = await staffMember(database, "super_admin");
  inactiveAdmin = await deactivated(database);
});
beforeEach(async () => {
  await database.query("delete from visa_applications");
  await database.query("delete from visa_services");
  const rows = await database.query<{ id: string }>(
    `insert into visa_services (service_name, slug, display_order, is_featured)
     select name, lower(name), n - 1, true from unnest(array['One', 'Two', 'Three']) with ordinality as given (name, n)
     returning id`,
  );
  ids = rows.map(({ id }) => id);
});

const missingId = "00000000-0000-4000-8000-000000000000";
const names = async () =>
  (
    await database.query<{ said: string }>(
      "select display_order || ' ' || service_name as said from visa_services order by display_order, service_name",
    )
  ).map(({ said }) => said);
const storedService = async (id = ids[0]) =>
  (await database.query("select * from visa_services where id = $1", [id]))[0];

type Call = (by: StaffContext) => Promise<{ ok: boolean }>;
const verbs: Record<string, Call> = {
  create: async (by: StaffContext) =>
    createService(by, { anyway: true, values: { ...(await newValues()), serviceName: "New" } }),
  update: (by: StaffContext) => editService(database, by, ids[0] ?? "", { maxStay: "9 days" }),
  duplicate: (by: StaffContext) => duplicateService(by, { serviceId: ids[0] }),
  move: (by: StaffContext) => moveService(by, { serviceId: ids[0], before: "" }),
  deactivate: (by: StaffContext) => setServiceActive(by, { serviceId: ids[0], active: "no" }),
  delete: (by: StaffContext) => deleteService(by, { serviceId: ids[0] }),
};

describe.each(Object.entries(verbs))("the verb to %s a service", (_name, call) => {
  test("[A-PERM-2] a regular admin can run the verb", async () => {
    expect(await call(regular)).toMatchObject({ ok: true });
  });
  test("[A-PERM-2] a super admin can run the verb", async () => {
    expect(await call(superAdmin)).toMatchObject({ ok: true });
  });
  test("[A-PERM-8] a deactivated admin is refused with a message, and nothing is changed or recorded", async () => {
    const refused = await withoutChange(database, () => call(inactiveAdmin));
    expect(refused).toMatchObject({ ok: false, reason: "forbidden" });
    expect(refused).toHaveProperty(
      "message",
      expect.stringMatching(/^Error \w+ service: your account is no longer active/),
    );
  });
});

describe.each([
  ["duplicate", (serviceId: string) => duplicateService(regular, { serviceId }), "Error creating service: "],
  ["move", (serviceId: string) => moveService(regular, { serviceId, before: "" }), "Error updating service: "],
  [
    "activate",
    (serviceId: string) => setServiceActive(regular, { serviceId, active: "yes" }),
    "Error updating service: ",
  ],
  ["delete", (serviceId: string) => deleteService(regular, { serviceId }), "Error deleting service: "],
] satisfies [string, (id: string) => Promise<{ ok: boolean }>, string][])(
  "the verb to %s, without its service",
  (_name, call, text) => {
    test("[A-SVC-26, A-SVC-27, A-SVC-28] a deleted service and an invalid id are refused with a message", async () => {
      for (const [id, reason] of [
        [missingId, "not-found"],
        ["none", "invalid"],
      ] as const) {
        const refused = await withoutChange(database, () => call(id));
        expect(refused).toMatchObject({ ok: false, reason, message: expect.stringContaining(text) });
      }
    });
  },
);

describe("deactivating and activating a service", () => {
  test("[A-SVC-25] each sets only is_active and is recorded as its own action with the name", async () => {
    const before = await storedService();
    await setServiceActive(regular, { serviceId: ids[0], active: "no" });
    expect(await storedService()).toEqual({ ...before, is_active: false, updated_at: expect.any(Date) });
    await setServiceActive(superAdmin, { serviceId: ids[0], active: "yes" });
    expect(await storedService()).toMatchObject({ is_active: true });
    expect(await storedService(ids[1])).toMatchObject({ is_active: true });
    expect(await recordOf(database, ids[0] ?? "")).toEqual([
      entry(regular, "service_deactivated", "service", { name: "One" }),
      entry(superAdmin, "service_activated", "service", { name: "One" }),
    ]);
    const invalidChange = () => setServiceActive(regular, { serviceId: ids[0], active: "maybe" });
    expect(await withoutChange(database, invalidChange)).toMatchObject({ reason: "invalid" });
  });

  test("[A-SVC-25] the page asks for confirmation only where something would change", async () => {
    const questionFor = async (question: string) =>
      (await readQuestion(new URLSearchParams({ ask: question, service: ids[0] ?? "" })))?.ask;
    expect([await questionFor("activate"), await questionFor("deactivate")]).toEqual([undefined, "deactivate"]);
    await setServiceActive(regular, { serviceId: ids[0], active: "no" });
    expect([await questionFor("activate"), await questionFor("deactivate")]).toEqual(["activate", undefined]);
    expect(await questionFor("paint")).toBeUndefined();
  });
});

describe("moving a service", () => {
  test("[A-SVC-1] a move before another service or to the end renumbers all from 0 and is recorded with both positions", async () => {
    const [first = "", , third = ""] = ids;
    await database.query("update visa_services set display_order = display_order * 10 + 5");
    expect(await moveService(regular, { serviceId: third, before: first })).toEqual({ ok: true });
    expect(await names()).toEqual(["0 Three", "1 One", "2 Two"]);
    expect((await readStaffServices()).services.map(({ name }) => name)).toEqual(["Three", "One", "Two"]);
    await moveService(superAdmin, { serviceId: third, before: "" });
    expect(await names()).toEqual(["0 One", "1 Two", "2 Three"]);
    expect(await recordOf(database, third)).toEqual([
      entry(regular, "service_moved", "service", { from: 3, to: 1 }),
      entry(superAdmin, "service_moved", "service", { from: 1, to: 3 }),
    ]);
  });

  test("a move to the current position changes and records nothing", async () => {
    const [first = "", second = "", third = ""] = ids;
    for (const input of [
      { serviceId: first, before: second },
      { serviceId: first, before: first },
      { serviceId: third, before: "" },
    ])
      expect(await withoutChange(database, () => moveService(regular, input))).toEqual({ ok: true });
  });

  test("a move before a deleted service is refused", async () => {
    const call = () => moveService(regular, { serviceId: ids[0], before: missingId });
    expect(await withoutChange(database, call)).toMatchObject({ ok: false, reason: "not-found" });
  });
});

describe("deleting a service", () => {
  test("[A-SVC-24] deleting removes the service's dependent rows and is recorded with name and slug", async () => {
    const [id = "", otherId = ""] = ids;
    for (const each of [id, otherId]) {
      await database.query("insert into visa_pricing_tiers (service_id, tier_name, total_price) values ($1, 'T', 1)", [
        each,
      ]);
      await database.query("insert into visa_service_views (service_id, session_id) values ($1, 's')", [each]);
    }
    expect(await deleteService(regular, { serviceId: id })).toEqual({ ok: true });
    expect(await storedService()).toBeUndefined();
    for (const table of ["visa_pricing_tiers", "visa_service_views"])
      expect(await database.query(`select service_id as id from ${table}`)).toEqual([{ id: otherId }]);
    expect(await recordOf(database, id)).toEqual([
      entry(regular, "service_deleted", "service", { name: "One", slug: "one" }),
    ]);
  });

  test.each([
    [1, "1 application refers to it"],
    [2, "2 applications refer to it"],
  ])("[A-SVC-29] deleting a service with %i applications is refused: %s", async (count, text) => {
    await insertApplications(database, 1, count);
    await database.query("update visa_applications set visa_service_id = $1, status = 'withdrawn'", [ids[0]]);
    expect(await withoutChange(database, () => deleteService(superAdmin, { serviceId: ids[0] }))).toMatchObject({
      ok: false,
      reason: "conflict",
      message: `Error deleting service: ${text}`,
    });
    expect(await deleteService(superAdmin, { serviceId: ids[1] })).toEqual({ ok: true });
  });
});

describe("a copy of a service", () => {
  test("a copy is inactive, not featured and last, has its own tiers, documents and steps, and is recorded", async () => {
    const tier = { name: "Short", govFee: 1, serviceFee: 2, total: 3, description: "" };
    await database.query(
      "update visa_services set visa_subtypes = $2, overview = 'Words', canonical_url = '/x' where id = $1",
      [ids[0], JSON.stringify([tier])],
    );
    await database.query(
      "insert into document_requirements (visa_service_id, document_name, document_type) values ($1, 'Passport', 'passport')",
      [ids[0]],
    );
    const copied = await duplicateService(regular, { serviceId: ids[0] });
    const id = copied.ok ? copied.serviceId : "";
    expect(await storedService(id)).toMatchObject({
      slug: "one-copy",
      service_name: "One (copy)",
      is_active: false,
      is_featured: false,
      display_order: 3,
      overview: "Words",
      canonical_url: null,
    });
    expect(
      await database.query("select tier_name, total_price from visa_pricing_tiers where service_id = $1", [id]),
    ).toEqual([{ tier_name: "Short", total_price: "3.00" }]);
    const documents = "select visa_service_id as id from document_requirements where visa_service_id is not null";
    expect((await database.query<{ id: string }>(documents)).map(({ id }) => id).sort()).toEqual([ids[0], id].sort());
    expect(await recordOf(database, id)).toEqual([
      entry(regular, "service_created", "service", { name: "One (copy)", copyOf: "One" }),
    ]);
    await duplicateService(regular, { serviceId: ids[0] });
    expect(await names()).toContain("4 One (copy)");
    expect(await database.query("select 1 from visa_services where slug = 'one-copy-2'")).toHaveLength(1);
  });
});
