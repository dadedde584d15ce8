import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { publishDue, registerContentSchedule } from "~/content/editing/due.server";
import { unpublish } from "~/content/editing/offline.server";
import { restoreVersion } from "~/content/editing/restore.server";
import { nassauDay } from "~/core/time";
import { withoutChange } from "../../../../test/harness/desk/verbs";
import { publishThing } from "../../../../test/harness/in-process/publish";
import { createService, openService } from "../../../../test/harness/in-process/services";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { duplicateService } from "../duplicate-service.server";
import { saveService } from "../save-service.server";
import type { FormValues } from "../service-form";
import { registerServices } from "../service-kind.server";
import { newValues, readChoices } from "../values.server";

registerServices();
registerContentSchedule();
const database = testDatabase();
let owner: StaffContext;
let regular: StaffContext;
let agreement = "";
let id = "";

beforeAll(async () => {
  owner = await staffMember(database, "super_admin");
  regular = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("delete from visa_services where service_name like 'Test%'");
  await database.query("delete from agreement_templates");
  await database.query("truncate content_versions");
  agreement = await template("Standard");
  const values = { ...(await newValues()), serviceName: "Test", slug: "test", governmentFee: "1", serviceFee: "2" };
  const created = await createService(regular, { values });
  id = created.ok ? created.serviceId : expect.fail(created.message);
});

const template = (name: string) =>
  publishThing(owner, "agreements", "new", { name, title: "Agreement", blocks: ["", "Fees", "You pay {total}."] });
async function send(change: Partial<FormValues>, how: object = {}, by = owner) {
  const { values, base } = await openService(database, id);
  return saveService(by, { serviceId: id, values: { ...values, ...change }, base, ...how });
}
/** Sends the newest version unchanged. */
async function resend(by: StaffContext) {
  const { base } = await openService(database, id);
  return saveService(by, { serviceId: id, values: {}, base });
}
async function stored(of = id) {
  const [row] = await database.query(
    `select agreement_id as agreement, agreement_offered as offered, work_begins_signed as waits
     from visa_services where id = $1`,
    [of],
  );
  return row;
}
const chosen = () => ({ agreementId: agreement, agreementOffered: "after", workBeginsSigned: "yes" });
const nothing = { agreement: null, offered: "before", waits: false };
const offered = () => ({ agreement, offered: "after", waits: true });
const takeOffline = () => unpublish({ ...owner, attempt: crypto.randomUUID() }, { kind: "agreements", key: agreement });
const only = (field: string, message: string) => ({ ok: false, detail: { problems: [{ field, message }] } });

describe("the agreement of a service", () => {
  test("[M-AGR-4] is none as delivered, and a super admin chooses it, when it is offered, and what waits for it", async () => {
    const [{ n } = { n: 0 }] = await database.query<{ n: number }>(
      "select count(*)::int as n from visa_services where agreement_id is not null or agreement_offered <> 'before' or work_begins_signed",
    );
    expect(n).toBe(0);
    expect(await stored()).toEqual(nothing);
    expect(await send(chosen())).toMatchObject({ ok: true });
    expect(await stored()).toEqual(offered());
    expect(await send({ agreementId: "", agreementOffered: "before", workBeginsSigned: "" })).toMatchObject({
      ok: true,
    });
    expect(await stored()).toEqual(nothing);
  });

  test("[M-AGR-4] the record and the history name it", async () => {
    await send(chosen());
    const [entry] = await database.query<{ changes: unknown }>(
      "select details as changes from admin_activity_log where action_type = 'service_updated' and subject_id = $1",
      [id],
    );
    for (const text of ["Standard", "After submission", "Work begins once it is signed"])
      expect(JSON.stringify(entry)).toContain(text);
  });

  test("[M-AGR-4] only a published one can be chosen, and one that went offline later stays chosen", async () => {
    const refused = only("agreementId", "Choose an agreement that is published");
    expect(await withoutChange(database, () => send({ agreementId: crypto.randomUUID() }))).toMatchObject(refused);
    expect(await withoutChange(database, () => send({ agreementId: "Standard" }))).toMatchObject(
      only("agreementId", "Choose an agreement from the list"),
    );
    expect(await withoutChange(database, () => send({ agreementOffered: "never" }))).toMatchObject(
      only("agreementOffered", "Choose Before submission or After submission"),
    );
    await send(chosen());
    await takeOffline();
    expect((await readChoices()).agreements).toMatchObject([{ id: agreement, name: "Standard", isOffline: true }]);
    expect(await send({ description: "Another" })).toMatchObject({ ok: true });
    expect(await stored()).toEqual(offered());
    await send({ agreementId: "" });
    expect(await withoutChange(database, () => send(chosen()))).toMatchObject(refused);
  });

  test("[M-AGR-2, M-AGR-4] the editor knows that one can’t be offered while our legal name, which it names, is empty", async () => {
    const named = await publishThing(owner, "agreements", "new", {
      ...{ name: "With our name", title: "Agreement with { Legal  name }", blocks: ["", "Fees", "{total}"] },
    });
    const lacking = async () =>
      (await readChoices()).agreements.filter(({ lacksLegalName }) => lacksLegalName).map(({ id }) => id);
    await publishThing(owner, "settings", "site", { legal_name: "" });
    expect(await lacking()).toEqual([named]);
    await publishThing(owner, "settings", "site", { legal_name: "Lucaya Ltd." });
    expect(await lacking()).toEqual([]);
    await publishThing(owner, "settings", "site", { legal_name: "" });
  });

  test("[M-AGR-4] is chosen at a minute, unless it is offline by then", async () => {
    const later = { intent: "schedule", day: nassauDay(new Date(Date.now() + 2 * 86_400_000)), time: "09:00" };
    const appears = () =>
      database.query("update content_versions set scheduled_for = now() where scheduled_for is not null");
    expect(await send(chosen(), later)).toMatchObject({ ok: true });
    expect(await stored()).toEqual(nothing);
    await appears();
    await publishDue();
    expect(await stored()).toEqual(offered());
    await send({ agreementId: "" });
    expect(await send(chosen(), later)).toMatchObject({ ok: true });
    await takeOffline();
    await appears();
    await publishDue();
    expect(await stored()).toMatchObject({ agreement: null });
    const [failed] = await database.query(
      "select not_published as why from content_versions where not_published is not null",
    );
    expect(failed).toEqual({ why: "Choose an agreement that is published" });
  });

  test("[M-AGR-4] a super admin’s copy of the service has it too, and another admin’s has none and says so", async () => {
    const copied = async (by: StaffContext) => {
      const copy = await duplicateService(by, { serviceId: id });
      return copy.ok ? { ...(await stored(copy.serviceId)), says: copy.withoutAgreement } : expect.fail(copy.message);
    };
    expect(await copied(regular)).toEqual({ ...nothing, says: false });
    await send(chosen());
    expect(await copied(owner)).toEqual({ ...offered(), says: false });
    expect(await copied(regular)).toEqual({ ...nothing, says: true });
  });
});

describe("a regular admin", () => {
  const forbidden = (message: string, ...fields: string[]) => ({
    ...{ ok: false, reason: "forbidden" },
    detail: { problems: fields.map((field) => ({ field, message })) },
  });
  const notYours = "Only super admins change this.";
  const all = ["agreementId", "agreementOffered", "workBeginsSigned"];

  test.each(["save", "publish", "schedule"])(
    "[M-AGR-4, M-KEEP-2] changes no agreement of a service with “%s”, and everything else",
    async (intent) => {
      const how = { intent, day: nassauDay(new Date(Date.now() + 2 * 86_400_000)), time: "09:00" };
      const result = await withoutChange(database, () => send(chosen(), how, regular));
      expect(result).toMatchObject({ ok: false, reason: "forbidden" });
      expect(JSON.stringify(result)).toContain(notYours);
      await send(chosen());
      expect(await send({ description: "Ours" }, how, regular)).toMatchObject({ ok: true });
      expect(await withoutChange(database, () => send({ agreementId: "" }, how, regular))).toMatchObject({
        reason: "forbidden",
      });
      expect(await stored()).toEqual(offered());
    },
  );

  test("[M-KEEP-2] makes no service with an agreement", async () => {
    const values = { ...(await newValues()), serviceName: "Test two", slug: "test-two", ...chosen() };
    const result = await withoutChange(database, () => createService(regular, { values }));
    expect(result).toMatchObject({ ok: false, reason: "forbidden" });
  });

  test("[M-KEEP-2] publishes neither a super admin’s draft of it nor an older version with another one", async () => {
    expect(await send(chosen(), { intent: "save" })).toMatchObject({ ok: true });
    const publication = "A super admin has to publish this change.";
    expect(await withoutChange(database, () => resend(regular))).toMatchObject(forbidden(publication, ...all));
    expect(await resend(owner)).toMatchObject({ ok: true });
    expect(await stored()).toEqual(offered());
    const attempt = crypto.randomUUID();
    expect(await restoreVersion({ ...regular, attempt }, { kind: "services", key: id, number: 1 })).toMatchObject({
      ok: true,
    });
    expect(await withoutChange(database, () => resend(regular))).toMatchObject(forbidden(publication, ...all));
    expect(await stored()).toEqual(offered());
  });

  test("[M-KEEP-2] edits a draft of an older release, which has no agreement yet", async () => {
    await database.query(
      `insert into content_versions (kind, key, number, data, made_by)
       select kind, key, number + 1, data - 'agreementId' - 'agreementOffered' - 'workBeginsSigned', made_by
       from content_versions where key = $1 order by number desc limit 1`,
      [id],
    );
    expect(await send({ description: "Ours" }, {}, regular)).toMatchObject({ ok: true });
    expect(await stored()).toEqual(nothing);
  });
});
