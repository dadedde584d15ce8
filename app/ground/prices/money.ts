const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});

/** `$1,299`, `$1,299.50`: cents only where there are any. Takes the text that the database gives. */
export function usd(amount: string): string {
  return dollars.format(Number(amount));
}

const dollarsAndCents = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
/** With its cents, also where these are none: `$299.00`. */
export const usdAndCents = (amount: string): string => dollarsAndCents.format(Number(amount));

/** A fee as it is typed, in dollars: `1,299.00` is 1299, and what is not a number counts as 0 (A-SVC-16). */
export function feeOf(text: string): number {
  const number = Number(plainNumber(text) ?? 0);
  return Number.isFinite(number) ? Math.round(number * 100) / 100 : 0;
}

/** A typed number without dollar sign and commas; undefined for what is none. */
function plainNumber(text: string): string | undefined {
  // A number that the database can hold is shorter, and one of a megabyte of digits costs seconds to read.
  if (text.length > 1_000) return undefined;
  const typed = text.trim().replace(/^(-?)\$\s*/, "$1");
  return /^-?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?$/.test(typed) ? typed.replaceAll(",", "") : undefined;
}

/** The most that the database holds in one fee. */
export const highestFee = 99_999_999.99;

/** An amount in whole cents: sums of such are exact. */
export type Cents = bigint;

/** What the database gives, such as `1299.50`, in cents. */
export function centsOf(stored: string): Cents {
  const [whole = "", part = ""] = stored.split(".");
  return BigInt(`${whole}${part.padEnd(2, "0")}`);
}

/** The same for the database. */
export const storedCents = (cents: Cents): string =>
  `${cents < 0n ? "-" : ""}${String(abs(cents))
    .padStart(3, "0")
    .replace(/(\d\d)$/, ".$1")}`;

const abs = (cents: Cents) => (cents < 0n ? -cents : cents);

/** `$1,299.00`, `−$1,299.00`: always with cents, as in accounts. */
export function exactUsd(cents: Cents): string {
  const [whole = "", part = ""] = storedCents(abs(cents)).split(".");
  return `${cents < 0n ? "−" : ""}$${BigInt(whole).toLocaleString("en-US")}.${part}`;
}

/** The most that the database holds in one amount. */
export const highestCents: Cents = 9_999_999_999n;

/** An amount above 0 as it is typed, read as fees are; undefined for any other, and for parts of a cent. */
export function typedCents(text: string): Cents | undefined {
  const [, whole = "", part = ""] = /^(\d*)(?:\.(\d{0,2}))?$/.exec(plainNumber(text) ?? "-") ?? ["", "", ""];
  const cents = BigInt(`${whole}${part.padEnd(2, "0")}`);
  return cents > 0n && cents <= highestCents ? cents : undefined;
}
