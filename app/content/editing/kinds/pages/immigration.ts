import { immigrationText } from "~/content/texts/bahamas-immigration";
import { each, figure, group, heading, hero, list, type PageTexts, paragraph, paragraphs } from "./parts";

const { tiles, workPermits, permanentResidency } = immigrationText;

export const immigrationPage: PageTexts = {
  ...{ key: "immigration", title: "Bahamas immigration", path: "/bahamas-immigration", delivered: immigrationText },
  fields: [
    ...group("Top of the page", "", [
      ...hero,
      ["callToAction.label", "First button", heading],
      ["contact.button", "Second button", heading],
    ]),
    ...each("Tiles", "tiles", tiles.length, "Tile", [
      ["title", "heading", heading],
      ["text", "text", paragraph],
    ]),
    ...group("Work permits", "workPermits", [
      ["heading", "Heading", heading],
      ["whoNeeds.heading", "Who needs one: heading", heading],
      ["whoNeeds.paragraphs", "Who needs one: text", paragraphs],
      ["processingTime", "First figure", figure],
      ["validity", "Second figure", figure],
      ["types.heading", "Types: heading", heading],
    ]),
    ...each("Work permits", "workPermits.types.items", workPermits.types.items.length, "Type", [
      ["name", "heading", heading],
      ["text", "text", paragraph],
    ]),
    ...group("Work permits", "workPermits.documents", [
      ["heading", "Documents: heading", heading],
      ["items", "Documents: list", list],
    ]),
    ...group("Permanent residency", "permanentResidency", [
      ["heading", "Heading", heading],
      ["lead", "Text", paragraph],
    ]),
    ...each("Permanent residency", "permanentResidency.categories", permanentResidency.categories.length, "Category", [
      ["name", "heading", heading],
      ["text", "text", paragraph],
      ["thresholdLabel", "line below", heading],
    ]),
    ...group("Permanent residency", "permanentResidency.benefits", [
      ["heading", "Benefits: heading", heading],
      ["items", "Benefits: list", list],
      ["note", "Benefits: note below", paragraph, "optional"],
    ]),
    ...group("Prices", "contact", [
      ["heading", "Heading", heading],
      ["quote", "Smaller heading", heading],
      ["text", "Text", paragraph],
    ]),
  ],
  notes: { "Permanent residency": "The thresholds are edited in Site settings." },
};
