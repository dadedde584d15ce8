import { type DateKind, dateLabels } from "~/documents/dates/date-rule";
import { type DateError, type DateParts, dateError, dateParts, dayIn } from "~/form-engine/typed/dates";
import { todayAround } from "~/form-engine/validate";

/** The three inputs of a file’s date, as typed; `name` is the prefix of their names. */
export function typedParts(form: FormData, name: string): DateParts {
  const [day = "", month = "", year = ""] = dateParts.map((part) => String(form.get(`${name}.${part}`) ?? "").trim());
  return { day, month, year };
}

/** What is wrong with a typed date; undefined if it is a date, or all of it is empty. */
export function fileDateError(
  kind: DateKind,
  parts: DateParts,
  { latest }: { latest: string } = todayAround(),
): DateError | undefined {
  const label = dateLabels[kind];
  const unread = dateError(label, parts);
  const day = dayIn(parts);
  if (unread || !day) return unread;
  if (kind === "issued" && day > latest) return { part: "day", message: `${label} can’t be in the future` };
  const year = Number(day.slice(0, 4));
  return year < 1950 || year > 2200 ? { part: "year", message: `${label}: please check the year` } : undefined;
}
