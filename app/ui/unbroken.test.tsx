import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { unbroken } from "./unbroken";

test.each([
  "Pay $385.00 for invoice LI-2026-000042 at pay.example.com",
  "Is invoice LI-2026-000042, which is void, right?",
])("[M-LINK-2] the number of an invoice doesn’t break at its hyphens in “%s”", (text) => {
  const html = renderToStaticMarkup(<p>{unbroken(text)}</p>);
  expect(html).toMatch(/<span class="whitespace-nowrap">LI-2026-000042,?<\/span>/);
  expect(html.replace(/<[^>]+>/g, "")).toBe(text);
});
