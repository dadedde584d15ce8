import { or, type SQL } from "drizzle-orm";
import { folded } from "~/db/folded";
import { beginsWith, holds, searched } from "~/db/found-by.server";
import { visaApplications as t } from "~/db/schema/applications";

/**
 * Finds what staff type: parts of an email, of a name, of a phone or of a number (K-FIND-1 to -3), a number as people
 * write it (any case, spaces or none, O for 0, I or L for 1), and a reference, which is the beginning of an id.
 */
export function searchCondition(typed: string): SQL | undefined {
  const text = folded(typed).trim().replace(/\s+/g, " ");
  if (text === "") return undefined;
  const whole = numberForms(text).filter((form) => form !== text);
  const ofWord = (word: string) => (word === text || word.length < 6 ? [] : numberForms(word));
  return or(
    searched(t.searchText, text, ofWord),
    ...whole.map((form) => holds(t.searchText, form)),
    beginsWith(t.id, text),
  );
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
