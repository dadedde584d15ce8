import { describe, expect, test } from "vitest";
import { describePrice, formatFees, type Price, priceOf } from "./price";

const price = (change: Partial<Price> = {}): Price => ({
  ...{ total: "385.00", governmentFee: "185.00", serviceFee: "200.00", isFrom: false },
  ...{ feeRecipient: "the embassy", furtherFee: "", ...change },
});

describe("the text of a price", () => {
  test("[L-FACT-1] the text says what the price includes", () => {
    expect(describePrice(price())).toEqual({
      amount: "$385",
      split: "$200 to us + $185 to the embassy",
      further: "",
    });
  });

  test("[L-FACT-2] the text names the government unless staff name another recipient", () => {
    expect(describePrice(price({ feeRecipient: " " })).split).toBe("$200 to us + $185 to the government");
    expect(describePrice(price({ feeRecipient: "IRCC" })).split).toBe("$200 to us + $185 to IRCC");
  });

  test("[L-FACT-3] the lowest of several prices begins with From", () => {
    const service = { totalPrice: "1099.00", governmentFee: "200.00", serviceFee: "899.00" };
    const texts = { feeRecipient: "", furtherFee: "" };
    const lowest = { total: "599.00", governmentFee: "200.00", serviceFee: "399.00" };
    expect(describePrice(priceOf({ ...service, ...texts }, lowest))).toMatchObject({
      amount: "From $599",
      split: "$399 to us + $200 to the government",
    });
    expect(describePrice(priceOf({ ...service, ...texts }, undefined)).amount).toBe("$1,099");
  });

  test("[L-FACT-5] the text says that the government fee is not included", () => {
    const words = describePrice(price({ total: "299.00", governmentFee: "0.00", serviceFee: "299.00" }));
    expect(words).toMatchObject({ amount: "$299", split: "$299 to us; you pay the government fee directly" });
  });

  test("[L-FACT-6] the text names a fee that is due later", () => {
    const later = price({ furtherFee: "plus the annual permit fee on approval" });
    expect(describePrice(later).further).toBe("plus the annual permit fee on approval");
    expect(formatFees(later)).toBe("$200 to us + $185 to the embassy, plus the annual permit fee on approval");
  });

  test("[L-FACT-4] the text has no split when the fees are unknown", () => {
    expect(describePrice(price({ governmentFee: null, serviceFee: null })).split).toBe(
      "we confirm both fees before you pay",
    );
  });
});
