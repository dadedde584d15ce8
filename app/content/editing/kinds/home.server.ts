import { mentionsFacts } from "~/content/facts/texts";
import { defaultFigures, type FigureName, figureNames, isLength } from "~/content/texts/figures";
import { homeText } from "~/content/texts/home";
import { heading, paragraph, threeParts } from "../fields/blocks";
import { type ContentField, kept, refused, rowsField } from "../fields/fields";
import { defineKind } from "../kind";
import { contentOf, readPublished, storePublished } from "./published.server";

const top = "Top of the page";
const hero: ContentField[] = [
  heading({ name: "hero.eyebrow", label: "Line above the title", group: top }),
  heading({ name: "hero.title", label: "Title", group: top }),
  heading({ name: "hero.accent", label: "Title, second line", group: top, help: "In gold and italics." }),
  paragraph({ name: "hero.lead", label: "Words below the title", group: top }),
];

const lengthMessages: Partial<Record<FigureName, string>> = {
  consultation: "Write it as 30-minute or 1-hour: sentences say it as 30 minutes or 1 hour.",
  response: "Write it as 24-hour or 48-hour: sentences say it as one or two business days.",
};
const figureLabels: Record<FigureName, string> = {
  ...{ experience: "Experience", approval: "Approval rate", clients: "Clients", countries: "Countries" },
  ...{ processing: "Average processing", consultation: "Free consultation", response: "Time of response" },
};

const figureField = (name: FigureName): ContentField => {
  const base = { name: `figures.${name}`, label: figureLabels[name], group: "Figures", needed: true };
  const help = `Use it in texts as {figure:${name}}.`;
  const lengthMessage = lengthMessages[name];
  const field = threeParts(
    { ...base, help },
    "",
    ["value", "label", "of"],
    ["Figure", "Words", "Longer description, shown where there’s room"],
    ({ value = "" }) => {
      if (value.length > 20) return "A figure has at most 20 characters.";
      if (mentionsFacts(value)) return "Enter the figure itself: texts refer to it.";
      return lengthMessage === undefined || isLength(value) ? null : lengthMessage;
    },
  );
  return { ...field, read: (rawInputs) => refuseEmpty(field.read(rawInputs)) };
};

type Result = ReturnType<ContentField["read"]>;
const refuseEmpty = (result: Result): Result =>
  result.ok && result.value === null ? refused("This figure is used on the site. Please fill it in.") : result;

const allFiveNeeded = "The ticker has five phrases. Fill in all five.";
const stringsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const ticker = rowsField<string>({
  ...{ name: "ticker", label: "Ticker", group: "Ticker", type: "Five phrases of at most 60 characters" },
  ...{ help: "These phrases scroll by in the middle of the page.", item: "Phrase", spare: 5, most: 5, max: 60 },
  columns: [{ label: "Phrase", wide: true }],
  row: ([phrase = ""]) => ({ ok: true, row: phrase }),
  keep: (phrases) => (phrases.length === 5 ? kept([...phrases]) : refused(allFiveNeeded)),
  typedRows: (value) => stringsIn(value).map((phrase) => [phrase]),
  format: (value) => stringsIn(value).join(" · "),
});
/** Refuses an empty list, because the ticker is always shown. */
const tickerField: ContentField = {
  ...ticker,
  read: (rawInputs) =>
    rawInputs.every((phrase) => phrase.trim() === "") ? refused(allFiveNeeded) : ticker.read(rawInputs),
};

const fields: readonly ContentField[] = [...hero, ...figureNames.map(figureField), tickerField];
const defaults = { ...homeText, figures: defaultFigures };

export const homeKind = defineKind({
  may: "regular_admin",
  ...{ kind: "home", title: "Home", only: "home", fields, facts: true },
  about: "The home page’s opening words, its ticker, and the figures used on the site.",
  notes: {
    Figures:
      "If you change a figure here, it changes everywhere on the site: home, about, titles, descriptions and link pictures.",
  },
  read: async (from) => contentOf(fields, defaults, await readPublished(from, "home", "home")),
  publish: (tx, key, content) => storePublished(tx, "home", key, content),
  pages: [
    { path: "/", name: "Home" },
    { path: "/about", name: "About" },
    { path: "/contact", name: "Contact" },
  ],
});
