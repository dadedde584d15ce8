import { calendarLongDate } from "~/core/time";
import { type Content, defineKind, isSame, type Question } from "../../kind";
import { contentOf, readPublished, storePublished } from "../published.server";
import { aboutPage } from "./about";
import { evisaPage } from "./evisa";
import { immigrationPage } from "./immigration";
import { privacyPage, termsPage } from "./legal";
import type { PageTexts } from "./parts";

const all: readonly PageTexts[] = [aboutPage, privacyPage, termsPage, immigrationPage, evisaPage];
const pageOf = (key: string): PageTexts | undefined => all.find((page) => page.key === key);

function defaultsOf(key: string): Content {
  const page = pageOf(key);
  return page ? contentOf(page.fields, page.delivered, null) : {};
}

/** Asks for a new date when the privacy policy was changed. */
function ask(content: Content, shown: Content | null, day: string): Question | null {
  const { lastUpdated: before } = content;
  // The admin changed the date, which answers the question.
  if (typeof before !== "string" || !shown || !isSame(before, shown.lastUpdated) || before === day) return null;
  return {
    text: "Set “last updated” to today?",
    options: [
      { value: "yes", label: `Yes, ${calendarLongDate(day)}`, set: { lastUpdated: day } },
      { value: "no", label: `No, leave ${calendarLongDate(before)}` },
    ],
    chosen: "yes",
  };
}

export const pagesKind = defineKind({
  may: "regular_admin",
  ...{ kind: "pages", title: "Page texts", fields: [], facts: true },
  about: "The texts of the about, privacy, terms, immigration and e-visa pages, block by block.",
  fieldsOf: (key) => pageOf(key)?.fields ?? [],
  many: {
    ...{ noun: "page", first: "There is no page to edit.", canAdd: false },
    has: async (_from, key) => pageOf(key) !== undefined,
    blank: async (_from, key) => defaultsOf(key),
    name: (_content, key) => pageOf(key)?.title ?? "",
    async list(from) {
      const terms = await readPublished(from, "pages", "terms");
      return all.map(({ key, title, path }) => ({
        ...{ key, name: title, isPublic: key !== "terms" || terms !== null },
        note: key === "terms" && !terms ? "/terms leads to the privacy policy until the terms are published" : path,
      }));
    },
  },
  ask,
  async read(from, key) {
    const page = pageOf(key);
    if (!page) return null;
    const overrides = await readPublished(from, "pages", key);
    // The terms have no page of their own until they are published.
    return overrides || key !== "terms" ? contentOf(page.fields, page.delivered, overrides) : null;
  },
  publish: (tx, key, content) => storePublished(tx, "pages", key, content),
  pages: (key) => {
    const page = pageOf(key);
    return page ? [{ path: page.path, name: page.title }] : [];
  },
});
