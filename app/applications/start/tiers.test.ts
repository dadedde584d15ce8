import { beforeAll, describe, expect, test } from "vitest";
import { writeTiers } from "~/catalogue/desk/write-tiers.server";
import { db } from "~/db/client.server";
import { newEmail } from "../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../test/harness/applicants/listed-steps";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { startData } from "./data.server";
import { startApplication } from "./start.server";
import { noService, noTiers } from "./tier-choice";

const database = testDatabase();
const slug = "schengen-visitor-visa";
let service: string;
beforeAll(async () => {
  service = (await serviceOf(database, slug)).id;
  await setTiers([adult, child]);
});

const adult = { name: "Adult", govFee: 105, serviceFee: 195.5, total: 300.5, description: "From the age of 12" };
const child = { name: "Child", govFee: 53, serviceFee: 120, total: 173, description: "" };

/** What staff save in the service's editor. */
async function setTiers(subtypes: (typeof adult)[]) {
  await database.query("update visa_services set visa_subtypes = $2 where id = $1", [
    service,
    JSON.stringify(subtypes),
  ]);
  await db.transaction((tx) => writeTiers(tx, service, subtypes));
}
const tiers = async (of = service) => (await startData(of)).service?.tiers ?? [];
const idOf = async (name: string) => (await tiers()).find((tier) => tier.name === name)?.id ?? "";

let visitors = 0;
function start(input: Record<string, string>) {
  const form = new FormData();
  const all = { email: newEmail(), terms: "yes", attempt: crypto.randomUUID(), service, ...input };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  return startApplication({ address: `10.2.${++visitors}.1`, browser: "", token: "a browser" }, form);
}
const columns = "visa_service_id as service, total_amount_due as due, tier_name as tier, government_fee, service_fee";
async function priceOf(input: Record<string, string>) {
  const started = await start(input);
  if (!started.ok) throw new Error(started.message);
  return (await database.query(`select ${columns} from visa_applications where id = $1`, [started.id]))[0];
}
const price = (due: string, tier: string | null, government_fee: string, service_fee: string) => ({
  ...{ service, due, tier, government_fee, service_fee },
});
const made = async () =>
  (
    await database.query(
      "select (select count(*)::int from visa_applications) as applications, (select count(*)::int from attempts) as attempts",
    )
  )[0];

describe("[N-BEGIN-1] a service named by slug or id", () => {
  test("slug and id give the same page and the same start", async () => {
    expect(await startData(slug)).toEqual(await startData(service));
    expect((await startData(slug)).service?.name).toBe("Schengen Visitor Visa (France)");
    expect(await priceOf({ service: slug })).toMatchObject({ service });
  });

  test("an unknown slug is not found, like an unknown id", async () => {
    for (const unknown of ["no-such-visa", crypto.randomUUID(), "Schengen Visitor Visa (France)", "a".repeat(300)]) {
      expect(await startData(unknown)).toMatchObject({ isUnknown: true, serviceId: null, service: null });
      expect(await priceOf({ service: unknown })).toMatchObject({ service: null, due: "0.00", tier: null });
    }
  });
});

describe("the price of a start", () => {
  test("[N-BEGIN-3] the price is the chosen tier's, stored with both fees and the tier's name", async () => {
    expect(await priceOf({ tier: await idOf("Adult") })).toEqual(price("300.50", "Adult", "105.00", "195.50"));
  });

  test.each(["", "not-sure"])(
    "[N-BEGIN-2, N-BEGIN-3] without a choice the price is the lowest tier's: %j",
    async (tier) => {
      expect(await priceOf({ tier })).toEqual(price("173.00", null, "53.00", "120.00"));
    },
  );

  test("[N-BEGIN-3] the price is the service's own without tiers, and empty without a service", async () => {
    const { id } = await serviceOf(database, "bahamian-evisa");
    await database.query("update visa_services set government_fee = 20, service_fee = 30 where id = $1", [id]);
    expect(await priceOf({ service: id })).toEqual({ ...price("50.00", null, "20.00", "30.00"), service: id });
    expect(await priceOf({ service: "" })).toEqual({ ...price("0.00", null, "0.00", "0.00"), service: null });
  });

  test("[N-BEGIN-3] the price and its name stay when staff change or delete the tier", async () => {
    const started = await start({ tier: await idOf("Adult") });
    if (!started.ok) throw new Error(started.message);
    await setTiers([{ ...child, total: 999, serviceFee: 946 }]);
    const [row] = await database.query(`select ${columns} from visa_applications where id = $1`, [started.id]);
    expect(row).toEqual(price("300.50", "Adult", "105.00", "195.50"));
    await setTiers([adult, child]);
  });

  test("[N-BEGIN-3] a tier of another service, or one whose price has changed, is refused and creates nothing", async () => {
    const foreign = (await tiers((await serviceOf(database, "uae-tourist-visa")).id))[0]?.id ?? "";
    const stale = await idOf("Adult");
    await setTiers([{ ...adult, serviceFee: 200, total: 305 }, child]);
    const before = await made();
    for (const tier of [foreign, stale, crypto.randomUUID(), "Adult", "'"])
      expect(await start({ tier })).toMatchObject({
        ok: false,
        reason: "invalid",
        message: "Please choose one of the prices on this page",
      });
    expect(await made()).toEqual(before);
  });

  test("[N-BEGIN-3] a chosen tier is refused with different messages if the service has no tiers now or is unavailable", async () => {
    const { id } = await serviceOf(database, "uae-tourist-visa");
    const tier = (await tiers(id))[0]?.id ?? "";
    const before = await made();
    await database.query("delete from visa_pricing_tiers where service_id = $1", [id]);
    expect(await start({ service: id, tier })).toMatchObject({ ok: false, message: noTiers });
    await database.query("update visa_services set is_active = false where id = $1", [id]);
    expect(await start({ service: id, tier })).toMatchObject({ ok: false, message: noService });
    expect(await made()).toEqual(before);
  });

  test("[L-FACT-4] a tier's total is the sum of its fees, and without a tier the fees are unknown", async () => {
    await setTiers([adult, child]);
    const change = async (set: string) => {
      await database.query(`update visa_pricing_tiers set ${set} where service_id = $1 and tier_name = 'Adult'`, [
        service,
      ]);
      return priceOf({ tier: await idOf("Adult") });
    };
    expect(await change("government_fee = 100, total_price = 7")).toEqual(price("295.50", "Adult", "100.00", "195.50"));
    expect(await change("total_price = 12")).toMatchObject({ due: "12.00", government_fee: null, service_fee: null });
    await setTiers([adult, child]);
  });

  test("[N-BEGIN-2] a page from before the service was saved can choose a tier that kept its name and price", async () => {
    await setTiers([adult, child]);
    const tier = await idOf("Adult");
    await setTiers([child, { ...adult, description: "In other words" }]);
    expect((await tiers()).map(({ name }) => name)).toEqual(["Child", "Adult"]);
    expect(await priceOf({ tier })).toMatchObject({ tier: "Adult", due: "300.50" });
  });
});
