import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { interpolateFacts, interpolatePageFacts } from "~/content/facts/facts.server";
import { textsMentioningDeleted } from "~/content/facts/gone-named.server";
import { pageHead } from "~/content/seo/page-metadata.server";
import { sitemapEntries } from "~/content/seo/sitemap.server";
import { publicSettings } from "~/content/settings/settings.server";
import { aboutText } from "~/content/texts/about";
import { evisaText } from "~/content/texts/bahamian-evisa";
import { defaultMetadata } from "~/content/texts/default-metadata";
import { homeText } from "~/content/texts/home";
import { figuresOf, textOf } from "~/content/texts/published-texts.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { loadStarter } from "~/db/seed/starter/load-starter.server";
import { visitOf } from "../../../../test/harness/in-process/content";
import { openEditor } from "../../../../test/harness/in-process/editor";
import { publishAt, publishNow } from "../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { registerContentSchedule } from "../due.server";
import { saveContent } from "../save-content.server";

registerContentSchedule();
const database = testDatabase();
let editor: StaffContext;
beforeAll(async () => {
  editor = await staffMember(database, "regular_admin");
  await db.transaction(loadStarter);
});
beforeEach(async () => {
  await database.query("truncate content_versions, content_published");
});

const home = { kind: "home", key: "home" };
const about = { kind: "pages", key: "about" };
const privacy = { kind: "pages", key: "privacy" };
const terms = { kind: "pages", key: "terms" };
type TextItem = typeof home;
type FormInput = Record<string, string | string[]>;

function save(item: TextItem, rawInput: FormInput, base = 0) {
  const inputs = Object.entries(rawInput).map(([name, text]) => [name, Array.isArray(text) ? text : [text]]);
  return saveContent(editor, { ...item, base, typed: Object.fromEntries(inputs) });
}
async function publish(item: TextItem, rawInput: FormInput, more: object = {}) {
  const saved = await save(item, rawInput);
  if (!saved.ok) return expect.fail(JSON.stringify(saved));
  return publishNow(editor, { ...item, number: saved.number, ...more });
}
const problemsOf = (result: object) => ("detail" in result ? result.detail : undefined);
const aboutNow = async () => {
  const visit = visitOf();
  return interpolatePageFacts(visit, await textOf(visit, aboutText, "pages", "about"));
};
const needed = "This part of the page can’t be empty.";

describe("texts of the home page", () => {
  const five = ["One", "Two", "Three", "Four {response}", "Five"];
  const ofTicker = "The ticker has five phrases. Fill in all five.";
  test.each([
    ["four", ["One", "Two", "", "Four", "Five"], ofTicker],
    ["none", ["", "", "", "", ""], ofTicker],
    ["one of 61 characters", ["One", "Two", "Three", "Four", "x".repeat(61)], "Write at most 60 characters."],
  ])("[O-TEXT-3] a ticker of %s phrases is refused", async (_, ticker, message) => {
    expect(problemsOf(await save(home, { ticker }))).toMatchObject({ problems: { ticker: message } });
    expect(await database.query("select 1 from content_versions where published_at is null")).toEqual([]);
  });

  test("[O-TEXT-3] texts and ticker change when they are published and not before", async () => {
    const saved = await save(home, { "hero.title": "Come in,", ticker: five });
    expect(await textOf(visitOf(), homeText, "home", "home")).toEqual(homeText);
    if (saved.ok) await publishNow(editor, { ...home, number: saved.number });
    const text = await textOf(visitOf(), homeText, "home", "home");
    expect([text.hero.title, text.hero.accent, text.ticker]).toEqual(["Come in,", homeText.hero.accent, five]);
  });

  test("[O-FACT-3, O-TEXT-3] changing a figure changes every text, title and description that claims it", async () => {
    const claimed = async () => {
      const visit = visitOf();
      const heads = await Promise.all([pageHead(visit, "/"), pageHead(visit, "/about"), pageHead(visit, "/contact")]);
      const { said } = await publicSettings(visit);
      return JSON.stringify([await interpolatePageFacts(visit, defaultMetadata), await aboutNow(), heads, said]);
    };
    const before = await claimed();
    for (const figure of ["15+", "99%", "150+", "5000+", "30 minutes", "one business day"])
      expect(before).toContain(figure);
    await publish(home, {
      "figures.experience": ["21+", "years of experience", ""],
      "figures.approval": ["98%", "approval rate", "of the applications we filed{approval-period}"],
      "figures.countries": ["160+", "countries", "our clients come from"],
      "figures.clients": ["7200+", "clients", ""],
      "figures.consultation": ["45-minute", "free consultation", ""],
      "figures.response": ["48-hour", "response time", "on business days"],
    });
    const after = await claimed();
    for (const figure of ["21+", "98%", "160+", "7200+", "45 minutes", "45-minute", "two business days"])
      expect(after).toContain(figure);
    expect(after).not.toMatch(/15\+|99%|150\+|5000\+|30[ -]minute|one business day/i);
    const faqs = await interpolateFacts(await database.query("select question, answer from faqs"));
    expect(JSON.stringify(faqs)).not.toMatch(/30[ -]minute|one business day/i);
  });

  test.each([
    [["", "", ""], "This figure is used on the site. Please fill it in."],
    [["30 min", "free consultation", ""], "Write it as 30-minute or 1-hour: sentences say it as 30 minutes or 1 hour."],
    [["{figure:clients}", "free consultation", ""], "Enter the figure itself: texts refer to it."],
  ])("[O-TEXT-3] the figure %j is refused", async (inputs, message) => {
    expect(problemsOf(await save(home, { "figures.consultation": inputs }))).toMatchObject({
      problems: { "figures.consultation": message },
    });
    expect((await figuresOf(visitOf())).consultation.value).toBe("30-minute");
  });
});

describe("page texts", () => {
  test("[O-TEXT-4] every text of a page is a block, in order, and changing one publishes only that one", async () => {
    for (const key of ["about", "privacy", "terms", "immigration", "evisa"]) {
      const { groups } = await openEditor(editor, "pages", key);
      const fields = groups.flatMap((group) => group.fields);
      expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
      // Only the spare parts are empty by default.
      for (const { name, text } of fields) expect([name, text !== ""]).toEqual([name, !name.includes(".more-")]);
    }
    const evisa = { kind: "pages", key: "evisa" };
    await publish(evisa, { "whatItIs.paragraphs": "First.\r\n\r\nSecond,\r\nand on.\r\n\r\n\r\nThird." });
    const { whatItIs, hero } = await textOf(visitOf(), evisaText, "pages", "evisa");
    expect(whatItIs.paragraphs).toEqual(["First.", "Second, and on.", "Third."]);
    expect(hero.title).toBe(evisaText.hero.title);
  });

  test.each([
    ["about", "hero.title"],
    ["about", "values.0.text"],
    ["evisa", "whoNeedsIt.paragraphs"],
    ["privacy", "sections.use.heading"],
    ["privacy", "sections.use.paragraphs"],
    ["terms", "parts.refunds.paragraphs"],
    ["immigration", "tiles.2.text"],
    ["immigration", "workPermits.processingTime"],
    ["evisa", "facts.1"],
  ])("[O-TEXT-4] on the page %s an emptied %s is refused", async (key, name) => {
    const empty = /facts|Time$/.test(name) ? ["", "", ""] : " ";
    const result = await save({ kind: "pages", key }, { [name]: empty });
    expect(problemsOf(result)).toMatchObject({ problems: { [name]: needed } });
  });

  test("[O-TEXT-4] an optional list can be emptied, and a part can be added", async () => {
    const added = { "parts.more-1.heading": "Gift cards", "parts.more-1.paragraphs": "There are none." };
    await publish(terms, { ...added, "parts.duties.list": "" });
    const { groups } = await openEditor(editor, "pages", "terms");
    const texts = new Map(groups.flatMap((group) => group.fields).map((field) => [field.name, field.text]));
    expect([texts.get("parts.more-1.heading"), texts.get("parts.duties.list")]).toEqual(["Gift cards", ""]);
  });

  test("[O-TEXT-5] publishing a changed privacy text asks about its date, with yes preselected, and sets it", async () => {
    const saved = await save(privacy, { "sections.use.heading": "Why we ask" });
    if (!saved.ok) return expect.fail();
    const result = await publishNow(editor, { ...privacy, number: saved.number });
    expect(result).toMatchObject({
      ...{ ok: false, message: "Set “last updated” to today?" },
      detail: { question: { chosen: "yes", options: [{ value: "yes" }, { value: "no" }] } },
    });
    const dateNow = async () =>
      (await database.query<{ day: string }>("select data->>'lastUpdated' as day from content_published"))[0]?.day;
    expect(await dateNow()).toBeUndefined();
    expect(await publishNow(editor, { ...privacy, number: saved.number, answer: "no" })).toMatchObject({ ok: true });
    expect(await dateNow()).toBe("2025-10-11");
    const next = await save(privacy, { "sections.use.heading": "Why we ask you" }, saved.number);
    if (!next.ok) return expect.fail();
    await publishNow(editor, { ...privacy, number: next.number, answer: "yes" });
    expect(await dateNow()).toBe(nassauDay());
  });

  test.each(["yes", "no"])(
    "[F-EDIT-1] with “%s” for the date, moving a schedule leaves nothing on its old day",
    async (answer) => {
      const saved = await save(privacy, { "sections.use.heading": "Why we ask" });
      if (!saved.ok) return expect.fail();
      const year = new Date().getUTCFullYear() + 1;
      const days = [`${year}-12-01`, `${year}-12-10`, `${year}-11-20`];
      let number = saved.number;
      for (const day of days) {
        const sent = { ...privacy, number, day, time: "09:00", answer, scheduled: "call-off" };
        const moved = await publishAt(editor, sent);
        if (!moved.ok) return expect.fail(moved.message);
        number = moved.number;
        const { scheduled } = await openEditor(editor, "pages", "privacy");
        expect(scheduled).toMatchObject([{ number, day }]);
      }
      const published = await publishNow(editor, { ...privacy, number, answer });
      expect(published).toMatchObject({ ok: true });
      expect((await openEditor(editor, "pages", "privacy")).scheduled).toEqual([]);
    },
  );

  test("[O-TEXT-6] terms have their own page, in footer and sitemap, once they are published", async () => {
    const publicState = async () => [
      (await publicSettings(visitOf())).termsPath,
      (await sitemapEntries()).some(({ path }) => path === "/terms"),
    ];
    expect(await publicState()).toEqual(["/privacy-policy#terms", false]);
    const { groups } = await openEditor(editor, "pages", "terms");
    const inputs = groups.flatMap((group) => group.fields).map((field) => [field.name, field.boxes]);
    const saved = await saveContent(editor, { ...terms, base: 0, typed: Object.fromEntries(inputs) });
    if (!saved.ok) return expect.fail(JSON.stringify(saved));
    expect(await publicState()).toEqual(["/privacy-policy#terms", false]);
    expect(await publishNow(editor, { ...terms, number: saved.number })).toMatchObject({ ok: true });
    expect(await publicState()).toEqual(["/terms", true]);
  });
});

describe("placeholders in page texts", () => {
  test("[O-FACT-1] placeholders are listed next to the fields with their current values", async () => {
    const { facts } = await openEditor(editor, "pages", "about");
    const placeholders = new Map(facts.flatMap(({ chips }) => chips).map(({ chip, now }) => [chip, now]));
    const expectedTexts = [
      "{price:bahamian-evisa}",
      "{threshold:economic}",
      "{phone}",
      "{email}",
      "{figure:clients}",
      "{response}",
    ];
    expect(expectedTexts.map((chip) => placeholders.get(chip))).toEqual([
      "$299",
      "$750,000+",
      "+1 242 555 0142",
      "hello@lucaya.example",
      "5000+",
      "one business day",
    ]);
    for (const chip of placeholders.keys()) expect(await interpolateFacts(chip)).toBe(placeholders.get(chip));
  });

  test("[O-FACT-1, O-FACT-4] an unknown placeholder is refused at its field", async () => {
    const result = await save(about, { "hero.lead": "It costs {price:no-such-visa}." });
    expect(problemsOf(result)).toMatchObject({
      problems: { "hero.lead": "You can’t use {price:no-such-visa} in this text" },
    });
  });

  test("[O-FACT-4] a placeholder of a deleted service can’t be published; in public it keeps its last value, and the desk lists it", async () => {
    const price = "{price:uk-transit-visa}";
    await publish(about, { "hero.lead": `It costs ${price}.` });
    const draft = await save(home, { "hero.lead": `From ${price}.` });
    const [before] = [(await aboutNow()).hero.lead];
    expect(before).toMatch(/^It costs (from )?\$\d+\.$/);
    await database.query("delete from visa_services where slug = 'uk-transit-visa'");
    expect((await aboutNow()).hero.lead).toBe(before);
    const missingMessage = "The price of “UK Transit Visa” is gone.";
    if (!draft.ok) return expect.fail();
    expect(await publishNow(editor, { ...home, number: draft.number })).toMatchObject({
      ...{ ok: false, reason: "invalid" },
      detail: { problems: { "hero.lead": `${missingMessage} Choose another, or write without it.` } },
    });
    expect(await textsMentioningDeleted(db)).toContainEqual({
      ...{ name: "Page texts: About", path: "/admin/content/pages/about" },
      words: [missingMessage],
    });
  });
});
