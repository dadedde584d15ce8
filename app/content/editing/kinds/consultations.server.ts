import {
  bufferOptions,
  type ConsultationSettings,
  consultationLimits,
  defaultConsultationSettings,
  readConsultationSettings,
} from "~/content/settings/consultation-settings";
import { normalizeFigures } from "~/core/text-input";
import type { Json } from "~/db/schema/content";
import { checkboxField } from "../fields/checkbox";
import { choiceField } from "../fields/choice";
import { type ContentField, lineField } from "../fields/fields";
import { type Content, defineKind } from "../kind";
import { storedSettings, storeSettings } from "./stored-settings.server";

type Amount = keyof typeof consultationLimits;
type Named = { name: Amount; label: string; help: string; group: string };

/** A whole number within the limits of its setting. */
function amountField(named: Named): ContentField {
  const [least, most] = consultationLimits[named.name];
  return lineField({
    ...named,
    ...{ max: 20, input: { numeric: true }, clean: (rawInput) => normalizeFigures(rawInput).trim(), keep: Number },
    instead: `${defaultConsultationSettings[named.name]}`,
    fits: [
      (text) => /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `Enter a whole number from ${least} to ${most}.`,
    ],
  });
}

const times = "Times that visitors can book";
const changes = "Changes by visitors";

const minutes = (value: number) => (value === 0 ? "No break" : `${value} minutes`);

const fields: readonly ContentField[] = [
  checkboxField({
    ...{ name: "isOpen", label: "Visitors can book online", group: times },
    help: "If this isn’t checked, the site’s links lead to the contact page, and nobody can book online.",
  }),
  amountField({
    ...{ name: "leadHours", label: "Hours of notice", group: times },
    help: "How many hours ahead a time must be booked, from 1 to 168.",
  }),
  amountField({
    ...{ name: "windowDays", label: "Days ahead", group: times },
    help: "How many days ahead visitors see times, from 1 to 90.",
  }),
  choiceField({
    ...{ name: "bufferMinutes", label: "Break after each consultation", group: times },
    help: "Nobody can book this time with the same person.",
    options: bufferOptions.map((value) => ({ value: `${value}`, label: minutes(value) })),
  }),
  amountField({
    ...{ name: "dailyMaximum", label: "Most consultations a day", group: times },
    help: "For each person, from 1 to 20.",
  }),
  amountField({
    ...{ name: "changeHours", label: "Hours until the last change", group: changes },
    help: "Visitors can move or cancel until this many hours before, from 0 to 72. After that they are asked to call.",
  }),
];

/** Options are texts in the editor and numbers in the setting. */
function contentOf({ bufferMinutes, ...settings }: ConsultationSettings): Content {
  return { ...settings, bufferMinutes: `${bufferMinutes}` };
}

function storedOf({ bufferMinutes, ...content }: Content): Map<string, Json> {
  const filled = Object.entries(content).filter(([, value]) => value !== null);
  return new Map([["consultations", { ...Object.fromEntries(filled), bufferMinutes: Number(bufferMinutes) }]]);
}

export const consultationsKind = defineKind({
  may: "super_admin",
  ...{ kind: "consultations", title: "Consultations", only: "booking", fields },
  about:
    "When visitors can book a free consultation. Times also depend on the office hours and on each person’s consultation hours.",
  notes: {
    [times]:
      "Changes apply to new bookings. The length of a consultation is the figure on the home page. Everyone sets their own consultation hours under Your account.",
  },
  read: async (from) =>
    contentOf(readConsultationSettings((await storedSettings(from, ["consultations"])).get("consultations"))),
  publish: (tx, _key, content) => storeSettings(tx, storedOf(content)),
  previewed: storedOf,
  pages: [{ path: "/consultation", name: "Book a consultation" }],
  see: [{ kind: "hours", label: "Office hours and holidays" }],
});
