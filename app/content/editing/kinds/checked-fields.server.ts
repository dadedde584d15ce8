import { isDay } from "~/core/time";
import { checkboxField } from "../fields/checkbox";
import { lineField } from "../fields/fields";
import type { Content, Problems } from "../kind";
import { textIn } from "./rows.server";

/** Fields for when and where staff checked the government's fee, threshold or rule that a text names. */
export const checkedFields = [
  checkboxField({
    ...{ name: "names_rules", label: "This mentions a government fee, threshold or rule", group: "Checked" },
    help: "Visitors will then see when it was checked, or a note that rules change.",
  }),
  lineField({
    ...{
      name: "checked_on",
      label: "Checked on",
      group: "Checked",
      help: "Shown to visitors under the text.",
      input: { type: "date" },
    },
    fits: [isDay, "Enter a date, such as 2026-10-01."],
  }),
  lineField({
    ...{
      name: "official_source",
      label: "Official source",
      group: "Checked",
      help: "Linked under the text.",
      max: 500,
    },
    ...{ type: "Address that begins with https://", input: { type: "url" } },
    fits: [
      (rawInput) => /^https:\/\/[^\s/]/.test(rawInput) && URL.canParse(rawInput),
      "Enter an address that begins with https://.",
    ],
  }),
];

export const wholeCheck = ({ checked_on: day, official_source: source }: Content): Problems =>
  Boolean(day) === Boolean(source)
    ? {}
    : { [day ? "official_source" : "checked_on"]: "Enter both the date and the source, or neither." };

export const checkedColumns = (content: Content) => ({
  namesRules: content.names_rules === true,
  checkedOn: textIn(content.checked_on) || null,
  officialSource: textIn(content.official_source) || null,
});
