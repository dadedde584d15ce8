import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { tiersOf } from "~/catalogue/tiers.server";
import { db } from "~/db/client.server";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { deactivated, entry, recordOf, withoutChange } from "../../../../test/harness/desk/verbs";
import { draftOf, mailsOf } from "../../../../test/harness/in-process/draft";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { setTier } from "./set-tier.server";

const database = testDatabase();
let regular: StaffContext;
let service: string;
/** The tiers of the service, by name. */
let tiers: Map<string, string>;
let draft: { id: string; number: string; email: string };
beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  service = (await serviceOf(database, "schengen-visitor-visa")).id;
  tiers = new Map((await tiersOf(db, service)).map(({ name, id }) => [name, id]));
});
beforeEach(async () => {
  draft = await draftOf(database, { visa_service_id: service, total_amount_due: "173" });
});

const set = (name: string, more: object = {}, by = regular) =>
  setTier(by, { applicationId: draft.id, tier: tiers.get(name) ?? name, ...more });
const price = async () =>
  (
    await database.query(
      "select tier_name as tier, total_amount_due as due, government_fee, service_fee from visa_applications where id = $1",
      [draft.id],
    )
  )[0];
const adult = { tier: "Adult", due: "300.00", government_fee: "105.00", service_fee: "195.00" };

describe("[N-BEGIN-3] a tier set by staff", () => {
  test("a new tier is stored with its fees, recorded and mailed, and so is the next one", async () => {
    expect(await set("Adult", { seen: "" })).toEqual({ ok: true, mailed: true });
    expect(await price()).toEqual(adult);
    expect(await recordOf(database, draft.id)).toEqual([
      entry(regular, "application_tier_set", "application", {
        ...{ number: draft.number, from: "", to: "Adult", dueBefore: "173.00", due: "300.00" },
      }),
    ]);
    expect(await mailsOf(database, draft)).toEqual([`tier_changed to ${draft.email}`]);
    expect(await set("Child 6–11", { seen: "Adult" })).toEqual({ ok: true, mailed: true });
    const [mail] = await database.query<{ data: object }>(
      "select template_data as data from email_notifications where application_id = $1 order by created_at desc limit 1",
      [draft.id],
    );
    expect(mail?.data).toMatchObject({
      ...{ serviceName: "Schengen Visitor Visa (France)", tier: "Child 6–11", total: "$173" },
      ...{ earlierTier: "Adult", earlierTotal: "$300" },
    });
  });

  test("setting the same tier again, or twice at once, changes and mails nothing", async () => {
    const results = await Promise.all([set("Adult", { seen: "" }), set("Adult", { seen: "" })]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await withoutChange(database, () => set("Adult", { seen: "" }))).toStrictEqual({
      ok: true,
      mailed: undefined,
    });
    expect(await mailsOf(database, draft)).toHaveLength(1);
  });

  test("a tier of another service, a concurrent change and a withdrawn case are refused", async () => {
    const foreign = (await tiersOf(db, (await serviceOf(database, "uae-tourist-visa")).id))[0]?.id ?? "";
    expect(await withoutChange(database, () => set(foreign))).toMatchObject({ ok: false, reason: "invalid" });
    await set("Adult");
    const late = () => set("Child 6–11", { seen: "" });
    expect(await withoutChange(database, late)).toMatchObject({ ok: false, reason: "conflict" });
    await database.query("update visa_applications set status = 'withdrawn', submitted_at = now() where id = $1", [
      draft.id,
    ]);
    expect(await withoutChange(database, () => set("Child 6–11"))).toMatchObject({ ok: false, reason: "closed" });
    expect(await price()).toEqual(adult);
  });

  test("an admin who was deactivated is refused", async () => {
    const inactive = await deactivated(database);
    expect(await withoutChange(database, () => set("Adult", {}, inactive))).toMatchObject({ reason: "forbidden" });
  });

  test("without an email no mail is sent", async () => {
    await database.query("update visa_applications set user_email = '' where id = $1", [draft.id]);
    expect(await set("Adult")).toEqual({ ok: true, mailed: false });
    expect([await price(), await mailsOf(database, draft)]).toEqual([adult, []]);
  });
});
