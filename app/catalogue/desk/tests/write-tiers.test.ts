import { expect, test } from "vitest";
import { db } from "~/db/client.server";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { writeTiers } from "../write-tiers.server";

const database = testDatabase();

test("[A-SVC-9] the public tiers are the service's own subtypes, in order", async () => {
  const [service, otherService] = await database.query<{ id: string }>(
    "select s.id from visa_services s join visa_pricing_tiers t on t.service_id = s.id group by s.id limit 2",
  );
  const tiersOf = (id = "") =>
    database.query(
      "select tier_name as name, description, total_price as price from visa_pricing_tiers where service_id = $1 order by display_order",
      [id],
    );
  const otherTiers = await tiersOf(otherService?.id);
  expect(otherTiers.length).toBeGreaterThan(0);
  const subtypes = [
    { name: "Single", govFee: 100, serviceFee: 50.5, total: 150.5, description: "One entry" },
    { name: "Multiple", govFee: 0, serviceFee: 0, total: 0, description: "" },
  ];
  await db.transaction((tx) => writeTiers(tx, service?.id ?? "", subtypes));
  expect(await tiersOf(service?.id)).toEqual([
    { name: "Single", description: "One entry", price: "150.50" },
    { name: "Multiple", description: "", price: "0.00" },
  ]);
  await db.transaction((tx) => writeTiers(tx, service?.id ?? "", []));
  expect([await tiersOf(service?.id), await tiersOf(otherService?.id)]).toEqual([[], otherTiers]);
});
