import { randomUUID } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { beforeAll, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import NewInvoice from "~/cases/invoices/desk/new-invoice";
import { readNewInvoice } from "~/cases/invoices/desk/read-new-invoice.server";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { screenOf } from "../../../../test/harness/screen";
import { InvoiceCase } from "../../fees/desk/tests/invoice-case";

const database = testDatabase();
let staff: StaffContext;
beforeAll(async () => {
  staff = await staffMember(database);
});

test("[M-INV-1] a refusal is shown though nothing is left to choose at its field", async () => {
  const testCase = await InvoiceCase.of(database, staff);
  const made = await testCase.invoice({ payments: [randomUUID()], linkUrl: "" });
  const withLink = await testCase.invoice({ linkUrl: "https://pay.example.com/1" });
  if (made.ok || withLink.ok) throw new Error("An invoice was made");
  const problems = { ...made.detail, ...withLink.detail };
  expect(Object.keys(problems)).toEqual(["payments", "linkUrl"]);
  const form = await readNewInvoice(testCase.id);
  expect([form?.payments, form?.hosts]).toEqual([[], []]);

  const refusal = { attempt: "", message: "", problems, values: {}, chosen: { charges: [], payments: [] } };
  const Stub = createRoutesStub([{ id: "page", path: "/", Component: NewInvoice as never, loader: () => form }]);
  const hydrationData = { loaderData: { page: form }, actionData: { page: refusal } };
  const page = screenOf(renderToStaticMarkup(<Stub hydrationData={hydrationData} />));
  for (const problem of Object.values(problems)) expect(page.words).toContain(problem);
  // Or browsers would refuse a wrong link and day in words of their own, and show no other problem.
  expect(page.element.querySelector("form")?.noValidate).toBe(true);
});
