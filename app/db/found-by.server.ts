import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * Whether a text contains a typed part; both in lower case, with a trigram index on exactly this text. Common parts
 * (the domain of an email, `BV26` before a number, +1 242 before a phone) are compared but not looked up in the index:
 * each of their trigrams would list nearly all rows.
 */
export function holds(text: SQL, part: string): SQL {
  const rare = rareIn(part);
  const found = sql`${text} like ${`%${rare.replace(/[\\%_]/g, "\\$&")}%`}`;
  return rare === part ? found : sql`(${found} and position(${part} in ${text}) > 0)`;
}

/** The typed part without what most rows share, if the rest is long enough to be rare; else all of it. */
export function rareIn(part: string): string {
  const [rare = ""] = part.replace(/^bv\d\d(?=-)|^(?:\+?1[ .-]*)?\(?242\)?(?=[ .-])/, "").split(/(?<=@)/);
  return rare.length > 5 ? rare : part;
}

/** Matches ids by their beginning: eight hexadecimal digits or more, with or without hyphens; else undefined. */
export function beginsWith(id: AnyColumn, typed: string): SQL | undefined {
  const digits = typed.replace(/[ -]/g, "");
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return undefined;
  return sql`${id} between ${asId(digits.padEnd(32, "0"))} and ${asId(digits.padEnd(32, "f"))}`;
}

const asId = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
