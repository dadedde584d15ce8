const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});

/** `$1,299`, `$1,299.50`: cents only where there are any. Takes the text that the database gives. */
export function usd(amount: string): string {
  return dollars.format(Number(amount));
}
