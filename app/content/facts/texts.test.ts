import { describe, expect, test } from "vitest";
import { readThresholds } from "~/content/settings/facts";
import { deliveredHours } from "~/content/settings/hours";
import { type Facts, namesFacts, type ServiceFacts, unknownFacts, withFacts } from "./texts";

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
const facts: Facts = {
  services: new Map([["uk-visitor-visa", uk]]),
  ...{ hours: deliveredHours, thresholds: readThresholds(undefined), approvalPeriod: "2010–2025" },
};

describe("[L-FACT-21] a stored text says the facts of now", () => {
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
  ])("%s is %s", (text, words) => {
    expect(withFacts(text, facts)).toBe(words);
    expect([namesFacts(text), unknownFacts(text, facts)]).toEqual([true, []]);
  });

  test("of its own service without a slug", () => {
    expect(withFacts("{price}, {split:/2 years}, {stay}", facts, uk)).toBe(
      "From $400, $230 to us + $640 to the UK government, 6 months",
    );
    expect(unknownFacts("{price}", facts)).toEqual(["{price}"]);
  });

  test("within a sentence it begins without a capital, at its beginning with one", () => {
    const eta = { ...uk, time: "Minutes to 3 days", stay: "90 days", validity: "Up to 5 years" };
    const text = "{validity}. Filed, {validity} ({time}): {time} or {stay}. {time}. Names such as USCIS {validity}";
    expect(withFacts(text, facts, eta)).toBe(
      "Up to 5 years. Filed, up to 5 years (minutes to 3 days): minutes to 3 days or 90 days. Minutes to 3 days. Names such as USCIS up to 5 years",
    );
  });

  test("a service keeps its name", () => {
    const named = { ...facts, services: new Map([["residence", { ...uk, name: "Permanent Residence" }]]) };
    expect(withFacts("see {service:residence}, Annual", named)).toBe("see Permanent Residence, Annual");
  });

  test("what nobody knows is named, and shown in words that promise nothing", () => {
    const text = "{price:no-such-visa} {time:uk-visitor-visa/2 years} {price:uk-visitor-visa/9 years} {validity}";
    expect(unknownFacts(text, facts, uk)).toHaveLength(4);
    expect(withFacts(text, facts, uk)).not.toMatch(/[{}]|null|undefined/);
  });

  test.each(["{}", "{Price}", "{ price }", "{price:UK}", "{name}", "a {b} c", "{price", "price}"])(
    "other braces stay: %s",
    (text) => {
      expect([withFacts(text, facts, uk), namesFacts(text)]).toEqual([text, false]);
    },
  );
});
