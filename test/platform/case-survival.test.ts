import { expect, test } from "vitest";
import { type AppServer, freePort, startApp } from "../harness/app-server";
import { pdfFile } from "../harness/applicants/uploads";
import { type Case, submittedCase } from "../harness/case/opened-case";
import { signIn } from "../harness/desk/desk";
import { endUndo } from "../harness/desk/undo";
import { startMailServer } from "../harness/fakes/mail-server";
import { type HttpClient, until } from "../harness/http-client";
import { giveBackJobs } from "../harness/queue";

/** What was acknowledged: ids of files, the last text of a draft, and texts stored one by one. */
type Acknowledged = { files: string[]; draft: string; answers: string[]; messages: string[]; payments: string[] };
/** Once a case's answers are sent, nothing is stored as a draft: sending takes all with it. */
type Work = { isSending: boolean; opened: Case; items: string[]; revision: number; acknowledged: Acknowledged };

type Saved = { revision?: number; detail?: { revision: number } };

const documentName = "Letter of your employer";

/** A case with a requested document and the maximum number of questions, in order. */
async function askedCase(app: AppServer, desk: HttpClient, isSending: boolean): Promise<Work> {
  const opened = await submittedCase(app, `sending.${isSending}@mail.test`);
  // Mails to an unconfirmed email are limited per hour.
  await app.query("update visa_applications set email_confirmed_at = now() where id = $1", [opened.id]);
  // More than is paid here, so that no payment needs a confirmation (F-DESK-1).
  await app.query(
    "insert into ledger_entries (application_id, kind, amount, payee, name) values ($1, 'charge', 1000, 'us', 'Fees')",
    [opened.id],
  );
  const form = new URLSearchParams({ intent: "ask", setStatus: "yes", attempt: crypto.randomUUID() });
  for (let index = 0; index < 20; index++) {
    form.append("what", index === 0 ? "document" : "question");
    form.append("name", index === 0 ? documentName : `Question ${index}`);
    form.append("reason", "We need it.");
    form.append("dueOn", "");
    form.append("ifLate", "");
  }
  expect((await desk.post(`/admin/applications/${opened.id}/requests`, form)).status).toBe(302);
  const items = await app.query<{ id: string }>(
    "select id from case_request_items where application_id = $1 and reason = 'We need it.' order by position",
    [opened.id],
  );
  const acknowledged = { files: [], draft: "", answers: [], messages: [], payments: [] };
  return { isSending, opened, items: items.map(({ id }) => id), revision: 0, acknowledged };
}

/** Repeats `act` until the app no longer responds; `act` returns the response's status. */
async function repeat(act: (count: number) => Promise<number>, onDone: () => void): Promise<void> {
  for (let count = 0; ; count++) {
    const done = await act(count).catch(() => undefined);
    if (done === undefined) return;
    expect([200, 302], `${act.name} ${count}`).toContain(done);
    onDone();
  }
}

const multipart = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

/** What both sides do in one case, each in a tab of its own. */
function streams(work: Work, desk: HttpClient, round: number) {
  const { opened, items, acknowledged } = work;
  const [paper = "", first = "", ...questions] = items;
  const tab = opened.client.tab();
  const path = `/apply/${opened.id}`;
  const both = [message, pay];
  return work.isSending ? [send, ...both] : [upload, draft, ...both];

  async function upload(count: number) {
    const file = pdfFile(`round-${round}-${count}.pdf`);
    const sent = multipart({ item: paper, attempt: crypto.randomUUID(), file });
    const response = await tab.post(`${path}/requests/save`, sent);
    const { id } = (await response.json()) as { id: string };
    acknowledged.files.push(id);
    return response.status;
  }
  async function draft(count: number) {
    const text = `Draft ${count} of round ${round}`;
    const save = async () => {
      const fields = { intent: "draft", item: first, text, revision: String(work.revision) };
      const response = await tab.post(`${path}/requests/save`, fields);
      const saved = (await response.json()) as Saved;
      work.revision = saved.revision ?? saved.detail?.revision ?? 0;
      return response.status;
    };
    // A save whose response was lost in the kill was stored nevertheless.
    let status = await save();
    if (status === 409) status = await save();
    acknowledged.draft = text;
    return status;
  }
  async function send() {
    const item = questions[acknowledged.answers.length];
    if (!item) throw new Error("All are answered");
    const text = `Answer to ${item} in round ${round}`;
    const form = multipart({ intent: "send", attempt: crypto.randomUUID(), item, [`text-${item}`]: text });
    const response = await tab.post(`${path}/requests`, form);
    acknowledged.answers.push(item);
    return response.status;
  }
  async function message(count: number) {
    const text = `Message ${count} of round ${round}`;
    const form = multipart({ intent: "send", attempt: crypto.randomUUID(), text });
    const response = await tab.post(`${path}/messages/send`, form);
    await response.json();
    acknowledged.messages.push(text);
    return response.status;
  }
  async function pay(count: number) {
    const reference = `R${round}-${count}`;
    const entry = { intent: "payment", attempt: crypto.randomUUID(), amount: "0.01", method: "cash", reference };
    const response = await desk.tab().post(`/admin/applications/${opened.id}/fees`, {
      ...entry,
      paidOn: new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10),
    });
    acknowledged.payments.push(reference);
    return response.status;
  }
}

async function expectStored(app: AppServer, { isSending, opened, items, acknowledged }: Work): Promise<void> {
  const stored = async (text: string) =>
    (await app.query<{ value: string }>(text, [opened.id])).map(({ value }) => value);
  const files = await stored("select id as value from documents where application_id = $1");
  expect(files).toEqual(expect.arrayContaining(acknowledged.files));
  for (const id of acknowledged.files.slice(-3))
    expect((await opened.client.get(`/documents/${id}`)).status, "its bytes are there").toBe(200);
  expect(await stored("select item_id::text as value from case_item_answers where application_id = $1")).toEqual(
    expect.arrayContaining(acknowledged.answers),
  );
  const messages = await stored("select body as value from case_messages where application_id = $1");
  expect(messages).toEqual(expect.arrayContaining(acknowledged.messages));
  expect(new Set(messages).size, "none twice").toBe(messages.length);
  const payments = await stored(
    "select reference as value from ledger_entries where application_id = $1 and kind = 'payment'",
  );
  expect(payments).toEqual(expect.arrayContaining(acknowledged.payments));
  await endUndo(app);
  await until("each payment has its receipt, and each receipt its mail", async () => {
    const receipts = await stored(
      "select receipt_number as value from ledger_entries where application_id = $1 and receipt_number is not null",
    );
    const mailed = await stored(
      "select template_data ->> 'receiptNumber' as value from email_notifications where application_id = $1 and email_type = 'payment_receipt'",
    );
    expect(new Set(mailed).size, "none twice").toBe(mailed.length);
    return new Set(receipts).size === payments.length && mailed.length === payments.length;
  });
  if (isSending) return;
  const page = await (await opened.client.get(`/apply/${opened.id}`)).text();
  const draft = new RegExp(`<textarea[^>]*name="text-${items[1]}"[^>]*>([^<]*)<`).exec(page)?.[1];
  expect(draft, "the last acknowledged draft, or the one that got no answer").toMatch(/^\s*Draft \d+ of round \d+$/);
  const numbersIn = (text: string) => text.match(/\d+/g)?.map(Number) ?? [];
  const [[count = 0, round = 0], [was = 0, wasRound = 0]] = [numbersIn(draft ?? ""), numbersIn(acknowledged.draft)];
  expect(round * 1e6 + count).toBeGreaterThanOrEqual(wasRound * 1e6 + was);
}

test("[C-BOTH-7, F-DESK-2] after SIGKILL during uploads, answers, messages and payments everything acknowledged is stored, and no mail has two ids", async () => {
  const smtp = await startMailServer();
  const PORT = String(await freePort());
  const at = { PORT, PUBLIC_URL: `http://localhost:${PORT}` };
  const settings = { TRUST_PROXY: "yes", SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ...at };
  let app = await startApp(settings);
  const { dataDir } = app;
  const desk = await signIn(app);
  await app.query(`update site_settings set value = '"office@mail.test"' where key = 'admin_notification_email'`);
  const works = [await askedCase(app, desk, true), await askedCase(app, desk, false)];
  let total = 0;
  for (let round = 1; round <= 4; round++) {
    const moment = 8 + ((round * 13) % 30);
    let done = 0;
    let reached = () => {};
    const enough = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const onDone = () => ++done >= moment && reached();
    const all = works.flatMap((work) => streams(work, desk, round).map((act) => repeat(act, onDone)));
    await Promise.race([enough, Promise.all(all)]);
    await app.kill();
    await Promise.all(all);
    expect(done).toBeGreaterThanOrEqual(moment);
    total += done;
    const killed = new Date();
    app = await startApp({ ...settings, DATA_DIR: dataDir });
    await giveBackJobs(app, killed);
    for (const work of works) await expectStored(app, work);
    await app.query("delete from limit_counts");
  }
  expect(total).toBeGreaterThan(32);
  await until("every mail that is due was sent", async () => {
    await app.query("update pgboss.job set start_after = now() where state = 'retry' and name like 'mail%'");
    const [row] = await app.query<{ left: number }>(
      "select count(*)::int as left from email_notifications where status not in ('sent', 'failed')",
    );
    return row?.left === 0;
  });
  const stored = await app.query<{ id: string }>(
    "select message_id as id from email_notifications where status = 'sent'",
  );
  // A mail in flight at a kill may arrive twice, with the id of its row.
  const arrived = new Set(smtp.received.map(({ mail }) => mail.messageId));
  expect([...arrived].sort()).toEqual(stored.map(({ id }) => id).sort());
  expect(arrived.size).toBeGreaterThan(20);
  await app.stop();
  await smtp.close();
});
