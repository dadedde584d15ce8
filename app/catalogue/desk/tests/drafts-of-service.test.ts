import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { publishDue } from "~/content/editing/due.server";
import { nassauDay } from "~/core/time";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { documentRows } from "../../../../test/harness/desk/document-rows";
import { recordOf } from "../../../../test/harness/desk/verbs";
import { nightsIn } from "../../../../test/harness/in-process/nights";
import { createService, editService, openService } from "../../../../test/harness/in-process/services";
import { lastRecord, staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { deleteService } from "../delete-service.server";
import { textOfRows } from "../required/document-rows";
import { storeSample } from "../required/store-sample.server";
import { saveService } from "../save-service.server";
import type { FormValues } from "../service-form";
import { registerServices } from "../service-kind.server";
import { setServiceActive } from "../set-service-active.server";
import { newValues, storedValues } from "../values.server";

registerServices();
const database = testDatabase();
const nights = nightsIn(database);
let staff: StaffContext;
let id: string;
beforeAll(async () => {
  staff = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("delete from visa_services where service_name like 'Test%'");
  const values = { ...(await newValues()), serviceName: "Test", slug: "test", governmentFee: "1", serviceFee: "2" };
  const created = await createService(staff, { values });
  id = created.ok ? created.serviceId : expect.fail(created.message);
});

const tiers = JSON.stringify([{ name: "Short", govFee: 10, serviceFee: 20 }]);
const later = { intent: "schedule", day: nassauDay(new Date(Date.now() + 2 * 86_400_000)), time: "09:00" } as const;
async function send(change: Partial<FormValues>, how: object = { intent: "save" }) {
  const { values, base } = await openService(database, id);
  return saveService(staff, { serviceId: id, values: { ...values, ...change }, base, ...how });
}
const appears = () =>
  database.query("update content_versions set scheduled_for = now() where scheduled_for is not null and key = $1", [
    id,
  ]);
const fees = async () =>
  (
    await database.query(
      `select service_fee as fee, (select array_agg(tier_name) from visa_pricing_tiers where service_id = s.id) as tiers
       from visa_services s where id = $1`,
      [id],
    )
  )[0];

describe("a draft of a service", () => {
  test("[O-EDIT-2, A-SVC-21] a draft changes nothing in public, and values that can't be stored are refused in a draft too", async () => {
    const before = await fees();
    expect(await send({ serviceFee: "99", visaSubtypes: tiers })).toMatchObject({ ok: true, number: 2 });
    expect(await lastRecord(database)).toMatchObject({ action: "content_saved", type: "content" });
    expect(await fees()).toEqual(before);
    expect(await send({ faqs: "[{" })).toMatchObject({ ok: false, message: expect.stringMatching(/^Error updating/) });
  });

  test("[O-EDIT-6, A-SVC-9] a draft is published with its tiers at its scheduled minute, keeps changes made meanwhile, and is recorded", async () => {
    expect(await send({ serviceFee: "99", visaSubtypes: tiers }, later)).toMatchObject({ ok: true });
    await setServiceActive(staff, { serviceId: id, active: "no" });
    await appears();
    await publishDue();
    expect(await fees()).toEqual({ fee: "99.00", tiers: ["Short"] });
    expect(await storedValues(id)).toMatchObject({ isActive: "" });
    expect(await lastRecord(database)).toMatchObject({ action: "content_published" });
  });

  test("[O-EDIT-8] saving over a scheduled version asks first, and confirming cancels the schedule", async () => {
    await send({ serviceFee: "99" }, later);
    const question = expect.stringMatching(/^Version 2 is scheduled for .* Publishing this one now calls that off\.$/);
    const change = { maxStay: "9 days" };
    expect(await editService(database, staff, id, change)).toMatchObject({ detail: { question } });
    expect(await editService(database, staff, id, change, true)).toMatchObject({ ok: true });
    await appears();
    await publishDue();
    expect(await fees()).toMatchObject({ fee: "2.00" });
  });

  test("[O-EDIT-14] a draft whose slug another service has taken by then is not published, and says why", async () => {
    await send({ slug: "test-later" }, later);
    await database.query("insert into visa_services (service_name, slug) values ('Test other', 'test-later')");
    await appears();
    await publishDue();
    expect(await storedValues(id)).toMatchObject({ slug: "test" });
    const why = "select not_published as why from content_versions where key = $1 order by number desc limit 1";
    expect(await database.query(why, [id])).toEqual([{ why: "Another service has this slug" }]);
  });

  test("[O-EDIT-11] a draft of a service without versions keeps changes made since the form was opened", async () => {
    await database.query("insert into visa_services (service_name, slug) values ('Test of SQL', 'test-sql')");
    const [row] = await database.query<{ id: string }>("select id from visa_services where slug = 'test-sql'");
    const serviceId = row?.id ?? "";
    const { values, base } = await openService(database, serviceId);
    await setServiceActive(staff, { serviceId, active: "no" });
    const form = { ...{ serviceId, base, was: values, anyway: true }, values: { ...values, maxStay: "9 days" } };
    expect(await saveService(staff, form)).toMatchObject({ ok: true });
    expect(await storedValues(serviceId)).toMatchObject({ isActive: "", maxStay: "9 days" });
    await database.query("update visa_services set max_stay = 'theirs' where id = $1", [serviceId]);
    const conflict = { conflict: { conflicts: [{ name: "maxStay" }] } };
    expect(await saveService(staff, { ...form, values: { ...values, maxStay: "8 days" } })).toMatchObject({
      detail: conflict,
    });
  });

  test("[O-EDIT-7] a past minute is refused at its field", async () => {
    const past = { ...later, day: "2020-01-01" };
    expect(await send({}, past)).toMatchObject({ reason: "invalid", detail: { at: "time" } });
  });

  test("[A-SVC-24] deleting a service deletes its scheduled draft, which can't bring it back", async () => {
    await send({ serviceFee: "99" }, later);
    expect(await deleteService(staff, { serviceId: id })).toMatchObject({ ok: true });
    await appears();
    await publishDue();
    expect(await storedValues(id)).toBeNull();
    expect((await recordOf(database, id)).length).toBe(2);
  });

  test("[K-DOCS-4] a draft keeps the sample of a new document until it is published, and the document's type from the first save", async () => {
    const stored = await storeSample(staff, pdfFile("sample.pdf"));
    const sample = stored.ok ? { id: stored.id, name: stored.name } : expect.fail(stored.message);
    const requirements = textOfRows(documentRows({ name: "Passport copy", sample }));
    expect(await send({ requirements })).toMatchObject({ ok: true });
    await nights.age("documents", "created_at", sample.id, "27 hours");
    await nights.run();
    const [draft] = await database.query<{ text: string }>(
      "select data ->> 'requirements' as text from content_versions where key = $1 order by number desc limit 1",
      [id],
    );
    expect(JSON.parse(draft?.text ?? "")).toMatchObject([{ key: "passport_copy", sample }]);
    expect(await send({ requirements: draft?.text ?? "" }, { intent: "publish" })).toMatchObject({ ok: true });
    const shown =
      "select 1 from documents d join document_requirements r on r.id = d.sample_of where r.visa_service_id = $1";
    expect(await database.query(shown, [id])).toHaveLength(1);
  });
});
