import { expect, test } from "vitest";
import { chargesOf } from "~/cases/fees/price-charges";
import { evisaText } from "~/content/texts/bahamian-evisa";
import { termsText } from "~/content/texts/terms";
import { db } from "~/db/client.server";
import { starterFaqs } from "~/db/seed/starter/faqs";
import { starterPageMetadata } from "~/db/seed/starter/page-metadata";
import { bahamasServices } from "~/db/seed/starter/services.bahamas";
import { canadaServices } from "~/db/seed/starter/services.canada";
import { otherServices } from "~/db/seed/starter/services.other";
import { ukServices } from "~/db/seed/starter/services.uk";
import { usServices } from "~/db/seed/starter/services.us";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { loadSamplePeople } from "./load-sample.server";

const database = testDatabase();
const services = [...bahamasServices, ...usServices, ...canadaServices, ...ukServices, ...otherServices];

/** Sentences in which the reader pays an authority; staff's words for a later fee that no price contains are left out. */
const asksToPay = (content: unknown): string[] =>
  [
    ...JSON.stringify(content).matchAll(
      /[^."]*\b(?:you (?:then |must |also )*pay|you [^."]*and pay|paid (?:by you )?directly|if you (?:do not|don’t) pay)\b[^."]*/gi,
    ),
  ]
    .map(([sentence]) => sentence.trim())
    .filter((sentence) => /fee|embassy|consulate|government|directly|yourself|within/i.test(sentence))
    .filter((sentence) => !/before you pay|you pay it to us|what you pay us/i.test(sentence));

test.each(services.map((service) => [service.slug, service] as const))(
  "[S-LOOK-12] the texts of %s say who is paid as its ledger does",
  (_, service) => {
    const { governmentFee, serviceFee, furtherFee } = service;
    const total = (Number(governmentFee) + Number(serviceFee)).toFixed(2);
    const isDirect = chargesOf({ total, governmentFee, serviceFee }).some(({ payee }) => payee === "directly");
    const asked = asksToPay(service);
    if (isDirect) expect(asked.length).toBeGreaterThan(0);
    else expect(asked.filter((sentence) => !(furtherFee && /annual|certificate/.test(sentence)))).toEqual([]);
  },
);

test("[S-LOOK-12] the pages of all services ask to pay a government fee only where they name what no price contains", () => {
  const named = /a government fee that you pay directly/;
  expect(asksToPay([termsText, starterFaqs]).filter((sentence) => !named.test(sentence))).toEqual([]);
  const direct = services.filter(({ governmentFee }) => Number(governmentFee) === 0).map(({ slug }) => slug);
  expect(direct).toEqual(["bahamian-evisa"]);
  expect(asksToPay(evisaText).length).toBeGreaterThan(0);
  for (const sentence of asksToPay(starterPageMetadata)) expect(sentence).toContain("{service-fee:bahamian-evisa}");
});

test("[S-LOOK-12] sample applications have the public prices of their services", async () => {
  await db.transaction(loadSamplePeople);
  // Of what was paid back nothing is due.
  const odd = await database.query(
    `select a.application_number, s.slug, a.tier_name, a.total_amount_due, a.government_fee, a.service_fee
     from visa_applications a join visa_services s on s.id = a.visa_service_id
     where a.is_sample and not exists (
       select from visa_pricing_tiers t where t.service_id = s.id and t.tier_name = a.tier_name
         and (t.total_price = a.total_amount_due or a.payment_status = 'refunded') and t.government_fee = a.government_fee and t.service_fee = a.service_fee
     ) and not (
       a.tier_name is null and (s.total_price = a.total_amount_due or a.payment_status = 'refunded') and s.government_fee = a.government_fee
       and s.service_fee = a.service_fee and not exists (select from visa_pricing_tiers t where t.service_id = s.id)
     )`,
  );
  expect(odd).toEqual([]);
  const [counted] = await database.query("select count(*)::int as n from visa_applications where is_sample");
  expect(counted).toEqual({ n: 90 });
});
