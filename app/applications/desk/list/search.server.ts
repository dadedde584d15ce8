import { and, or, type SQL, sql } from "drizzle-orm";
import { beginsWith, holds } from "~/db/found-by.server";
import { visaApplications as t } from "~/db/schema/applications";

/** The same expression as in the index `visa_applications_found_by`, or PostgreSQL does not use it. */
const haystack = sql`(lower(${t.applicationNumber} || ' ' || ${t.userEmail} || ' ' || regexp_replace(normalize(${t.applicantName}, NFD), '[\\u0300-\\u036f]', '', 'g')))`;

/**
 * Finds what staff type: parts of an email, of a name (in any order, with accents or without) or of a number, a number
 * as people write it (any case, spaces or none, O for 0, I or L for 1), and a reference, which is the beginning of an
 * id.
 */
export function searchCondition(typed: string): SQL | undefined {
  const text = typed
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase();
  if (text === "") return undefined;
  const words = text.split(" ").map((word) => holds(haystack, word));
  const forms = numberForms(text).filter((form) => form !== text);
  return or(and(...words), ...forms.map((form) => holds(haystack, form)), beginsWith(t.id, text));
}

/** The positions in a number, `BV26K7QM4TXA`, before which a hyphen is written. */
const hyphens = [4, 8];
const numberLength = 12;

/** The ways in which a typed part can stand in a stored number, with hyphens for every place where it may begin. */
function numberForms(text: string): string[] {
  if (!/^[a-z0-9 -]+$/.test(text) || !/\d/.test(text)) return [];
  const plain = text.replace(/[ -]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  if (plain.length < 3 || plain.length > numberLength) return [];
  const starts = plain.startsWith("bv") ? 1 : numberLength - plain.length + 1;
  const forms = Array.from({ length: starts }, (_, start) => {
    const inside = hyphens.map((place) => place - start).filter((place) => place > 0 && place < plain.length);
    return [0, ...inside].map((from, part) => plain.slice(from, inside[part] ?? plain.length)).join("-");
  });
  return [...new Set(forms)];
}
