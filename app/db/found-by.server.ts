import { type AnyColumn, and, or, type SQL, sql } from "drizzle-orm";
import { longestSearch, searchParts } from "./folded";

/** A text folded as searches are; `searched` compares nothing else. */
export const foldedText = (text: SQL): SQL => sql`(folded(${text}))`;

/**
 * Whether a folded text with a trigram index contains all that was typed: words in any order, and phone numbers also by
 * their digits, which follow the text after a separator. `more` adds another way to match a word; `ofFew` is for few
 * rows, checked one by one without the index.
 */
export function searched(
  text: SQL | AnyColumn,
  query: string,
  { more = () => [], ofFew = false }: { more?: (word: string) => readonly string[]; ofFew?: boolean } = {},
): SQL | undefined {
  if (query.length > longestSearch) return sql`false`;
  return and(
    ...searchParts(query).map(({ words, digits }) =>
      or(
        and(
          ...words.map((word) =>
            or(matchesWord(text, word, ofFew), ...more(word).map((variant) => containsText(text, variant))),
          ),
        ),
        digits === null ? undefined : containsText(text, digits),
      ),
    ),
  );
}

/**
 * Whether a text contains a typed word. A number of up to three digits must start a number before the phone digits,
 * because nearly every phone contains it. In a long list the index on `few_digits` finds it; for single rows a regular
 * expression takes a thirtieth of the time.
 */
function matchesWord(text: SQL | AnyColumn, word: string, ofFew: boolean): SQL {
  if (!/^\d{1,3}$/.test(word)) return containsText(text, word);
  return ofFew
    ? sql`split_part(${text}, chr(31), 1) ~ ${`(^|[^0-9])${word}`}`
    : sql`few_digits(${text}) @> array[${word}]`;
}

/**
 * Whether a folded text contains a folded part. Common parts (an email's domain, `BV26`, +1 242) are compared but not
 * looked up in the index: each of their trigrams would list nearly all rows.
 */
export function containsText(text: SQL | AnyColumn, part: string): SQL {
  const rare = rareIn(part);
  const found = sql`${text} like ${`%${rare.replace(/[\\%_]/g, "\\$&")}%`}`;
  return rare === part ? found : sql`(${found} and position(${part} in ${text}) > 0)`;
}

/** Removes what most rows share, if the rest is long enough to be rare. */
export function rareIn(part: string): string {
  const [rare = ""] = part
    .replace(/^bv\d\d(?=[a-z0-9])|^(?:\+?1[ .]*)?\(?242\)?(?=[ .])|^\+?1?\(242\)(?=\d)|^242(?=\d{6,}$)/, "")
    .split(/(?<=@)/);
  return rare.length > 5 ? rare : part;
}

/** Matches ids by their first eight or more hexadecimal digits, with or without hyphens; undefined for other text. */
export function beginsWith(id: AnyColumn, rawInput: string): SQL | undefined {
  const digits = rawInput.replace(/[ -]/g, "");
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return undefined;
  return sql`${id} between ${asId(digits.padEnd(32, "0"))} and ${asId(digits.padEnd(32, "f"))}`;
}

const asId = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
