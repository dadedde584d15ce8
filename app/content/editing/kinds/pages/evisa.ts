import { evisaText } from "~/content/texts/bahamian-evisa";
import { each, figure, foot, group, heading, hero, list, type PageTexts, paragraph, paragraphs } from "./parts";

export const evisaPage: PageTexts = {
  ...{ key: "evisa", title: "Bahamian e-visa", path: "/bahamian-evisa", delivered: evisaText },
  fields: [
    ...group("Top of the page", "", hero),
    ...group(
      "At a glance",
      "facts",
      evisaText.facts.map((_, index) => [String(index), `Figure ${index + 1}`, figure] as const),
    ),
    ...group("What it is", "whatItIs", [
      ["heading", "Heading", heading],
      ["paragraphs", "Text", paragraphs],
    ]),
    ...group("Who needs it", "whoNeedsIt", [
      ["heading", "Heading", heading],
      ["paragraphs", "Text", paragraphs],
      ["list", "List", list, "optional"],
      ["note", "Note below", paragraph, "optional"],
    ]),
    ...group("Documents", "documents", [
      ["heading", "Heading", heading],
      ["lead", "Text", paragraph, "optional"],
    ]),
    ...group("How it works", "process", [["heading", "Heading", heading]]),
    ...each("How it works", "process.steps", evisaText.process.steps.length, "Step", [
      ["title", "heading", heading],
      ["text", "text", paragraph],
    ]),
    ...group("What is included", "included", [
      ["heading", "Heading", heading],
      ["lead", "Text", paragraph],
      ["items", "List", list],
    ]),
    ...group("At the foot", "", foot),
  ],
  notes: { Documents: "The documents themselves are edited in the service." },
};
