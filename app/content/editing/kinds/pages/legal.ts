import { privacyText } from "~/content/texts/privacy-policy";
import { type TextPart, termsText } from "~/content/texts/terms";
import { day } from "../../fields/blocks";
import type { ContentField } from "../../fields/fields";
import { group, heading, list, type PageTexts, paragraph, paragraphs } from "./parts";

const isSpare = ({ heading: of }: TextPart): boolean => of === "";

type Part = TextPart & { after?: readonly string[]; ask?: string };

/** The fields of one part; a spare part is shown once it has a heading. */
function partFields(name: string, path: string, part: Part): ContentField[] {
  const optional = isSpare(part) ? "optional" : undefined;
  return group(name, path, [
    ["heading", "Heading", heading, optional],
    ["paragraphs", "Text", paragraphs, optional],
    ...(part.list ? [["list", "List", list, "optional"] as const] : []),
    ...(part.after ? [["after", "Text below the list", paragraphs, "optional"] as const] : []),
    ...(part.ask ? [["ask", "Link to the page for requests", heading] as const] : []),
  ]);
}

const nameOf = (id: string, part: Part): string =>
  isSpare(part) ? `Further part ${id.split("-").at(-1)}` : part.heading;

const partsOf = (path: string, parts: Readonly<Record<string, Part>>): ContentField[] =>
  Object.entries(parts).flatMap(([id, part]) => partFields(nameOf(id, part), `${path}.${id}`, part));

const spareNotes = {
  "Further part 1": "It is shown at the end of the page once it has a heading.",
};

const { retention, cookies, terms, contact } = privacyText.sections;

export const privacyPage: PageTexts = {
  ...{ key: "privacy", title: "Privacy policy", path: "/privacy-policy", delivered: privacyText },
  fields: [
    ...group("Top of the page", "", [
      ["title", "Title", heading],
      ["lead", "Words below the title", paragraph],
      ["lastUpdated", "Last updated", day],
    ]),
    ...partsOf("sections", privacyText.sections),
  ],
  notes: {
    ...spareNotes,
    [retention?.heading ?? ""]:
      "A fixed section follows: what we keep and for how long, taken from the nightly cleanup.",
    [cookies?.heading ?? ""]:
      "A fixed section follows: everything the site stores in the browser, by its technical name.",
    [terms?.heading ?? ""]:
      "A fixed section. It shows the terms until they have a published page of their own; after that it shows this text with a link to that page.",
    [contact?.heading ?? ""]: "The name, address, phone and email from Site settings follow.",
  },
};

export const termsPage: PageTexts = {
  ...{ key: "terms", title: "Terms of service", path: "/terms", delivered: termsText },
  fields: [
    ...group("Top of the page", "", [
      ["title", "Title", heading],
      ["lead", "Words below the title", paragraph],
      ["intro", "First words", paragraphs],
    ]),
    ...partsOf("parts", termsText.parts),
  ],
  notes: spareNotes,
};
