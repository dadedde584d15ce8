import { describe, expect, test } from "vitest";
import { calendarLongDate } from "../../../app/core/time";
import { periodsAsOf, type Rule, rules } from "../../../app/db/data-inventory/rules";
import { readPage, textOfElement } from "../../harness/page-text";
import { inside } from "../../harness/screen";
import { sharedApp } from "../../harness/shared";

const app = await sharedApp();
const page = await readPage(app, "/privacy-policy");
const part = (id: string) => {
  const found = page.screen.element.querySelector<HTMLElement>(`#${id}`);
  if (!found) throw new Error(`No part ${id}`);
  return inside(found);
};

describe("the privacy policy page", () => {
  test("[L-WORDS-3] the policy has a section and heading for each of the footer's names", () => {
    const footer = inside(page.screen.getByRole("contentinfo"));
    const nav = inside(page.screen.getByRole("navigation", { name: "On this page" }));
    for (const [name, id] of [
      ["Cookie Policy", "cookies"],
      ["Data Protection Policy", "data-protection"],
      ["Terms Of Service", "terms"],
    ] as const) {
      expect(footer.getByRole("link", { name }).getAttribute("href")).toBe(`/privacy-policy#${id}`);
      expect(nav.getByRole("link", { name }).getAttribute("href")).toBe(`#${id}`);
      part(id).getByRole("heading", { level: 2, name: new RegExp(`^${name} `) });
    }
    expect(textOfElement(part("data-protection").element)).toContain("Data protection and your rights");
  });

  test("[L-WORDS-3] the terms state the duties of both sides, each under a heading", () => {
    const headings = part("terms").getAllByRole("heading", { level: 3 }).map(textOfElement);
    const wanted = "The service,Prices and when you pay,Refunds,Withdrawal,Your responsibilities,Liability,Complaints";
    expect(headings).toEqual([...wanted.split(","), "The law that applies"]);
    expect(part("terms").words).toContain("Lucaya Visa & Immigration is a private consultancy in Nassau");
    expect(page.html).not.toContain("{site}");
  });

  test("[L-WORDS-1] the policy states the retention periods of the data inventory", () => {
    const text = textOfElement(part("retention").element);
    const years = ([number, unit]: readonly [number, string]) => `${number} ${unit}`;
    expect(text).toContain(`are kept for ${years(rules.application.after)} after the case is closed`);
    expect(text).toContain(
      `Views of service pages are kept for ${years(rules.view.after)}, logs for ${years(rules.record.after)}.`,
    );
    expect(text).toContain(`${years(rules.inquiry.after)} after the last word on them at the latest`);
    expect(text).not.toContain("a short time");
  });

  test("[V-PAGE-1] the policy states the retention period of each kind of data as the nightly run applies it, with its date", () => {
    expect(page.screen.words).toContain("Last updated October 11, 2025");
    expect(page.screen.words).toContain(`Retention periods as of ${calendarLongDate(periodsAsOf)}`);
    const items = part("retention").getAllByRole("term").map(textOfElement);
    const periods = part("retention").getAllByRole("definition").map(textOfElement);
    for (const [name, rule] of Object.entries<Rule>(rules)) {
      if (!("after" in rule)) continue;
      const [number, unit] = rule.after;
      const period = `${number} ${number === 1 ? unit.slice(0, -1) : unit}`;
      expect(
        periods.some((text) => text.startsWith(`${period} after`)),
        name,
      ).toBe(true);
    }
    const periodOf = (item: string) => periods[items.indexOf(item)];
    expect(periodOf("An application that was never submitted")).toContain("90 days after the last save");
    expect(periodOf("An application that was never submitted")).toContain("after 60 and 83 days");
    expect(periodOf("Views of our service pages")).toBe("13 months after the view");
    expect(new Set(items).size).toBe(items.length);
  });

  test("[V-PAGE-1] the policy links to the page for requesting one's data", () => {
    const link = part("data-protection").getByRole("link", { name: "Request or delete your data" });
    expect(link.getAttribute("href")).toBe("/your-data");
  });

  test("[L-WORDS-1] the sentences on children and on closing the tab are the corrected ones", () => {
    expect(textOfElement(part("minors").element)).toContain(
      "For a child who travels a parent or legal guardian applies, with an application of the child’s own, and signs it.",
    );
    const cookies = textOfElement(part("cookies").element);
    expect(cookies).toContain(
      "The number disappears when you close the tab; unsent answers stay on this device until they are saved, for 7 days at most, and on a shared device only as long as the tab is open.",
    );
    expect(cookies).not.toContain("Both disappear");
  });
});
