import { aboutText } from "~/content/texts/about";
import { each, foot, group, heading, hero, type PageTexts, paragraph } from "./parts";

export const aboutPage: PageTexts = {
  ...{ key: "about", title: "About", path: "/about", delivered: aboutText },
  fields: [
    ...group("Top of the page", "", hero),
    ...each("What you stand for", "values", aboutText.values.length, "Card", [
      ["title", "heading", heading],
      ["text", "text", paragraph],
    ]),
    ...group("The founder", "founder", [["heading", "Line above the name", heading]]),
    ...group("The team", "team", [
      ["heading", "Heading", heading],
      ["lead", "Text", paragraph],
    ]),
    ...group("Reviews", "reviews", [
      ["heading", "Heading", heading],
      ["lead", "Text", paragraph, "optional"],
    ]),
    ...group("At the foot", "", foot),
  ],
  notes: { "The founder": "Name, role and text are edited under Team." },
};
