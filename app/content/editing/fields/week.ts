import { type Span, spansOf, weekdays } from "~/content/settings/hours";
import { isClock } from "~/core/zones/wall-time";
import type { Json } from "~/db/schema/content";
import { type ContentField, kept, refused, rowsField } from "./fields";

const closesLater = "Closing time must be later than opening time.";
export const pairs = (spans: readonly Span[]): [string, string][] => spans.map(({ opens, closes }) => [opens, closes]);

export function spanOf(
  opens: string,
  closes: string,
): { ok: true; row: [string, string] } | { ok: false; message: string } {
  if (!isClock(opens) || !isClock(closes)) return { ok: false, message: "Enter both times, such as 09:00 and 17:00." };
  return closes > opens ? { ok: true, row: [opens, closes] } : { ok: false, message: closesLater };
}

export const spanWords = (value: Json): string =>
  pairs(spansOf(value) ?? [])
    .map((span) => span.join("–"))
    .join(", ") || "Closed";

type Week = { group: string; item: string /** What a day without a span means. */; none: string };

/** A field for each weekday: one or two spans, or none. */
export const weekFields = ({ group, item, none }: Week): ContentField[] =>
  weekdays.map((day) =>
    rowsField<[string, string]>({
      ...{ name: day.toLowerCase(), label: day, group, item, spare: 2, most: 2 },
      ...{ help: "", type: "", instead: none },
      columns: [
        { label: "Opens", type: "time" },
        { label: "Closes", type: "time" },
      ],
      row: ([opens = "", closes = ""]) => spanOf(opens, closes),
      keep(rows) {
        const inOrder = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
        return spansOf(inOrder) ? kept(inOrder) : refused("The second period must start after the first one ends.");
      },
      typedRows: (value) => pairs(spansOf(value) ?? []),
      format: spanWords,
    }),
  );
