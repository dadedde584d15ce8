import { expect, test } from "vitest";
import type { RequestContext } from "~/core/request-context";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { socialCard } from "./card.server";

// The texts of share pictures; their drawing is tested in a browser.
testDatabase();

const visit: RequestContext = {
  ...{ requestId: "r", address: "203.0.113.5", browser: "", origin: "https://visa.test", nonce: "", pattern: "/" },
  ...{ failure: null, unread: null, cacheable: true, changed: false, preview: null },
};
const cardText = async (path: string) => JSON.stringify(await socialCard(visit, path));
const fixed = ["/", "/services", "/about", "/contact", "/bahamas-immigration", "/bahamian-evisa", "/apply/start"];

test.each(fixed)("[L-WORDS-1, L-FACT-11] the card of %s promises an answer within one business day", async (path) => {
  expect(await cardText(path)).toContain("An answer within one business day");
  expect(await cardText(path)).not.toMatch(/24.hour|within a day/i);
});

test("[L-WORDS-1] the card of a service splits its price", async () => {
  expect(await cardText("/visa/us-travel-b1-b2-visa")).toContain(
    '"price":"$385","facts":[["$200 to us + $185 to the embassy"]',
  );
  expect(await cardText("/visa/us-travel-b1-b2-visa")).not.toMatch(/in total/i);
});

test.each([...fixed, "/faqs", "/blog"])(
  "[L-FACT-10, L-FACT-15] the card of %s claims no rate and no average",
  async (path) => {
    expect(await cardText(path)).not.toMatch(/99\s?%|average|7–14 days/i);
  },
);
