import { type OfficeHours, readHolidays, readHours, weekdays } from "~/content/settings/hours";
import { type Holiday, publicHolidays } from "~/content/settings/public-holidays";
import { calendarLongDate, isDay, nassauDay } from "~/core/time";
import type { Json } from "~/db/schema/content";
import { kept, refused, rowsField } from "../fields/fields";
import { pairs, spanOf, spanWords, weekFields } from "../fields/week";
import { type Content, defineKind } from "../kind";
import { storedSettings, storeSettings } from "./stored-settings.server";

const stored = ({ date, name, spans = [] }: Holiday): Json => ({
  ...{ date, name },
  ...(spans.length > 0 ? { hours: pairs(spans) } : {}),
});

const holidays = rowsField<Holiday>({
  ...{ name: "holidays", label: "Holidays", group: "Holidays", item: "Holiday", spare: 3, most: 100 },
  type: "",
  help: "Leave the hours empty if the office is closed. If a year has no entries, the public holidays of the Bahamas apply.",
  instead: "the public holidays of the Bahamas apply",
  columns: [
    { label: "Date", type: "date" },
    { label: "Name", wide: true },
    { label: "Opens", type: "time" },
    { label: "Closes", type: "time" },
  ],
  row([date = "", name = "", opens = "", closes = ""]) {
    if (!isDay(date)) return { ok: false, message: "enter its date." };
    if (name === "") return { ok: false, message: "enter its name." };
    if (opens === "" && closes === "") return { ok: true, row: { date, name } };
    const span = spanOf(opens, closes);
    return span.ok ? { ok: true, row: { date, name, spans: [{ opens, closes }] } } : span;
  },
  keep(rows) {
    const inOrder = [...rows].sort((a, b) => (a.date < b.date ? -1 : 1));
    const twice = inOrder.find(({ date }, index) => inOrder[index - 1]?.date === date);
    if (twice) return refused(`There are two entries for ${calendarLongDate(twice.date)}.`);
    return kept(inOrder.length > 0 ? inOrder.map(stored) : null);
  },
  typedRows: (value) =>
    (readHolidays(value) ?? []).map(({ date, name, spans: [span] = [] }) => [
      ...[date, name, span?.opens ?? "", span?.closes ?? ""],
    ]),
  format: (value) =>
    (readHolidays(value) ?? [])
      .map(
        ({ date, name, spans = [] }) =>
          `${calendarLongDate(date)} ${name}${spans.length > 0 ? ` (${spanWords(pairs(spans))})` : ""}`,
      )
      .join("; "),
});

const days = weekFields({ group: "Hours of the week", item: "Opening hours", none: "the office is closed" });

/** Default: the country's public holidays for this year and the next. */
const ofCountry = (): Json => {
  const year = Number(nassauDay().slice(0, 4));
  const both = [...publicHolidays(year), ...publicHolidays(year + 1)];
  return both.sort((a, b) => (a.date < b.date ? -1 : 1)).map(stored);
};

function contentOf(hours: OfficeHours, holidays: Holiday[] | null): Content {
  const week = weekdays.map((day) => [day.toLowerCase(), pairs(hours[day])] as const);
  return {
    ...Object.fromEntries(week),
    holidays: holidays && holidays.length > 0 ? holidays.map(stored) : ofCountry(),
  };
}

const officeHours = (content: Content): Json =>
  Object.fromEntries(days.map(({ name }) => [name, content[name] ?? []] as const));

const rowsOf = (content: Content, changed: readonly string[]): Map<string, Json> =>
  new Map<string, Json>([
    ...(days.some(({ name }) => changed.includes(name)) ? [["office_hours", officeHours(content)] as const] : []),
    ...(changed.includes("holidays") ? [["holidays", content.holidays ?? null] as const] : []),
  ]);

export const hoursKind = defineKind({
  may: "super_admin",
  ...{ kind: "hours", title: "Office hours and holidays", only: "office" },
  about:
    "When the office is open. Used on the contact page, in texts that mention the hours, in search results, and to work out “within one business day”.",
  fields: [...days, holidays],
  notes: {
    "Hours of the week":
      "Nassau time. Give each day one period, two with a break between them, or none if the office is closed.",
  },
  async read(from) {
    const rows = await storedSettings(from, ["office_hours", "holidays"]);
    return contentOf(readHours(rows.get("office_hours")), readHolidays(rows.get("holidays")));
  },
  publish: (tx, _key, content, changed) => storeSettings(tx, rowsOf(content, changed)),
  previewed: (content) => rowsOf(content, ["holidays", ...days.map(({ name }) => name)]),
  pages: [{ path: "/contact", name: "Contact" }],
  see: [{ kind: "settings", label: "Site settings" }],
});
