import { defaultSettings, fallbackLanguages } from "~/content/settings/default-settings";
import { readDegrees } from "~/content/settings/facts";
import { defaultCurrencyNote, defaultInvoiceDays, readPercent } from "~/content/settings/invoice-settings";
import {
  formatReminderDays,
  parseReminderDays,
  readReminderDays,
  reminderDaysMessage,
} from "~/content/settings/reminder-days";
import { isEmail, readEmail } from "~/core/email/email-address";
import { canonicalPhone, readPhone } from "~/core/phones/phones";
import { amountProblem, readAmount } from "~/core/prices/money";
import { readHost } from "~/core/prices/pay-link-host";
import { normalizeFigures } from "~/core/text-input";
import { isDay } from "~/core/time";
import type { Json } from "~/db/schema/content";
import { pictureHintsSetting } from "~/documents/hints/picture-hints.server";
import { checkboxField } from "../fields/checkbox";
import { choiceField } from "../fields/choice";
import { type ContentField, kept, lineField, linesField, refused, rowsField, textField } from "../fields/fields";
import type { Content, Problems } from "../kind";

type Key = keyof typeof defaultSettings;
type About = { name: string; label: string; help: string; group: string };

const instead = (name: Key) => `visitors see ${defaultSettings[name].replace("{brand}", defaultSettings.site_name)}`;
const own = (of: About & { name: Key }) => lineField({ ...of, instead: instead(of.name) });

function isAbroad(text: string): boolean {
  const { number = "" } = readPhone(text) ?? {};
  return number.startsWith("+") && /^\d{8,15}$/.test(number.replace(/\D/g, ""));
}
const phone = (of: About & { name: Key }, takesExtension = true) =>
  lineField({
    ...{ ...of, instead: instead(of.name), max: 30 },
    input: { type: "tel", takesExtension },
    clean: canonicalPhone,
    fits: [
      (text) => isAbroad(text) && (takesExtension || readPhone(text)?.extension === ""),
      `Enter a phone number with its country code${takesExtension ? "" : " and no extension"}, such as +1 242 555 0142.`,
    ],
  });

const email = (of: About, text: string) =>
  lineField({
    ...{ ...of, instead: text, max: 254 },
    input: { type: "email" },
    clean: (rawInput) => readEmail(rawInput) ?? rawInput,
    fits: [isEmail, "Enter an email address, such as hello@lucaya.example."],
  });

const degrees = (of: About, limit: number) =>
  lineField({
    ...{ ...of, max: 20, input: { numeric: true }, keep: Number },
    instead: "search engines get no coordinates",
    fits: [
      (text) => /^-?\d+(\.\d+)?$/.test(text) && readDegrees(text, limit) !== null,
      `${of.label} is a number from -${limit} to ${limit}.`,
    ],
  });

const isSecure = (text: string) => /^https:\/\/[^\s/]/.test(text) && URL.canParse(text);

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const cell = (value: Json | undefined): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

function twice(lines: readonly string[]): string | undefined {
  const lower = lines.map((line) => line.toLocaleLowerCase("en"));
  return lines.find((_, index) => lower.indexOf(lower[index] ?? "") !== index);
}

const threshold = (of: About, defaultText: string) =>
  rowsField<Record<string, Json>>({
    ...{
      ...of,
      type: "Amount in US dollars, and the source you checked",
      item: "Threshold",
      spare: 1,
      most: 1,
      max: 500,
    },
    instead: `visitors see ${defaultText}`,
    columns: [
      { label: "Amount" },
      { label: "Checked on", type: "date" },
      { label: "Official source", type: "url", wide: true },
    ],
    row([rawInput = "", checkedOn = "", source = ""]) {
      const read = readAmount(rawInput.trim().replace(/\+$/, ""));
      const amount = "cents" in read && read.cents % 100n === 0n ? Number(read.cents / 100n) : 0;
      if (amount <= 0 || amount > 1_000_000_000)
        return { ok: false, message: amountProblem("Amount", rawInput) ?? "Enter an amount such as 750,000." };
      if ((checkedOn !== "" || source !== "") && !(isDay(checkedOn) && isSecure(source)))
        return { ok: false, message: "Enter both the date and the https:// address where you checked it, or neither." };
      return { ok: true, row: { amount, ...(source === "" ? {} : { checkedOn, source }) } };
    },
    keep: ([row]) => kept(row ?? null),
    typedRows: (value) => (isObject(value) ? [[cell(value.amount), cell(value.checkedOn), cell(value.source)]] : []),
    format: (value) =>
      isObject(value)
        ? `$${Number(value.amount).toLocaleString("en-US")}${value.source ? `, checked ${cell(value.checkedOn)} at ${cell(value.source)}` : ""}`
        : "",
  });

const licences = rowsField<Record<string, Json>>({
  ...{ name: "licences", label: "Licenses", group: "Brand", type: "A table: authority, number, name" },
  help: "Our consultants’ registrations. Shown in the footer and to search engines.",
  ...{ instead: "no license is shown", item: "License", spare: 2, most: 20 },
  columns: [{ label: "Authority" }, { label: "Number" }, { label: "Name", wide: true }],
  row([authority = "", number = "", name = ""]) {
    return authority && number && name
      ? { ok: true, row: { authority, number, name } }
      : { ok: false, message: "fill in authority, number and name." };
  },
  keep: (rows) => kept(rows.length > 0 ? rows : null),
  typedRows: (value) =>
    Array.isArray(value)
      ? value.filter(isObject).map(({ authority, number, name }) => [cell(authority), cell(number), cell(name)])
      : [],
  format: (value) =>
    Array.isArray(value)
      ? value
          .filter(isObject)
          .map(({ authority, number, name }) => `${cell(name)}, ${cell(authority)} ${cell(number)}`)
          .join("; ")
      : "",
});

const contact: ContentField[] = [
  phone({
    name: "contact_phone",
    label: "Phone",
    help: "Shown in the header and footer, on the contact and privacy pages, in structured data and in every email.",
    group: "Contact",
  }),
  phone(
    {
      name: "whatsapp_phone",
      label: "WhatsApp",
      help: "The WhatsApp links of contact page and footer.",
      group: "Contact",
    },
    false,
  ),
  email(
    {
      name: "contact_email",
      label: "Email",
      help: "Shown in the header and footer, on the contact page, in structured data and in emails.",
      group: "Contact",
    },
    instead("contact_email"),
  ),
  email(
    {
      name: "apply_email",
      label: "Email for applications",
      help: "Shown on the pages about applying.",
      group: "Contact",
    },
    instead("apply_email"),
  ),
  email(
    {
      name: "admin_notification_email",
      label: "Email for notices to staff",
      help: "Receives notices of inquiries and submissions. Visitors never see it.",
      group: "Contact",
    },
    "notices go to the address emails are sent from",
  ),
  own({
    name: "contact_location",
    label: "Location",
    help: "City and country, in the footer where there is no address.",
    group: "Contact",
  }),
  own({
    name: "address_line1",
    label: "Address, line 1",
    help: "Street and number. Shown in the footer, on the contact page, in structured data and in emails.",
    group: "Contact",
  }),
  own({
    name: "address_line2",
    label: "Address, line 2",
    help: "City, island and country, with commas between.",
    group: "Contact",
  }),
  degrees(
    {
      name: "office_latitude",
      label: "Latitude",
      help: "Where search engines put the office on a map.",
      group: "Contact",
    },
    90,
  ),
  degrees(
    {
      name: "office_longitude",
      label: "Longitude",
      help: "Negative for places west of Greenwich.",
      group: "Contact",
    },
    180,
  ),
];

const languages = linesField({
  ...{
    name: "languages",
    label: "Languages",
    group: "Brand",
    type: "One language on each line",
    most: 12,
    max: 40,
  },
  help: "The languages that the site says we speak.",
  instead: `visitors see ${fallbackLanguages.join(", ")}`,
  check(lines) {
    if (lines.length === 0) return "Name at least one language.";
    const same = twice(lines);
    return same === undefined ? null : `${same} is on the list twice.`;
  },
});

const profiles = linesField({
  ...{
    name: "profiles",
    label: "Profiles on other sites",
    group: "Brand",
    type: "One address on each line, starting with https://",
    most: 20,
    max: 300,
    rows: 3,
  },
  help: "Our pages on other sites. Search engines see these.",
  instead: "search engines see none",
  check(lines) {
    const wrong = lines.find((line) => !isSecure(line));
    return wrong === undefined ? null : `Addresses must start with https://; ${wrong} doesn’t`;
  },
});

const brand: ContentField[] = [
  own({
    name: "site_name",
    label: "Brand name",
    help: "Shown in the header, footer, titles, structured data, manifest and emails.",
    group: "Brand",
  }),
  lineField({
    ...{ name: "copyright_line", label: "Copyright line", group: "Brand", instead: instead("copyright_line") },
    help: "At the foot of every page. {brand} stands for the brand name.",
  }),
  languages,
  lineField({
    ...{ name: "default_language", label: "Default language", group: "Brand", type: "", max: 40 },
    ...{ help: "The language selected by default.", instead: instead("default_language") },
  }),
  lineField({
    ...{ name: "approval_period", label: "Years of the approval rate", group: "Brand", max: 40 },
    ...{ help: "Shown after the approval rate, such as 2010–2025.", instead: "no years are named" },
  }),
  licences,
  profiles,
];

const money: ContentField[] = [
  threshold(
    {
      name: "thresholds.economic",
      label: "Economic permanent residence from",
      help: "The investment mentioned in texts about economic permanent residence.",
      group: "Thresholds and payment",
    },
    "$750,000+",
  ),
  threshold(
    {
      name: "thresholds.annual",
      label: "Annual residence from",
      help: "The investment mentioned in texts about annual residence.",
      group: "Thresholds and payment",
    },
    "$500,000+",
  ),
  textField({
    ...{ name: "payment_instructions", label: "How to pay", group: "Thresholds and payment", max: 4000, rows: 3 },
    ...{ help: "Shown to applicants with what they owe.", instead: "applicants are asked to call" },
  }),
  textField({
    ...{ name: "refund_terms", label: "Refunds", group: "Thresholds and payment", max: 4000, rows: 3 },
    ...{ help: "Shown to applicants below their fees.", instead: "refunds aren’t mentioned" },
  }),
];

const invoiceGroup = "Invoices";
const laterOnly = "Changes apply to later invoices.";

const invoicing: ContentField[] = [
  lineField({
    ...{ name: "legal_name", label: "Legal name", group: invoiceGroup },
    ...{ help: `Who invoices come from. ${laterOnly}`, instead: "invoices come from the brand name" },
  }),
  lineField({
    ...{ name: "tin", label: "TIN", group: invoiceGroup, max: 40 },
    ...{ help: "Your taxpayer identification number, shown on invoices.", instead: "invoices show no TIN" },
  }),
  checkboxField({
    ...{ name: "vat_registered", label: "We are registered for VAT", group: invoiceGroup },
    help: "Invoices are then titled VAT invoice and state the VAT that our fees contain. Ask your accountant first.",
  }),
  lineField({
    ...{ name: "vat_percent", label: "VAT in percent", group: invoiceGroup, max: 10, input: { numeric: true } },
    ...{ help: "Contained in our fees. Government fees have none.", instead: "invoices have no VAT" },
    clean: (rawInput) => readPercent(normalizeFigures(rawInput)) ?? rawInput,
    fits: [(text) => readPercent(text) !== undefined, "Enter a percentage such as 10."],
  }),
  lineField({
    ...{ name: "invoice_days", label: "Days to pay", group: invoiceGroup, max: 10, input: { numeric: true } },
    ...{ help: "A new invoice is due after this many days, from 0 to 365.", instead: `${defaultInvoiceDays}` },
    ...{ clean: (rawInput) => normalizeFigures(rawInput).trim(), keep: Number },
    fits: [(text) => /^\d{1,3}$/.test(text) && Number(text) <= 365, "Enter a whole number from 0 to 365."],
  }),
  textField({
    ...{ name: "invoice_note", label: "Note on invoices", group: invoiceGroup, max: 500, rows: 2 },
    ...{ help: "A new invoice begins with this note. Staff can change it.", instead: "the note is empty" },
  }),
  textField({
    ...{ name: "currency_note", label: "Note about the currency", group: invoiceGroup, max: 500, rows: 2 },
    ...{ help: "Shown below every invoice.", instead: `invoices say: ${defaultCurrencyNote}` },
  }),
  linesField({
    ...{ name: "pay_link_hosts", label: "Hosts of pay links", group: invoiceGroup, most: 20, max: 253, rows: 3 },
    type: "One host on each line, such as pay.example.com",
    help: "Staff can add links to payment pages at these hosts to an invoice. If you remove a host, its links disappear at once.",
    instead: "staff can’t add pay links",
    clean: readHost,
    check(lines) {
      const wrong = lines.find((line) => readHost(line) === undefined);
      if (wrong !== undefined) return `Enter a host such as pay.example.com; ${wrong} is none.`;
      const same = twice(lines);
      return same === undefined ? null : `${same} is on the list twice.`;
    },
  }),
];

/** VAT can't be stated without both. */
export const checkVat = ({ vat_registered: isRegistered, tin, vat_percent: percent }: Content): Problems =>
  isRegistered === true && !(tin && percent) ? { vat_registered: "Enter the TIN and the percentage first." } : {};

/** Without a row the default days apply; emptied, it is stored as no days. */
const reminderDays: ContentField = {
  ...{ name: "reminder_days", label: "Days before", group: "Reminders of key dates", type: "" },
  help: "How many days before a key date we email a reminder: up to six numbers from 1 to 365.",
  instead: "no reminders are sent",
  control: { as: "line" },
  read([rawInput = ""]) {
    const days = parseReminderDays(normalizeFigures(rawInput));
    return days ? kept(days) : refused(reminderDaysMessage);
  },
  typed: (value) => [formatReminderDays(readReminderDays(value))],
  format: (value) => formatReminderDays(readReminderDays(value)) || "No reminders",
};

/** Without a row they are on. */
const pictureHints: ContentField = {
  ...choiceField({
    ...{ name: pictureHintsSetting, label: "Hints about pictures", group: "Documents" },
    help: "Whether applicants are asked to look again at pictures that seem blurred, dark, small or cut off, and at photos that don’t fit their rule. Nothing is refused.",
    options: [
      { value: "on", label: "On" },
      { value: "off", label: "Off" },
    ],
  }),
  typed: (value) => [value === "off" ? "off" : "on"],
  format: (value) => (value === "off" ? "Off" : "On"),
};

export const settingFields: readonly ContentField[] = [
  ...contact,
  ...brand,
  ...money,
  ...invoicing,
  reminderDays,
  pictureHints,
];
