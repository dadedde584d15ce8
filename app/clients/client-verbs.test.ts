import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { beginDraftForCaller } from "~/cases/desk/entering/begin-draft.server";
import { personOf } from "~/people/person-of.server";
import { assignWaiting } from "~/people/waiting.server";
import { insertClient } from "../../test/harness/desk/client-rows";
import { insertDraft } from "../../test/harness/desk/people-rows";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { changeClient } from "./change-client.server";
import { clientMessages } from "./client";
import { deleteClient } from "./delete-client.server";
import { setClientReminders } from "./set-reminders.server";

const database = testDatabase();
let [staff, boss]: StaffContext[] = [];
beforeAll(async () => {
  [staff, boss] = [await staffMember(database, "regular_admin"), await staffMember(database, "super_admin")];
});
beforeEach(async () => {
  await database.query("delete from visa_applications");
  await database.query("delete from clients");
  while (await assignWaiting());
});
const regular = () => staff ?? expect.fail();
const superAdmin = () => boss ?? expect.fail();

const values = {
  name: "Natasha Rolle",
  email: "",
  phone: "+1 242 555 0100",
  nationality: "",
  service: "",
  reference: "",
};
const stored = async (id: string) =>
  (
    await database.query<Record<string, unknown>>(
      `select name, email, phone, nationality, reference, is_reminded as reminded, revision, changed_at is not null as changed
       from clients where id = $1`,
      [id],
    )
  )[0];
const entries = async (id: string) =>
  database.query(
    "select action_type as action, admin_email as by, details from admin_activity_log where subject_id = $1 order by created_at, id",
    [id],
  );

describe("correcting a client", () => {
  test.each([
    ["regular admin", regular],
    ["super admin", superAdmin],
  ])("[X-IMPORT-11] a %s corrects a client, and the record says which details changed, not to what", async (_, by) => {
    const clientId = await insertClient(database);
    const [service] = await database.query<{ id: string; name: string }>(
      "select id, service_name as name from visa_services where is_active order by service_name limit 1",
    );
    const corrected = {
      ...{ name: "  Natasha Marie Rolle ", email: "N.Rolle@mail.example", phone: "242 555 0177" },
      ...{ nationality: "Jamaica", service: service?.id, reference: "K-2019/44" },
    };
    expect(await changeClient(by(), { clientId, revision: "0", ...corrected })).toEqual({ ok: true });
    expect(await stored(clientId)).toMatchObject({
      ...{ name: "Natasha Marie Rolle", email: "N.Rolle@mail.example", phone: "242 555 0177", nationality: "JM" },
      ...{ reference: "K-2019/44", revision: 1, changed: true },
    });
    const hidden = ["Name", "Email", "Phone", "Nationality", "Your reference"].map((field) => ({
      field,
      hidden: true,
    }));
    expect(await entries(clientId)).toEqual([
      {
        action: "client_changed",
        by: by().staff.email,
        details: { changes: [...hidden, { field: "Visa service", from: "", to: service?.name }] },
      },
    ]);
  });

  test("[X-IMPORT-11] a corrected client belongs to the person that its details fit then", async () => {
    const clientId = await insertClient(database);
    const draft = await insertDraft(database, { phone: "+1 242 555 0188" });
    const before = await personOf("client", clientId);
    expect(before?.id).not.toBe((await personOf("application", draft))?.id);
    await changeClient(regular(), { clientId, revision: 0, ...values, phone: "242-555-0188" });
    expect(await personOf("client", clientId)).toMatchObject({
      id: (await personOf("application", draft))?.id,
      records: 2,
    });
  });

  test("[X-IMPORT-11] each mistake has its message at its field, and nothing is changed", async () => {
    const clientId = await insertClient(database);
    const problemsOf = async (wrong: Partial<typeof values>) => {
      const result = await changeClient(regular(), { clientId, revision: 0, ...values, ...wrong });
      return result.ok ? null : result.detail;
    };
    expect(await problemsOf({ name: " " })).toEqual({ name: "Enter a name." });
    expect(await problemsOf({ name: "x".repeat(121) })).toEqual({ name: "The name can have at most 120 characters." });
    expect(await problemsOf({ phone: "" })).toEqual({ email: "Enter an email address or a phone number." });
    expect(await problemsOf({ email: "nobody" })).toHaveProperty("email");
    expect(await problemsOf({ phone: "12" })).toHaveProperty("phone");
    expect(await problemsOf({ nationality: "Atlantis" })).toEqual({ nationality: "Choose a country from the list." });
    expect(await problemsOf({ service: crypto.randomUUID() })).toHaveProperty("service");
    expect(await problemsOf({ service: "x" })).toHaveProperty("service");
    expect(await problemsOf({ reference: "x".repeat(61) })).toHaveProperty("reference");
    expect(await stored(clientId)).toMatchObject({ revision: 0, changed: false });
    expect(await entries(clientId)).toEqual([]);
  });

  test("[X-IMPORT-11] of two admins who change one client, the second changes nothing and is told", async () => {
    const clientId = await insertClient(database);
    const change = (by: StaffContext, name: string) => changeClient(by, { clientId, revision: 0, ...values, name });
    const both = await Promise.all([change(regular(), "First Change"), change(superAdmin(), "Second Change")]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both).toContainEqual(expect.objectContaining({ reason: "conflict", message: clientMessages.stale }));
    expect(await entries(clientId)).toHaveLength(1);
    expect(await changeClient(regular(), { clientId, revision: 1, ...values, name: "First Change" })).toMatchObject({
      ok: true,
    });
    const gone = crypto.randomUUID();
    expect(await changeClient(regular(), { clientId: gone, revision: 0, ...values })).toMatchObject({
      reason: "not-found",
    });
  });
});

describe("reminders of a client", () => {
  const set = (clientId: string, revision: number, reminded?: string) =>
    setClientReminders(regular(), { clientId, revision, ...(reminded ? { reminded } : {}) });

  test("[X-IMPORT-12] they are off until staff turn them on, recorded each time, and need an email address", async () => {
    const clientId = await insertClient(database, { email: "n@mail.example" });
    expect(await stored(clientId)).toMatchObject({ reminded: false });
    expect(await set(clientId, 0, "yes")).toEqual({ ok: true });
    expect(await stored(clientId)).toMatchObject({ reminded: true, revision: 1 });
    expect(await set(clientId, 0)).toMatchObject({ reason: "conflict" });
    expect(await set(clientId, 1)).toEqual({ ok: true });
    expect((await entries(clientId)).map(({ details }) => details)).toEqual([
      { changes: [{ field: "Reminders by email", from: "off", to: "on" }] },
      { changes: [{ field: "Reminders by email", from: "on", to: "off" }] },
    ]);
    const unreachable = await insertClient(database);
    expect(await set(unreachable, 0, "yes")).toMatchObject({ message: "Enter their email address first." });
  });

  test("[X-IMPORT-12] reminders go to another address only after a fresh confirmation, and end without one", async () => {
    const clientId = await insertClient(database, { email: "n@mail.example" });
    await set(clientId, 0, "yes");
    await database.query("update session set fresh_at = now() - interval '1 hour'");
    const email = (address: string) => changeClient(regular(), { clientId, revision: 1, ...values, email: address });
    expect(await email("other@mail.example")).toMatchObject({ reason: "fresh" });
    expect(await stored(clientId)).toMatchObject({ email: "n@mail.example", revision: 1 });
    await database.query("update session set fresh_at = now()");
    expect(await email("")).toEqual({ ok: true });
    expect(await stored(clientId)).toMatchObject({ email: "", reminded: false });
  });
});

describe("removing a client", () => {
  test("[X-IMPORT-11] a client goes with its key dates, waiting reminders and person, once, and is recorded", async () => {
    const clientId = await insertClient(database, { email: "n@mail.example", endsOn: "2027-03-01" });
    await personOf("client", clientId);
    const [mail] = await database.query<{ id: string }>(
      `insert into email_notifications (email_type, template_name, recipient_name, recipient_email, subject, status, message_id)
       values ('client_reminder', 'client_reminder', '', 'n@mail.example', 'Your permit', 'pending', gen_random_uuid()) returning id`,
    );
    await database.query(
      "insert into key_date_reminders (key_date_id, ends_on, days, mail_id) select id, ends_on, 30, $1 from key_dates",
      [mail?.id],
    );
    expect(await deleteClient(regular(), { clientId })).toEqual({ ok: true });
    expect(await deleteClient(regular(), { clientId })).toEqual({ ok: true });
    for (const table of ["clients", "key_dates", "key_date_reminders", "person_records", "people", "people_waiting"])
      expect(await database.query(`select 1 from ${table}`), table).toEqual([]);
    expect(await database.query("select 1 from email_notifications where id = $1", [mail?.id])).toEqual([]);
    expect(await entries(clientId)).toMatchObject([{ action: "client_deleted", by: regular().staff.email }]);
  });
});

describe("a draft for a client", () => {
  const service = async () =>
    (await database.query<{ slug: string }>("select slug from visa_services where is_active order by slug limit 1"))[0]
      ?.slug;

  test("[X-IMPORT-11] it has their name, email, phone and nationality, belongs to their person, and is recorded with both", async () => {
    const client = await insertClient(database, {
      name: "Zoë Marie Núñez",
      email: "zoe@mail.example",
      nationality: "JM",
    });
    const begun = await beginDraftForCaller(regular(), {
      ...{ email: "zoe@mail.example", service: await service(), attempt: crypto.randomUUID(), client },
    });
    const id = begun.ok ? begun.id : expect.fail(begun.message);
    const [draft] = await database.query("select user_email, metadata from visa_applications where id = $1", [id]);
    expect(draft).toMatchObject({
      user_email: "zoe@mail.example",
      metadata: {
        step1: { firstName: "Zoë Marie", lastName: "Núñez", email: "zoe@mail.example" },
        step2: { nationalityCountry: "JM" },
        step3: { primaryPhone: "+1 242 555 0100" },
      },
    });
    expect((await personOf("application", id))?.id).toBe((await personOf("client", client))?.id);
    for (const subject of [id, client])
      expect(await entries(subject)).toMatchObject([{ action: "draft_begun_by_staff", by: regular().staff.email }]);
  });

  test("[X-IMPORT-11, F-SAFE-3] another email than the client's needs a fresh confirmation", async () => {
    const client = await insertClient(database, { email: "zoe@mail.example" });
    await database.query("update session set fresh_at = now() - interval '1 hour'");
    const begin = async (email: string, of = client) =>
      beginDraftForCaller(regular(), { email, service: await service(), attempt: crypto.randomUUID(), client: of });
    expect(await begin("else@mail.example")).toMatchObject({ reason: "fresh" });
    expect(await database.query("select 1 from visa_applications")).toEqual([]);
    expect(await begin("Zoe@mail.example")).toMatchObject({ ok: true });
    expect(await begin("else@mail.example", await insertClient(database))).toMatchObject({ ok: true });
    expect(await begin("zoe@mail.example", crypto.randomUUID())).toMatchObject({ reason: "not-found" });
  });
});
