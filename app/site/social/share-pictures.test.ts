import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, linesOf, picture, type SocialCard, sun } from "./layout.server";
import { widthOf } from "./outlines.server";

/** The bounding box of a line: letters reach no higher than its size and no deeper than a third of it. */
const boundsOf = ({ face, text, x, y, size, spacing = 0 }: Line) => ({
  ...{ left: x, right: x + widthOf(face, text, size, spacing) - spacing * size },
  ...{ top: y - size * 0.8, bottom: y + size * 0.28 },
});

function expectFree(card: SocialCard) {
  const lines = linesOf(card);
  const bounds = lines.map((line) => ({ text: line.text, ...boundsOf(line) }));
  for (const { text, left, right, top, bottom } of bounds) {
    expect(left >= 0 && top >= 0 && bottom <= 580, `${text} from ${top} to ${bottom}`).toBe(true);
    expect(right, `${text} ends before the edge`).toBeLessThanOrEqual(picture.width - picture.margin + 1);
    const distance = Math.hypot(Math.max(left - sun.x, 0, sun.x - right), Math.max(top - sun.y, 0, sun.y - bottom));
    expect(distance, `${text} stands beside the sun`).toBeGreaterThan(sun.radius);
  }
  // Lines must not overlap.
  for (const [index, bound] of bounds.entries())
    for (const otherBound of bounds.slice(index + 1))
      expect(
        Math.min(bound.bottom, otherBound.bottom) - Math.max(bound.top, otherBound.top),
        `${bound.text} / ${otherBound.text}`,
      ).toBeLessThan(1);
  const title = lines.filter(({ part }) => part === "title").map(({ text }) => text);
  const last = title.at(-1) ?? "";
  if (title.length > 1 && !last.includes(" ")) expect(last.match(/\p{L}/gu)?.length, last).toBeGreaterThanOrEqual(5);
  return lines;
}

const siteName = "Lucaya Visa & Immigration";
const card = (title: string, others: Partial<SocialCard> = {}): SocialCard => ({
  ...{ siteName, title, eyebrow: "Canada · Temporary Resident Visa", facts: [], seed: "a", ground: "deep" },
  ...others,
});

test.each([
  "Canadian Visitor Visa (TRV)",
  "Schengen Visitor Visa (France)",
  "Changing planes in London: do you need a transit visa?",
  "Hiring from abroad: a work permit calendar for Bahamian employers",
  "Your passport has five months left. Now what?",
  "Visas for the United Arab Emirates",
  "Nonimmigrantenaufenthaltserlaubnisverlängerung",
])("[L-SEO-12] the text of “%s” is next to the sun and ends before the edge", (title) => {
  expectFree(card(title));
  expectFree(
    card(title, {
      price: "From $12,345",
      facts: [
        ["$10,000 to us + $2,345 to the government of the United Kingdom of Great Britain"],
        ["plus the annual permit fee on approval, which depends on the occupation and is set by the government"],
        ["8–12 weeks, plus the wait for an interview, plus the time in which the embassy prints the visa"],
      ],
    }),
  );
});

test("[L-SEO-12] any text ends before the edge", () => {
  const words = fc.array(fc.stringMatching(/^[A-Za-z(][a-z)]{0,13}$/), { minLength: 1, maxLength: 14 });
  const text = words.map((list) => list.join(" "));
  const facts = fc.array(fc.array(text, { minLength: 1, maxLength: 2 }), { maxLength: 3 });
  fc.assert(
    fc.property(text, text, text, facts, (title, eyebrow, name, factList) => {
      expectFree(
        card(title, {
          eyebrow,
          siteName: name,
          facts: factList,
          ...(factList.length > 1 ? { price: "From $65" } : {}),
        }),
      );
    }),
    { numRuns: 60 },
  );
});

test("a title that fits is shown whole, in the largest size that fits", () => {
  const titleOf = (title: string) => expectFree(card(title)).filter(({ part }) => part === "title");
  expect(titleOf("Canadian eTA")).toMatchObject([{ text: "Canadian eTA", size: 80 }]);
  expect(titleOf("Canadian Visitor Visa (TRV)").map(({ text }) => text)).toEqual(["Canadian Visitor", "Visa (TRV)"]);
  const long = "Hiring from abroad: a work permit calendar for Bahamian employers";
  expect(
    titleOf(long)
      .map(({ text }) => text)
      .join(" "),
  ).toBe(long);
});
