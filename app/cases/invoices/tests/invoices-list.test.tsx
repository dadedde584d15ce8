import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { DeskInvoices } from "~/cases/invoices/desk/invoices-list";
import type { ShownInvoice } from "~/cases/invoices/shown-invoices.server";
import { screenOf } from "../../../../test/harness/screen";
import { invoiceState } from "../invoice-state";
import { invoiceParts } from "../invoices-view";

const invoiceOf = (isVoid: boolean): ShownInvoice => ({
  ...{ id: "1", name: "LI-2026-000042", issued: "Nov 1, 2026", due: "Nov 15, 2026", amount: "$385.00", pdf: null },
  ...{ open: isVoid ? null : "$385.00", creditNote: null, payLink: null },
  state: invoiceState({ open: isVoid ? 0n : 385_00n, paid: 0n, isVoid, dueOn: "2026-11-15" }, "2026-11-02"),
});

test.each([
  [false, ["Pay links of LI-2026-000042", "Void LI-2026-000042"]],
  [true, ["Pay links of LI-2026-000042"]],
])("[M-LINK-3] the pay links of an invoice are one click away at the desk (void: %s)", (isVoid, names) => {
  const element = <DeskInvoices applicationId="2" invoices={[invoiceOf(isVoid)]} />;
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  expect(
    screenOf(html)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(names);
});

test("[M-LINK-2] on paper the address of a pay link takes the place of its button, in the list and as how to pay", () => {
  const url = "https://pay.example.com/p?token=1";
  const payLink = { url, text: "Pay $385.00 for invoice LI-2026-000042 at pay.example.com" };
  const { insteadOfCall, children } = invoiceParts([{ ...invoiceOf(false), payLink }]);
  for (const part of [insteadOfCall, children]) {
    const html = renderToStaticMarkup(<div>{part}</div>);
    const [, onScreen = "", onPaper = ""] =
      /<p class="no-print[^"]*">(.*?)<\/p><p class="[^"]*hidden print:block">(.*?)<\/p>/.exec(html) ?? [];
    expect(onScreen).toContain(`href="${url}"`);
    expect(onPaper.replace(/<[^>]*>/g, " ")).toMatch(
      /Pay \$385\.00 for invoice LI-2026-000042 at pay\.example\.com\s+https:\/\/pay\.example\.com\/p\?token=1/,
    );
  }
});
