import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { invoiceSettings, sellerOf } from "~/cases/invoices/settings.server";
import { db } from "~/db/client.server";
import { openEditor } from "../../../../test/harness/in-process/editor";
import { publishNow } from "../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { registerContentSchedule } from "../due.server";
import { saveContent } from "../save-content.server";
import { settingsKind } from "./settings.server";

registerContentSchedule();
const database = testDatabase();
const item = { kind: "settings", key: "site" };
let superAdmin: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
});
beforeEach(() => database.query("truncate content_versions, site_settings"));

const save = (typed: Record<string, string[]>, by = superAdmin) => saveContent(by, { ...item, base: 0, typed });
async function publish(typed: Record<string, string[]>) {
  const saved = await save(typed);
  if (!saved.ok) return expect.fail(JSON.stringify(saved.detail));
  expect(await publishNow(superAdmin, { ...item, number: saved.number })).toMatchObject({ ok: true });
}
const problemsOf = async (typed: Record<string, string[]>) => {
  const saved = await save(typed);
  return saved.ok ? {} : saved.detail;
};
const vat = { vat_registered: ["", "yes"], tin: ["102345678"], vat_percent: ["10"] };

describe("[M-INV-4] the settings of invoices", () => {
  test("apply as delivered: the brand name, 14 days, no VAT, and the note about the currency", async () => {
    expect(await invoiceSettings(db)).toEqual({
      ...{ legalName: null, tin: null, vat: null, invoiceDays: 14, invoiceNote: "", payLinkHosts: [] },
      currencyNote: "Amounts are in US dollars (USD). One Bahamian dollar (BSD) equals one US dollar.",
    });
    expect(await sellerOf(db)).toMatchObject({ name: "Lucaya Visa & Immigration", tin: null });
  });

  test("are a super admin's, and read as they were typed", async () => {
    await publish({
      ...{ ...vat, legal_name: ["Lucaya Ltd."], vat_percent: ["12,50 %"], invoice_days: ["30"] },
      ...{ invoice_note: ["Thank you."], currency_note: ["In dollars."] },
      pay_link_hosts: ["Pay.Example.com\nhttps://Bücher.example/\n"],
    });
    expect(await invoiceSettings(db)).toEqual({
      ...{ legalName: "Lucaya Ltd.", tin: "102345678", vat: { percent: "12.5" }, invoiceDays: 30 },
      ...{ invoiceNote: "Thank you.", currencyNote: "In dollars." },
      payLinkHosts: ["pay.example.com", "xn--bcher-kva.example"],
    });
    expect(await sellerOf(db)).toMatchObject({ name: "Lucaya Ltd.", tin: "102345678" });
    const fields = (await openEditor(superAdmin, "settings", "site")).groups.flatMap((group) => group.fields);
    expect(fields.find(({ name }) => name === "pay_link_hosts")).toMatchObject({
      boxes: ["pay.example.com\nxn--bcher-kva.example"],
    });
    const regular = await staffMember(database, "regular_admin");
    expect(await save({ tin: ["1"] }, regular)).toMatchObject({ ok: false, reason: "forbidden" });
  });

  test.each(["0", "0.001", "0.005", "25.01", "26", "-1", "10.123", "ten", "1e1", "10%%", "1 0"])(
    "the percentage %s is refused",
    async (percent) => {
      expect(await problemsOf({ vat_percent: [percent] })).toMatchObject({
        problems: { vat_percent: "Enter a percentage such as 10." },
      });
    },
  );

  test.each([
    ["0.01", "0.01"],
    ["25", "25"],
    ["10.00", "10"],
    ["7.5", "7.5"],
    ["١٠", "10"],
  ])("the percentage %s is %s", async (percent, read) => {
    await publish({ ...vat, vat_percent: [percent] });
    expect((await invoiceSettings(db)).vat).toEqual({ percent: read });
  });

  test("VAT needs both the TIN and the percentage, and neither alone means VAT", async () => {
    const problem = { problems: { vat_registered: "Enter the TIN and the percentage first." } };
    expect(await problemsOf({ ...vat, tin: [""] })).toMatchObject(problem);
    expect(await problemsOf({ ...vat, vat_percent: [""] })).toMatchObject(problem);
    await publish({ ...vat, vat_registered: [""] });
    expect((await invoiceSettings(db)).vat).toBeNull();
  });

  test("wrong days and hosts are refused at their fields", async () => {
    for (const days of ["366", "-1", "1.5", "a"])
      expect(await problemsOf({ invoice_days: [days] })).toMatchObject({
        problems: { invoice_days: "Enter a whole number from 0 to 365." },
      });
    for (const host of [
      "pay",
      "pay.example.com/x",
      "127.0.0.1",
      "pay.example.com:443",
      "a@pay.example.com",
      "*.example.com",
    ])
      expect(await problemsOf({ pay_link_hosts: [host] })).toMatchObject({
        problems: { pay_link_hosts: `Enter a host such as pay.example.com; ${host} is none.` },
      });
    const many = Array.from({ length: 21 }, (_, n) => `h${n}.example.com`).join("\n");
    expect(await problemsOf({ pay_link_hosts: [many] })).toMatchObject({
      problems: { pay_link_hosts: "Write at most 20 lines." },
    });
    expect(await problemsOf({ pay_link_hosts: ["pay.example.com\nPAY.example.com"] })).toMatchObject({
      problems: { pay_link_hosts: "pay.example.com is on the list twice." },
    });
  });

  test("[F-SAFE-3] new hosts of pay links need a recent sign-in, because applicants pay there", () => {
    expect(settingsKind.recipients).toContain("pay_link_hosts");
  });
});
