import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { DeskInvoices } from "~/cases/invoices/desk/invoices-list";
import type { ShownInvoice } from "~/cases/invoices/shown-invoices.server";
import { screenOf } from "../../../../test/harness/screen";
import { invoiceState } from "../invoice-state";

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
