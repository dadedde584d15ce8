import { invalidCharactersMessage, isValidText, stripInvalidCharacters } from "~/core/text-input";
import type { Json } from "~/db/schema/content";
import { choiceField } from "../../fields/choice";
import { type ContentField, kept, lineField, refused, textField } from "../../fields/fields";
import { pictureField } from "../../fields/picture";

const search = "Search engines";
const social = "Shared links";
const machineGroup = "For machines";
/** The size that social networks recommend, in pixels. */
export const sharedSize = { width: 1200, height: 630 };

const isAddress = (rawInput: string): boolean =>
  /^\/(?![/\\])[^\s\\]*$/.test(rawInput) || (/^https:\/\/[^\s/\\]/i.test(rawInput) && URL.canParse(rawInput));
const address = (of: { name: string; label: string; help: string; group: string; instead: string }) =>
  lineField({
    ...{ ...of, max: 500, type: "A path on this site that starts with /, or an address that starts with https://" },
    fits: [isAddress, "Enter a path on this site, such as /services, or an address that starts with https://."],
  });

const directives =
  /^(all|none|(no)?index|(no)?follow|noarchive|nosnippet|noimageindex|notranslate|max-[a-z]+-?[a-z]*:-?\d+|max-image-preview:(none|standard|large))$/i;
const isRobots = (rawInput: string) => rawInput.split(",").every((directive) => directives.test(directive.trim()));

const frequencies = ["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"];
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const deepest = 20;

/** Why a JSON value can't be stored; null if it can. */
function unstorable(value: Json, level = 0): string | null {
  if (level > deepest) return `Use at most ${deepest} nested levels.`;
  if (typeof value === "string") return isValidText(value) ? null : invalidCharactersMessage("This text");
  if (typeof value !== "object" || value === null) return null;
  const parts: Json[] = Array.isArray(value) ? [...value] : Object.entries(value).flat();
  return parts.reduce<string | null>((wrong, part) => wrong ?? unstorable(part, level + 1), null);
}

const hasType = (block: unknown): boolean =>
  typeof block === "object" &&
  block !== null &&
  "@type" in block &&
  typeof block["@type"] === "string" &&
  block["@type"] !== "";

/** Parses JSON-LD: an object with `@type` or a list of them. The error names the position. */
function readStructured(rawInput: string) {
  if (rawInput.trim() === "") return kept(null);
  if (rawInput.length > 20_000) return refused("Write at most 20,000 characters.");
  let value: Json;
  try {
    value = JSON.parse(rawInput, (_, part) => (typeof part === "string" ? stripInvalidCharacters(part) : part));
  } catch (error) {
    return refused(`This is not JSON: ${error instanceof Error ? error.message : "it can’t be read"}`);
  }
  const wrong = unstorable(value);
  if (wrong !== null) return refused(wrong);
  const blocks: readonly unknown[] = Array.isArray(value) ? value : [value];
  return blocks.length > 0 && blocks.every(hasType)
    ? kept(value)
    : refused('Each block of structured data needs an “@type”, such as "@type": "WebPage".');
}

const structured: ContentField = {
  ...{ name: "structured_data", label: "Structured data", group: machineGroup, type: "JSON with an @type" },
  help: "Facts for search engines (schema.org), in addition to those the page creates itself.",
  instead: "only the page’s own",
  control: { as: "text", rows: 8 },
  read: ([rawInput = ""]) => readStructured(rawInput),
  typed: (value) => [value === null ? "" : JSON.stringify(value, null, 2)],
  format: (value) => (value === null ? "" : JSON.stringify(value)),
};

export const metadataFields: readonly ContentField[] = [
  lineField({
    ...{ name: "title", label: "Title", group: search, max: 200 },
    help: "Shown on the browser tab and as the heading of a search result.",
  }),
  textField({
    ...{ name: "description", label: "Description", group: search, max: 500, rows: 3 },
    help: "Below the title in search results.",
  }),
  lineField({ name: "keywords", label: "Keywords", group: search, max: 500, help: "", instead: "none" }),
  lineField({
    ...{ name: "og_title", label: "Social title", group: social, max: 200, help: "" },
    instead: "the title is shown",
  }),
  textField({
    ...{ name: "og_description", label: "Social description", group: social, max: 500, rows: 3, help: "" },
    instead: "the description is shown",
  }),
  choiceField({
    ...{ name: "og_type", label: "Type", group: social, help: "", none: "Website" },
    options: ["article", "product", "profile"].map((value) => ({ value, label: capital(value) })),
  }),
  pictureField({
    ...{ name: "picture", label: "Picture", group: social, smallest: sharedSize, described: false },
    ...{ help: "Shown where the page is shared.", instead: "the drawn picture of the page" },
  }),
  address({
    ...{ name: "og_image", label: "Address of a picture elsewhere", group: social },
    ...{ help: "Used instead of an uploaded picture. At least 1200 × 630 px.", instead: "none" },
  }),
  address({
    ...{ name: "canonical_url", label: "Canonical address", group: machineGroup, instead: "the page itself" },
    help: "The address search engines use for this page.",
  }),
  lineField({
    ...{ name: "robots", label: "Robots", group: machineGroup, max: 200, instead: "index, follow" },
    ...{
      help: "What search engines may do, such as “index, follow” or “noindex, follow”.",
      type: "Words separated by commas",
    },
    fits: [isRobots, "Use words that search engines know, such as index, follow or noindex, follow."],
  }),
  lineField({
    ...{ name: "priority", label: "Priority", group: machineGroup, max: 5, instead: "0.5", input: { numeric: true } },
    ...{ help: "Listed in the sitemap with our other pages.", type: "A number from 0 to 1" },
    fits: [(rawInput) => /^(0(\.\d)?|1(\.0)?)$/.test(rawInput), "Priority is a number from 0 to 1, such as 0.8."],
    keep: (rawInput) => Number(rawInput).toFixed(1),
  }),
  choiceField({
    ...{ name: "change_frequency", label: "How often it changes", group: machineGroup, help: "In the sitemap." },
    options: frequencies.map((value) => ({ value, label: capital(value) })),
    none: "Monthly (default)",
  }),
  structured,
];
