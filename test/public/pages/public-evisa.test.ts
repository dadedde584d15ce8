import { expect, test } from "vitest";
import { headings, hrefs, part, readPage, region, textOfElement } from "../../harness/page-text";
import { sharedApp } from "../../harness/shared";

const app = await sharedApp();
const page = await readPage(app, "/bahamian-evisa");
const mainText = () => textOfElement(page.screen.getByRole("main"));

test("[P-EVISA-9] the eVisa's URL among the services redirects permanently to its page", async () => {
  const moved = await fetch(`${app.url}/services/bahamian-evisa`, { redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/bahamian-evisa"]);
});

test("[P-EVISA-2, P-EVISA-3, P-EVISA-4] the eVisa takes 5–7 days, costs $299 and a fee, and allows one stay of 90 days", () => {
  expect(mainText()).toContain("Processing 5–7 business days");
  expect(mainText()).toContain("Price $299 $299 to us; you pay the government fee directly");
  expect(mainText()).toContain(
    "For a $299 service fee per person. You pay the government fee directly to the government",
  );
  expect(mainText()).toContain("Entry Single entry");
  expect(mainText()).toContain("Maximum stay 90 days");
});

test("[P-EVISA-5] the page says what the eVisa is, who needs it, which documents and what is included", () => {
  for (const name of ["What the e-visa is", "Who needs it", "Required documents", "What the service includes"])
    expect(region(page.screen, name).words.length, name).toBeGreaterThan(80);
});

test("[P-EVISA-6] the page lists six required documents", () => {
  expect(headings(region(page.screen, "Required documents"), 3)).toEqual([
    "Passport valid at least 6 months",
    "Photograph",
    "Travel itinerary",
    "Proof of accommodation",
    "Proof of funds",
    "Return or onward ticket",
  ]);
});

test("[P-EVISA-7] the page lists four steps", () => {
  expect(headings(region(page.screen, "How it works"), 3)).toHaveLength(4);
});

test("[P-EVISA-8] a button starts an application for the eVisa", async () => {
  const [{ id } = { id: "" }] = await app.query<{ id: string }>(
    "select id from visa_services where slug = 'bahamian-evisa'",
  );
  expect(hrefs(part(page.screen, "main"))).toContain(`/apply?service=${id}`);
});
