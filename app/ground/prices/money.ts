const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});

/** `$1,299`, `$1,299.50`: cents only where there are any. Takes the text that the database gives. */
export function usd(amount: string): string {
  return dollars.format(Number(amount));
}

/** A fee as it is typed, in dollars: `1,299.00` is 1299, and what is not a number counts as 0 (A-SVC-16). */
export function feeOf(text: string): number {
  const typed = text.trim().replace(/^(-?)\$\s*/, "$1");
  if (!/^-?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?$/.test(typed)) return 0;
  const number = Number(typed.replaceAll(",", ""));
  return Number.isFinite(number) ? Math.round(number * 100) / 100 : 0;
}

/** The most that the database holds in one fee. */
export const highestFee = 99_999_999.99;
