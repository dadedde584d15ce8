import { type Cents, centsOf } from "~/core/prices/money";

/**
 * The VAT contained in an amount at a rate such as `12.5`: `amount × rate ÷ (100 + rate)`, rounded half up to a cent.
 */
export function vatContainedIn(amount: Cents, percent: string): Cents {
  // Hundredths of a percent are read as cents are.
  const rate = centsOf(percent);
  const divisor = 100_00n + rate;
  return (2n * amount * rate + divisor) / (2n * divisor);
}
