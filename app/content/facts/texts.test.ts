import { describe, expect, test } from "vitest";
import { readThresholds } from "~/content/settings/facts";
import { defaultHours } from "~/content/settings/hours";
import { defaultFigures, formatLength, formatResponseTime } from "~/content/texts/figures";
import {
  deletedFacts,
  type Facts,
  mentionsFacts,
  placeholdersOf,
  replaceFacts,
  type ServiceFacts,
  unknownFacts,
} from "./texts";

const uk: ServiceFacts = {
  id: "1",
  name: "UK Visitor Visa",
  isActive: true,
  price: {
    ...{ total: "400.00", governmentFee: "170.00", serviceFee: "230.00", isFrom: true },
    ...{ feeRecipient: "the UK government", furtherFee: "" },
  },
  tiers: new Map([["2 years", { total: "870.00", governmentFee: "640.00", serviceFee: "230.00" }]]),
  ...{ time: "3 weeks", stay: "6 months", validity: null },
};
const contact = {
  ...{ site: "Lucaya Visa & Immigration", phone: "+1 242 555 0142", whatsapp: "+1 242 555 0143" },
  ...{ email: "hello@lucaya.example", "apply-email": "apply@lucaya.example", address: "12 Parliament Street, Nassau" },
};
const facts: Facts = {
  services: new Map([["uk-visitor-visa", uk]]),
  ...{ hours: defaultHours, thresholds: readThresholds(undefined), approvalPeriod: "2010–2025" },
  ...{ contact, figures: defaultFigures },
  gone: new Map([["uk-transit-visa", { ...uk, name: "UK Transit Visa", tiers: new Map() }]]),
};

describe("[L-FACT-21] placeholders in a stored text", () => {
  test.each([
    ["{price:uk-visitor-visa}", "From $400"],
    ["{split:uk-visitor-visa}", "$230 to us + $170 to the UK government"],
    ["{price:uk-visitor-visa/2 years}: {government-fee:uk-visitor-visa/2 years}", "$870: $640"],
    ["{service-fee:uk-visitor-visa} within {time:uk-visitor-visa}", "$230 within 3 weeks"],
    ["as {service:uk-visitor-visa}", "as UK Visitor Visa"],
    [
      "{hours}",
      "open Monday–Friday 9 am–5 pm and Saturday 10 am–3 pm, Nassau time (EST, in summer EDT), and closed on Sunday",
    ],
    ["{threshold:economic} or {threshold:annual}", "$750,000+ or $500,000+"],
    ["filed{approval-period}", "filed, 2010–2025"],
    ["{figure:experience} years, {figure:approval}", "15+ years, 99%"],
    [
      "The first {consultation} are free, an answer within {response}",
      "The first 30 minutes are free, an answer within one business day",
    ],
    [
      "{site}: {phone} or {email}, {address}",
      "Lucaya Visa & Immigration: +1 242 555 0142 or hello@lucaya.example, 12 Parliament Street, Nassau",
    ],
    ["kept for {period:application}", "kept for 7 years"],
  ])("%s is interpolated as %s", (text, sentence) => {
    expect(replaceFacts(text, facts)).toBe(sentence);
    expect([mentionsFacts(text), unknownFacts(text, facts)]).toEqual([true, []]);
  });

  test.each([
    ["24-hour", "one business day"],
    ["48-hour", "two business days"],
    ["4-hour", "4 business hours"],
    ["soon", "soon"],
  ])("[O-FACT-3] a response time of %s is promised as %s", (value, text) => {
    expect([formatResponseTime(value), formatLength("1-hour")]).toEqual([text, "1 hour"]);
  });

  test("[O-FACT-4] a deleted value keeps its last text and is listed", () => {
    const text = "{price:uk-transit-visa}, {time:uk-transit-visa} and {price:uk-visitor-visa}";
    expect(replaceFacts(text, facts)).toBe("From $400, 3 weeks and from $400");
    expect(deletedFacts(text, facts)).toEqual([
      "The price of “UK Transit Visa” is gone.",
      "The processing time of “UK Transit Visa” is gone.",
    ]);
    expect(unknownFacts(text, facts)).toHaveLength(2);
  });

  test("[O-FACT-1] every fact is listed with its current value, and each listed one can be used", () => {
    const placeholders = placeholdersOf(facts).flatMap(({ chips }) => chips);
    expect(placeholders).toEqual(
      expect.arrayContaining([
        { chip: "{price:uk-visitor-visa/2 years}", now: "$870" },
        { chip: "{figure:clients}", now: "5000+" },
        { chip: "{phone}", now: "+1 242 555 0142" },
        { chip: "{threshold:annual}", now: "$500,000+" },
      ]),
    );
    for (const { chip, now } of placeholders)
      expect([unknownFacts(chip, facts), replaceFacts(chip, facts)]).toEqual([[], now]);
    expect(placeholders.map(({ chip }) => chip)).not.toContain("{validity:uk-visitor-visa}");
  });

  test("a service's own placeholders need no slug", () => {
    expect(replaceFacts("{price}, {split:/2 years}, {stay}", facts, uk)).toBe(
      "From $400, $230 to us + $640 to the UK government, 6 months",
    );
    expect(unknownFacts("{price}", facts)).toEqual(["{price}"]);
  });

  test("a value has a lower-case initial within a sentence and a capital at its beginning", () => {
    const eta = { ...uk, time: "Minutes to 3 days", stay: "90 days", validity: "Up to 5 years" };
    const text = "{validity}. Filed, {validity} ({time}): {time} or {stay}. {time}. Names such as USCIS {validity}";
    expect(replaceFacts(text, facts, eta)).toBe(
      "Up to 5 years. Filed, up to 5 years (minutes to 3 days): minutes to 3 days or 90 days. Minutes to 3 days. Names such as USCIS up to 5 years",
    );
  });

  test("the name of a service is not changed", () => {
    const named = { ...facts, services: new Map([["residence", { ...uk, name: "Permanent Residence" }]]) };
    expect(replaceFacts("see {service:residence}, Annual", named)).toBe("see Permanent Residence, Annual");
  });

  test("an unknown placeholder is listed and replaced by a text that promises nothing", () => {
    const text = "{price:no-such-visa} {time:uk-visitor-visa/2 years} {price:uk-visitor-visa/9 years} {validity}";
    expect(unknownFacts(text, facts, uk)).toHaveLength(4);
    expect(replaceFacts(text, facts, uk)).not.toMatch(/[{}]|null|undefined/);
  });

  test.each(["{}", "{Price}", "{ price }", "{price:UK}", "{name}", "a {b} c", "{price", "price}"])(
    "other braces stay unchanged: %s",
    (text) => {
      expect([replaceFacts(text, facts, uk), mentionsFacts(text)]).toEqual([text, false]);
    },
  );
});
