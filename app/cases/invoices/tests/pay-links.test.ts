import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { addPayLink, withdrawPayLink } from "~/cases/invoices/desk/add-pay-link.server";
import { findVoidable } from "~/cases/invoices/desk/find-voidable.server";
import { readPayLinks } from "~/cases/invoices/desk/read-pay-links.server";
import { shownInvoices } from "~/cases/invoices/shown-invoices.server";
import { db } from "~/db/client.server";
import type { StoredData } from "~/db/schema/mail";
import { makeLinks } from "~/mail/links/make-links.server";
import { compose } from "~/mail/templates";
import { recordOf, withoutChange } from "../../../../test/harness/desk/verbs";
import { inDays } from "../../../../test/harness/in-days";
import { mailsOf } from "../../../../test/harness/in-process/draft";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { InvoiceCase } from "../../fees/desk/tests/invoice-case";

const database = testDatabase();
let staff: StaffContext;
let otherAdmin: StaffContext;
let testCase: InvoiceCase;
let invoice: string;
const url = "https://pay.example.com/secret-path?token=d41d8cd9-8f00-4204-a980-0998ecf8427e";

beforeAll(async () => {
  staff = await staffMember(database, "regular_admin");
  otherAdmin = await staffMember(database, "super_admin");
});
beforeEach(async () => {
  await allow("pay.example.com", "xn--bcher-kva.example");
  testCase = await InvoiceCase.of(database, staff);
  ({ invoice } = await testCase.invoiced());
});

const allow = (...hosts: string[]) =>
  database.query(
    `insert into site_settings (key, value) values ('pay_link_hosts', $1::jsonb)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(hosts)],
  );
const add = (fields: Record<string, unknown> = {}, by = staff) =>
  addPayLink(by, { applicationId: testCase.id, invoice, attempt: randomUUID(), url, amount: "385.00", ...fields });
const withdraw = (link?: string) => withdrawPayLink(otherAdmin, { applicationId: testCase.id, invoice, link });
const shown = async () => (await shownInvoices(db, testCase.id))[0]?.payLink ?? null;
/** Why each link is no longer shown, the newest first; null for the one that is. */
const states = async () => (await readPayLinks(testCase.id, invoice))?.links.map(({ state }) => state);
const mailed = () =>
  database.query<{ kind: string; data: StoredData }>(
    "select email_type as kind, template_data as data from email_notifications where application_id = $1 order by created_at",
    [testCase.id],
  );

describe("[M-LINK-2] a pay link", () => {
  test("is shown with amount, invoice and host, and mailed once", async () => {
    const { number } = (await testCase.ledger()).invoices[0] ?? {};
    const form = { applicationId: testCase.id, invoice, url, amount: "385.00", attempt: randomUUID() };
    const results = await Promise.all(Array.from({ length: 5 }, () => addPayLink(staff, form)));
    expect(results).toEqual(Array(5).fill({ ok: true, sent: true }));
    const text = `Pay $385.00 for invoice ${number} at pay.example.com`;
    expect(await shown()).toEqual({ url, text });
    expect(await mailsOf(database, testCase)).toEqual([
      `invoice to ${testCase.email}`,
      `pay_link to ${testCase.email}`,
    ]);
    const page = await readPayLinks(testCase.id, invoice);
    expect(page?.links.map(({ sent }) => sent)).toEqual([expect.stringMatching(/^Sent on \w+ \d+, \d{4}, \d\d:\d\d$/)]);

    const mail = (await mailed()).find(({ kind }) => kind === "pay_link");
    const application = { applicationId: testCase.id, resumeToken: "x" };
    const links = await makeLinks(
      ["pay"],
      { recipientEmail: testCase.email, templateData: mail?.data ?? {} },
      application,
    );
    if (typeof links === "string") throw new Error(links);
    const letter = compose("pay_link", mail?.data).letter(links, { name: "", phone: "", email: "", address: [] });
    expect(letter.blocks).toContainEqual({ is: "button", label: text, href: url });
  });

  test("without an email address it is shown and not mailed, and the desk says so", async () => {
    expect([await readPayLinks(testCase.id, invoice), await findVoidable(testCase.id, invoice)]).toMatchObject([
      { isMailed: true },
      { isMailed: true },
    ]);
    await database.query("update visa_applications set user_email = '' where id = $1", [testCase.id]);
    expect([await readPayLinks(testCase.id, invoice), await findVoidable(testCase.id, invoice)]).toMatchObject([
      { isMailed: false },
      { isMailed: false },
    ]);
    expect(await add()).toEqual({ ok: true, sent: false });
    expect((await readPayLinks(testCase.id, invoice))?.links.map(({ sent }) => sent)).toEqual(["Not emailed"]);
    expect(await shown()).not.toBeNull();
  });

  test("given with the invoice it is in that one's mail and facts, and not mailed again", async () => {
    await testCase.void(invoice);
    const made = await testCase.invoiced({ linkUrl: url });
    const kinds = (await mailed()).map(({ kind }) => kind);
    expect(kinds).toEqual(["invoice", "credit_note", "invoice"]);
    const { facts } = (await testCase.ledger()).invoices.find(({ id }) => id === made.invoice) ?? {};
    expect(facts?.payLink).toEqual({ url, host: "pay.example.com", amount: "385.00" });
    expect(facts?.paymentInstructions).toBe("");
    expect((await mailed()).at(-1)?.data).toMatchObject({
      howToPay: "",
      payLink: { text: expect.stringContaining("$385.00") },
    });
    expect((await readPayLinks(testCase.id, made.invoice))?.links.map(({ sent }) => sent.slice(0, 7))).toEqual([
      "Sent on",
    ]);

    // The mail sent again after the link has ended asks to call.
    const waysToPay = async () => {
      const data = (await mailed()).at(-1)?.data;
      const links = await makeLinks(["payIfShown"], { recipientEmail: "", templateData: data ?? {} }, undefined);
      if (typeof links === "string") throw new Error(links);
      const { blocks } = compose("invoice", data).letter(links, { name: "", phone: "", email: "", address: [] });
      return blocks.map((block) => JSON.stringify(block)).filter((block) => /How to pay|Pay \$/.test(block));
    };
    expect(await waysToPay()).toEqual([expect.stringContaining(url)]);
    await withdrawPayLink(staff, { applicationId: testCase.id, invoice: made.invoice });
    expect(await waysToPay()).toEqual([expect.stringMatching(/How to pay.*Please call us to pay\. \+1/)]);
  });
});

describe("[M-LINK-3] a pay link ends", () => {
  test("when another takes its place: of 10 at once one is shown, and 9 say why not", async () => {
    const attempts = Array.from({ length: 10 }, (_, index) =>
      add({ url: `https://pay.example.com/${index}` }, index % 2 ? staff : otherAdmin),
    );
    expect(await Promise.all(attempts)).toEqual(Array(10).fill({ ok: true, sent: true }));
    const all = (await states()) ?? [];
    expect(all[0]).toBeNull();
    expect(all.slice(1)).toEqual(Array(9).fill(expect.stringMatching(/^Replaced by another link on /)));
  });

  test("when staff withdraw it, and is recorded once", async () => {
    await add();
    expect(await withdraw()).toEqual({ ok: true });
    expect(await withdraw()).toEqual({ ok: true });
    expect([await shown(), await states()]).toEqual([
      null,
      [expect.stringContaining(`Withdrawn by ${otherAdmin.staff.email} on `)],
    ]);
    const kinds = (await recordOf(database, testCase.id)).map(({ what }) => what);
    expect(kinds.filter((what) => what === "pay_link_withdrawn")).toHaveLength(1);
  });

  test("when staff withdraw it, but not another that took its place before they did", async () => {
    await add();
    const first = (await readPayLinks(testCase.id, invoice))?.links[0]?.id;
    await add({ url: "https://pay.example.com/2" });
    expect(await withdraw(first)).toEqual({ ok: true });
    expect(await states()).toEqual([null, expect.stringMatching(/^Replaced by another link on /)]);
    expect(await withdraw((await readPayLinks(testCase.id, invoice))?.links[0]?.id)).toEqual({ ok: true });
    expect((await states())?.[0]).toContain("Withdrawn by");
  });

  test("when its invoice is paid or void, for good", async () => {
    await add();
    await testCase.pay("385.00", { invoice });
    expect([await shown(), await states()]).toEqual([null, [expect.stringContaining("the invoice is paid")]]);
    expect(await withoutChange(database, () => add())).toMatchObject({
      message: "This invoice is paid. Nothing was changed.",
    });
    await testCase.reverse((await testCase.entries()).find(({ kind }) => kind === "payment")?.id ?? "");
    expect([await shown(), await testCase.open()]).toEqual([null, [385]]);
    await add();
    await testCase.void(invoice);
    expect((await states())?.[0]).toContain("the invoice is void");
    expect(await withoutChange(database, () => add())).toMatchObject({
      message: "This invoice is void. Nothing was changed.",
    });
  });

  test("when part of the invoice is paid and it asks for more than is left", async () => {
    await add();
    await testCase.pay("85.00", { invoice });
    expect([await shown(), await states()]).toEqual([null, ["Not shown, because it asks for more than is open"]]);
    expect(await withoutChange(database, () => add())).toMatchObject({
      detail: { amount: "Only $300.00 is open. Enter at most this amount." },
    });
    expect(await add({ amount: "300" })).toMatchObject({ ok: true });
    expect((await shown())?.text).toContain("Pay $300.00");
  });

  test("[M-LINK-1] at once when its host is removed, and comes back with it", async () => {
    await add();
    await allow("xn--bcher-kva.example");
    expect([await shown(), await states()]).toEqual([null, ["Not shown, because its host is no longer allowed"]]);
    await allow("pay.example.com");
    expect(await shown()).not.toBeNull();
  });

  test("when its last day is over", async () => {
    await add({ lastDay: inDays(3) });
    expect(await shown()).not.toBeNull();
    await database.query("update pay_links set last_day = $2 where invoice_id = $1", [invoice, inDays(-3)]);
    expect([await shown(), await states()]).toEqual([null, ["Ended, because its last day is over everywhere"]]);
  });

  test("and a mail that was not sent by then is not sent, or the invoice's mail goes without it", async () => {
    await add();
    const mail = (await mailed()).at(-1);
    const linksOf = (needed: "pay" | "payIfShown") =>
      makeLinks([needed], { recipientEmail: testCase.email, templateData: mail?.data ?? {} }, undefined);
    expect(await linksOf("pay")).toMatchObject({ pay: url });
    await withdraw();
    expect(await linksOf("pay")).toBe("Not sent: the pay link has ended.");
    expect(await linksOf("payIfShown")).toMatchObject({ pay: "" });
  });
});

describe("[M-LINK-4] the path and query of a pay link", () => {
  test("are in its row, and in the facts of an invoice that it was given with: no record, mail or stored attempt has them", async () => {
    await testCase.void(invoice);
    ({ invoice } = await testCase.invoiced({ linkUrl: url }));
    await add();
    await withdraw();
    const tables = await database.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const [row] = await database.query<{ n: string }>(
        `select count(*)::text as n from "${name}" t where t::text like '%secret-path%' or t::text like '%d41d8cd9-8f00%'`,
      );
      if (row?.n !== "0") found.push(name);
    }
    expect(found.sort()).toEqual(["invoices", "pay_links"]);
    expect((await recordOf(database, testCase.id)).slice(-2)).toMatchObject([
      { what: "pay_link_added", details: { host: "pay.example.com", amount: "385.00" } },
      { what: "pay_link_withdrawn" },
    ]);
  });

  test("a refused link changes nothing, with its message at the field", async () => {
    for (const [link, problem] of [
      ["https://pay.example.com/4111111111111111", "Please do not enter card numbers here."],
      ["https://evil.example/", "Only links to pay.example.com and xn--bcher-kva.example are allowed."],
    ] as const)
      expect(await withoutChange(database, () => add({ url: link }))).toMatchObject({ detail: { url: problem } });
    await allow();
    expect(await withoutChange(database, () => add())).toMatchObject({
      detail: { url: "A super admin has to name the allowed hosts in the settings first." },
    });
  });

  test("a link of another case's invoice can't be added or withdrawn", async () => {
    const otherCase = await InvoiceCase.of(database, staff);
    const { invoice: otherInvoice } = await otherCase.invoiced();
    const form = { applicationId: testCase.id, invoice: otherInvoice, attempt: randomUUID(), url, amount: "1" };
    for (const verb of [() => addPayLink(staff, form), () => withdrawPayLink(staff, form)])
      expect(await withoutChange<object>(database, verb)).toMatchObject({ reason: "not-found" });
  });
});
