import { within } from "@testing-library/dom";
import { beforeEach, describe, expect, test } from "vitest";
import { serviceId } from "../harness/applicants/listed-steps";
import { signIn } from "../harness/desk/desk";
import { fill, press } from "../harness/desk/form";
import { endUndo } from "../harness/desk/undo";
import { mailsTo } from "../harness/fakes/mails";
import { HttpClient, until } from "../harness/http-client";
import { textOf } from "../harness/pdf-text";
import { inside, type Screen, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const desk = await signIn(app);
const service = await serviceId(app, "us-travel-b1-b2-visa");
beforeEach(() => app.query("delete from limit_counts"));

let people = 0;
/** A submitted case of $385. */
async function submitted(name: { firstName?: string; lastName?: string } = {}) {
  const holder = new HttpClient(app);
  const email = `fees${++people}@mail.example`;
  const id = await holder.start(email, { service });
  await holder.fillIn(id, { applicant_info: name });
  expect((await holder.submit(id)).outcome.kind).toBe("submitted");
  return { holder, email, id, page: `/admin/applications/${id}` };
}
const screen = async (client: HttpClient, path: string) => screenOf(await (await client.get(path)).text());
const button = (on: Screen, name: string, position = 0) => {
  const found = on.getAllByRole("button", { name })[position];
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};
/** The index of each form among the `Record` buttons. */
const forms = { payment: 0, charge: 1, refund: 2 };
const fieldsOf = (on: Screen, kind: keyof typeof forms) => {
  const form = button(on, "Record", forms[kind]).closest("form");
  if (!form) throw new Error("There is no form");
  return (label: string | RegExp, value: string) => fill(inside(form), label, value);
};

/** Pays by the desk's form without JavaScript; returns the receipt's number. */
async function pay(page: string, amount: string, day = "2026-11-02"): Promise<string> {
  const at = await screen(desk, page);
  const type = fieldsOf(at, "payment");
  type("Amount in US dollars", amount);
  type("How it was paid", "bank_transfer");
  type("Date", day);
  const sent = await press(desk, button(at, "Record", forms.payment), page);
  const response =
    sent.status === 409 ? await press(desk, button(screenOf(await sent.text()), "Yes, record it"), page) : sent;
  expect([response.status, response.headers.get("location")]).toEqual([302, `${page}#fees`]);
  return receiptOf(page);
}
/** The number of the newest receipt, after its ten seconds (F-DESK-2). */
async function receiptOf(page: string): Promise<string> {
  await endUndo(app);
  return until("the receipt has its number", async () => {
    const [row] = await app.query<{ number: string | null }>(
      "select receipt_number as number from ledger_entries where application_id = $1 order by created_at desc limit 1",
      [page.split("/").at(-1)],
    );
    return row?.number;
  });
}

describe("[C-BOTH-1, C-FEE-2] fees without JavaScript", () => {
  test("staff record a charge, a payment and a refund, and both sides see the ledger", async () => {
    const { holder, id, page } = await submitted();
    const first = await screen(desk, page);
    const charge = fieldsOf(first, "charge");
    charge("What it is for", "Courier to the embassy");
    charge("Amount in US dollars", "1,040.50");
    expect((await press(desk, button(first, "Record", forms.charge), page)).status).toBe(302);
    await pay(page, "1,425.50");
    const refundScreen = await screen(desk, page);
    const refund = fieldsOf(refundScreen, "refund");
    refund("Amount in US dollars", "25.50");
    refund("How it was paid back", "cash");
    const question = await press(desk, button(refundScreen, "Record", forms.refund), page);
    expect(question.status).toBe(409);
    const confirmation = screenOf(await question.text());
    expect(confirmation.getByRole("alert").textContent).toBe("This pays money back. Is $25.50 right?");
    Object.assign(confirmation.getByLabelText(/^The price stays/), { checked: true });
    expect((await press(desk, button(confirmation, "Yes, record it"), page)).status).toBe(302);
    await receiptOf(page);
    for (const shown of [await screen(desk, page), await screen(holder, `/apply/${id}`)]) {
      const table = shown.getByRole("table", { name: "Charges, payments and refunds" });
      const rows = within(table)
        .getAllByRole("row")
        .map((row) => row.textContent?.replace(/\s+/g, " "));
      expect(rows).toEqual([
        "EntryAmount",
        expect.stringMatching(/^Our fee.*Refundable until we begin our work.*\$200\.00$/),
        expect.stringMatching(/^Government fee.*through us.*\$185\.00$/),
        expect.stringMatching(/^Courier to the embassy.*\$1,040\.50$/),
        expect.stringMatching(/^Payment.*Bank transfer.*Nov 2, 2026.*−\$1,425\.50$/),
        expect.stringMatching(/^Refund.*Cash.*\$25\.50$/),
        "Due to us$1,425.50",
        "Paid, less $25.50 refunded$1,400.00",
        "Balance$25.50 to be paid",
      ]);
    }
  });

  test("an invalid entry shows its error at the field and keeps every typed value", async () => {
    const { page, id } = await submitted();
    const at = await screen(desk, page);
    const type = fieldsOf(at, "payment");
    type("Amount in US dollars", "12.345");
    type("How it was paid", "check");
    type(/^Reference/, "4111 1111 1111 1111");
    const response = await press(desk, button(at, "Record", forms.payment), page);
    expect(response.status).toBe(422);
    const again = screenOf(await response.text());
    const form = button(again, "Record", forms.payment).closest("form");
    const shown = within(form ?? again.element);
    const field = (label: string | RegExp) => {
      const found = shown.getByLabelText<HTMLInputElement>(label);
      const ids = found.getAttribute("aria-describedby")?.split(" ") ?? [];
      return [found.value, ids.map((part) => again.element.querySelector(`#${part}`)?.textContent).join(" ")];
    };
    expect(field("Amount in US dollars")).toEqual([
      "12.345",
      "Error: Amount: we can’t tell which amount “12.345” is. Write it like 3500 or 3,500.00",
    ]);
    expect(field("How it was paid")).toEqual(["check", ""]);
    expect(field(/^Reference/)).toEqual([
      "4111 1111 1111 1111",
      expect.stringContaining("Please do not enter card numbers here."),
    ]);
    expect(form?.closest("details")?.open).toBe(true);
    expect(
      await app.query("select 1 from ledger_entries where kind = 'payment' and application_id = $1", [id]),
    ).toEqual([]);
  });

  test("[C-FEE-6] an entry is reversed after a confirmation with a reason", async () => {
    const { page, id, holder } = await submitted();
    const number = await pay(page, "185.00");
    const link = (await screen(desk, page)).getByRole("link", { name: "Reverse Payment" });
    const href = link.getAttribute("href") ?? "";
    const question = await screen(desk, href);
    expect(question.getByRole("heading", { name: "Reverse this entry?" })).toBeTruthy();
    const refused = await press(desk, button(question, "Reverse entry"), href);
    expect(refused.status).toBe(422);
    const once = screenOf(await refused.text());
    expect(once.getByRole("alert").textContent).toContain("Say why this entry is wrong.");
    fill(once, "Reason", "It is of another case.");
    const done = await press(desk, button(once, "Reverse entry"), href);
    expect(done.headers.get("location")).toBe(`${page}#fees`);
    const shown = await screen(holder, `/apply/${id}`);
    expect(shown.getByText("It is of another case.")).toBeTruthy();
    expect(shown.getByText("$385.00 is due to us.")).toBeTruthy();
    expect(shown.getByRole("link", { name: `Receipt ${number}` })).toBeTruthy();
    expect(shown.getAllByRole("link", { name: /^Receipt LR-/ })).toHaveLength(2);
    expect((await screen(desk, page)).queryByRole("link", { name: "Reverse Payment" })).toBeNull();
  });
});

describe("[C-FEE-8] a receipt", () => {
  test("a receipt is the same PDF on the page and in one mail, with everything a receipt must state", async () => {
    const { holder, email, id, page } = await submitted({ firstName: "Żofia", lastName: "Παπαδοπούλου-Щукина" });
    const number = await pay(page, "1,085.00");
    const path = `/apply/${id}/receipts/${number}.pdf`;
    const response = await holder.get(path);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(Buffer.from(await (await desk.get(path)).arrayBuffer()).equals(bytes)).toBe(true);

    const [mail] = await mailsTo(app, email, "payment_receipt", 1);
    expect(mail?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      [`${number}.pdf`, "application/pdf"],
    ]);
    const attached = mail?.attachments[0]?.content;
    expect(attached instanceof ArrayBuffer && Buffer.from(attached).equals(bytes)).toBe(true);
    expect(mail?.text).toContain("Please don’t reply to this email: replies don’t reach your case.");

    const [row] = await app.query<{ number: string; at: Date }>(
      `select application_number as number, e.created_at as at from ledger_entries e
       join visa_applications a on a.id = e.application_id where receipt_number = $1`,
      [number],
    );
    // Letters of different fonts are separate texts without spaces.
    const pdfText = textOf(bytes).join("").replace(/\s/g, "");
    const issued = row?.at ?? new Date(0);
    const clock = (timeZone: string) =>
      new Intl.DateTimeFormat("en-US", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(
        issued,
      );
    for (const text of [
      ...[number, row?.number ?? "", "Żofia", "Παπαδοπούλου-Щукина", "$1,085.00 in US dollars", "Bank transfer"],
      ...["November 2, 2026", "$700.00 in your favor", `${clock("UTC")} (UTC)`, `${clock("America/Nassau")} (Nassau)`],
    ])
      expect(pdfText).toContain(text.replace(/\s/g, ""));
    expect(pdfText).not.toContain("\u{fffd}");
  });

  test("[C-BOTH-4] only the holder and staff can open a receipt, and others learn nothing about it", async () => {
    const { id, page } = await submitted();
    const otherCase = await submitted();
    const number = await pay(page, "5.00");
    const url = `/apply/${id}/receipts/${number}.pdf`;
    const missing = await (await desk.get(`/apply/${id}/receipts/LR-1999-000001.pdf`)).text();
    for (const [client, path] of [
      [new HttpClient(app), url],
      [otherCase.holder, url],
      [otherCase.holder, `/apply/${otherCase.id}/receipts/${number}.pdf`],
      [desk, `/apply/${otherCase.id}/receipts/${number}.pdf`],
    ] as const) {
      const response = await client.get(path);
      expect([response.status, await response.text()]).toEqual([404, missing]);
    }
    const shown = await screen(new HttpClient(app), `/apply/${id}`);
    expect(shown.queryByRole("heading", { name: "Fees" })).toBeNull();
    expect(shown.words).not.toContain("$");
  });
});

const refunds =
  "If you end your case before we begin work on it, we return what you paid us. Government fees are not refunded by us.";
test("[C-FEE-9] the page explains payment and refunds with the text of the settings, or with the default text", async () => {
  const { holder, id } = await submitted();
  const feesText = async () => {
    const shown = await screen(holder, `/apply/${id}`);
    return ["How to pay", "Refunds"].map((term) => shown.getByText(term).nextElementSibling?.textContent);
  };
  expect(await feesText()).toEqual([expect.stringMatching(/^Please call us to pay\.\+?[\d ()-]+$/), refunds]);
  await app.query(
    `insert into site_settings (key, value) values ('payment_instructions', '"By transfer to Bank of Nassau.\\nOr in cash."'),
     ('refund_terms', '"Within 14 days."')`,
  );
  expect(await feesText()).toEqual(["By transfer to Bank of Nassau.\nOr in cash.", "Within 14 days."]);
  await app.query(`update site_settings set value = '"  "' where key in ('payment_instructions', 'refund_terms')`);
  expect(await feesText()).toEqual([expect.stringMatching(/^Please call us to pay\.\+?[\d ()-]+$/), refunds]);
});
