import { expect, test } from "vitest";
import type { RequestContext } from "~/core/request-context";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { socialCard } from "./card.server";

const { query } = testDatabase();
const visit: RequestContext = {
  ...{ requestId: "", address: "10.0.0.7", browser: "", origin: "http://localhost", nonce: "", pattern: "" },
  ...{ failure: null, unread: null, cacheable: true, changed: false, preview: null },
};

type Service = { slug: string; name: string; time: string; gov: number; own: number; to: string; isFrom: boolean };
const stored = () =>
  query<Service>(
    `select s.slug, service_name as name, processing_time as time, coalesce(nullif(fee_recipient, ''), 'the government') as to,
       t.id is not null as "isFrom", coalesce(t.government_fee, s.government_fee)::float as gov,
       coalesce(t.service_fee, s.service_fee)::float as own
     from visa_services s left join lateral (select * from visa_pricing_tiers where service_id = s.id
       order by total_price, display_order limit 1) t on true where is_active`,
  );
const usd = (amount: number) =>
  `$${amount.toLocaleString("en-US", { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`;

async function expectFacts() {
  const services = await stored();
  expect(services.length).toBeGreaterThan(10);
  for (const { slug, name, time, gov, own, to, isFrom } of services) {
    const card = await socialCard(visit, `/visa/${slug}`);
    expect([card?.title, card?.price], slug).toEqual([name, `${isFrom ? "From " : ""}${usd(gov + own)}`]);
    const split = gov === 0 ? "you pay the government fee directly" : `${usd(own)} to us + ${usd(gov)} to ${to}`;
    expect(card?.facts[0]?.[0], slug).toContain(split);
    expect(card?.facts.at(-1), slug).toEqual([time]);
  }
}

test("[L-FACT-7, L-FACT-9] a service's picture has its price, what it includes, and its time", expectFacts);

test("[L-FACT-21] a service's picture has the new values after a change", async () => {
  await query(
    `update visa_services set government_fee = 6000.5, service_fee = 7000, fee_recipient = 'the harbor',
       processing_time = 'after 3 tides' where slug <> 'bahamian-evisa'`,
  );
  await query("update visa_pricing_tiers set government_fee = government_fee + 8000, service_fee = service_fee + 100");
  await expectFacts();
});

test("a country's picture has its name, and an unknown page has no picture", async () => {
  const card = await socialCard(visit, "/services/united-states");
  expect([card?.title, card?.eyebrow]).toEqual(["Visas for the United States", "Visa services"]);
  await query("update visa_services set is_active = false where slug = 'canadian-eta'");
  for (const path of ["/services/atlantis", "/visa/canadian-eta", "/blog/none", "/admin/users", "/visa/CANADIAN-ETA"])
    expect(await socialCard(visit, path), path).toBeUndefined();
});
